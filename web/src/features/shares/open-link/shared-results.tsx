import type { ResultView } from '@jaanch/report/results/api'
import type { ShareSnapshot, SnapshotReport, SnapshotTrend } from '@jaanch/shares/snapshot'
import { Printer } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { FlagBadge, ReportBadges } from '@/features/report/results/badges'
import { panelsOf } from '@/features/report/results/result-rows'
import { ResultScale, scaleOf } from '@/features/report/results/result-scale'

import { isUncompared, valueText } from '@/features/report/results/texts'
import { cn } from '@/lib/class-names'
import { dateText, instantText } from '@/lib/format/dates'
import { ageText } from '@/lib/format/text'
import { useLightPrint } from '@/lib/use-light-print'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { DescriptionList } from '@/ui/description-list'
import * as texts from './texts'

/** The whole content of a link, readable on a screen and on paper. */
export function SharedResults({ snapshot }: { snapshot: ShareSnapshot }) {
  const { patient, madeAt, reports, trends } = snapshot
  useLightPrint()
  const heading = useRef<HTMLHeadingElement>(null)
  // the form that had the focus is gone
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <p className="text-ink-soft text-xs">{texts.view.patient}</p>
          <h1
            ref={heading}
            tabIndex={-1}
            className="font-bold text-3xl outline-none [overflow-wrap:anywhere]"
          >
            {patient.name}
          </h1>
          <p className="text-ink-soft">{texts.view.patientText(patient)}</p>
        </div>
        <Button icon={Printer} variant="outline" className="print:hidden" onClick={() => print()}>
          {texts.view.print}
        </Button>
      </div>
      {reports.map((report) => (
        <SharedReport key={`${report.orderNumber} ${report.releasedAt}`} report={report} />
      ))}
      {trends.length > 0 && (
        <section aria-labelledby="trends" className="grid grid-cols-1 gap-4">
          <h2 id="trends" className="font-bold text-xl">
            {texts.trend.heading}
          </h2>
          {trends.map((trend) => (
            <SharedTrend key={trend.code} trend={trend} />
          ))}
        </section>
      )}
      <p className="text-ink-soft text-xs">
        {texts.view.copied(instantText(madeAt))} {texts.view.notAdvice}
      </p>
    </div>
  )
}

/** All results of a parameter, the latest first; on their intervals, if any lies on the scale and is not only an arrow at its end. */
function SharedTrend({ trend: { name, points } }: { trend: SnapshotTrend }) {
  const hasScale = points.some(({ result }) => {
    const { beyond } = scaleOf(result) ?? {}
    return beyond && !beyond.left && !beyond.right
  })
  return (
    <Card className="overflow-x-auto py-4 print:border-0 print:shadow-none">
      <h3 className="px-5 font-semibold text-base">{name}</h3>
      <table aria-label={texts.trend.label(name)} className="mt-1 w-full text-left text-sm">
        <thead>
          <tr className="text-ink-soft text-xs">
            <Head>{texts.trend.date}</Head>
            <Head>{texts.table.result}</Head>
            <Head>{texts.table.interval}</Head>
            {hasScale && <Head className="max-sm:hidden">{texts.table.scale}</Head>}
            <Head>{texts.table.flag}</Head>
            <Head className="max-sm:hidden">{texts.trend.lab}</Head>
          </tr>
        </thead>
        <tbody>
          {points.map(({ at, labName, result }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two can be of the same instant, and the list never changes
            <tr key={index} className="border-t print:break-inside-avoid">
              <th
                scope="row"
                className="px-2 py-2 pl-5 text-left font-normal text-ink-soft tabular-nums sm:whitespace-nowrap"
              >
                {dateText(at)}
              </th>
              <td className="whitespace-nowrap px-2 font-semibold tabular-nums">{valueText(result)}</td>
              <td className="px-2 text-ink-soft tabular-nums max-sm:text-xs">{result.interval}</td>
              {hasScale && (
                <td className="w-36 px-2 max-sm:hidden">
                  <ResultScale result={result} />
                </td>
              )}
              <td className="px-2">
                <FlagBadge flag={result.flag} />
              </td>
              <td className="px-2 pr-5 text-ink-soft max-sm:hidden">
                {labName}
                {result.method && <span className="block text-xs">{texts.table.method(result.method)}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function Head({ className, children }: { className?: string; children: string }) {
  return (
    <th scope="col" className={`px-2 py-2 font-medium first:pl-5 last:pr-5 ${className ?? ''}`}>
      {children}
    </th>
  )
}

/** A report: what is out of range first, then everything by panel. */
function SharedReport({ report }: { report: SnapshotReport }) {
  const { tests, version, doctorComments, outOfRange, sections, toCome, notReported, changes } = report
  const heading = useId()
  const all = new Map(sections.flatMap(({ results }) => results.map((result) => [result.code, result])))
  const flagged = outOfRange.flatMap((code) => all.get(code) ?? [])
  return (
    <Card className="overflow-hidden print:overflow-visible print:border-0 print:shadow-none">
      <section aria-labelledby={heading}>
        <div className="border-b p-5">
          <h2 id={heading} className="font-bold text-xl">
            {tests.join(', ')}
          </h2>
          <ReportBadges {...report} toCome={[]} versionText={texts.report.version(version)} />
          <DescriptionList className="mt-4 gap-x-6 gap-y-3 sm:grid-cols-3" items={factsOf(report)} />
          {doctorComments && (
            <div className="mt-4 rounded-xl bg-sunken p-4">
              <h3 className="font-semibold text-sm">{texts.report.comments}</h3>
              <p className="mt-1 whitespace-pre-line">{doctorComments}</p>
            </div>
          )}
        </div>
        {flagged.length > 0 ? (
          <ResultTable
            title={texts.report.outOfRange(flagged.length)}
            results={flagged}
            panels={panelsOf(sections)}
            isEmphasised
          />
        ) : (
          <p className="border-b px-5 py-3 text-ink-soft">{noneText([...all.values()])}</p>
        )}
        {sections.map(({ title, results }) => (
          <ResultTable key={title} title={title} results={results} />
        ))}
        {toCome.length > 0 && <p className="px-5 py-3 font-medium text-sm">{texts.report.toCome(toCome)}</p>}
        {notReported.length > 0 && (
          <p className="px-5 py-3 text-ink-soft text-sm">{texts.report.notReported(notReported)}</p>
        )}
        {changes && changes.length > 0 && (
          <div className="border-t px-5 py-4 text-sm">
            <h3 className="font-semibold">{texts.report.changes}</h3>
            <ul className="mt-1 text-ink-soft">
              {changes.map(({ code, name, before, after }) => (
                <li key={code}>{texts.report.change(name, before, after)}</li>
              ))}
            </ul>
          </div>
        )}
      </section>
    </Card>
  )
}

function factsOf({ lab, collectedAt, releasedAt, releasedBy, orderNumber, age }: SnapshotReport) {
  const facts: [string, string | null][] = [
    [texts.report.lab, lab && [lab.name, lab.address].filter(Boolean).join(', ')],
    [texts.report.collected, collectedAt && instantText(collectedAt)],
    [texts.report.released, instantText(releasedAt)],
    [texts.report.releasedBy, texts.report.releasedByText(releasedBy)],
    [texts.report.order, orderNumber],
    [texts.report.ageThen, age === null ? null : ageText(age)],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== null)
}

/** Nothing compared is not the same as nothing out of range. */
function noneText(results: readonly ResultView[]): string {
  if (results.every(({ flag }) => flag === null)) return texts.report.notCompared
  return results.some(isUncompared) ? texts.report.partlyCompared : texts.report.noneOutOfRange
}

type ResultTableProps = {
  title: string
  results: readonly ResultView[]
  /** Panels by code, where results of several panels stand below each other */
  panels?: ReadonlyMap<string, string> | undefined
  isEmphasised?: boolean
}

/** Results with their intervals; on a phone each is a block of its own. */
function ResultTable({ title, results, panels, isEmphasised = false }: ResultTableProps) {
  const heading = useId()
  return (
    <div className={cn('border-b py-4 last:border-b-0', isEmphasised && 'bg-accent-soft/40')}>
      <h3 id={heading} className="px-5 font-semibold text-base">
        {title}
      </h3>
      <table aria-labelledby={heading} className="mt-1 block w-full text-left text-sm sm:table print:table">
        <thead className="sr-only sm:not-sr-only sm:table-header-group print:not-sr-only print:table-header-group">
          <tr className="text-ink-soft text-xs">
            {[
              texts.table.test,
              texts.table.result,
              texts.table.interval,
              texts.table.scale,
              texts.table.flag,
            ].map((head) => (
              <th key={head} scope="col" className="px-2 py-2 font-medium first:pl-5 last:pr-5">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block sm:table-row-group print:table-row-group">
          {results.map((result) => (
            <ResultRow key={result.code} result={result} panel={panels?.get(result.code)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const cell = 'px-2 sm:table-cell sm:py-2 sm:align-middle print:table-cell print:py-1'

function ResultRow({ result, panel }: { result: ResultView; panel: string | undefined }) {
  const { name, method, interval, isForOtherAges, flag } = result
  return (
    <tr className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-y-1 px-3 py-2.5 sm:table-row print:table-row print:break-inside-avoid">
      <th scope="row" className={cn(cell, 'min-w-0 font-medium sm:w-2/5 sm:pl-5')}>
        {name}
        {panel && <span className="block font-normal text-ink-soft text-xs">{panel}</span>}
        {method && (
          <span className="block font-normal text-ink-soft text-xs">{texts.table.method(method)}</span>
        )}
      </th>
      <td className={cn(cell, 'text-right font-semibold tabular-nums [overflow-wrap:anywhere] sm:text-left')}>
        {valueText(result)}
      </td>
      <td className={cn(cell, 'text-ink-soft tabular-nums max-sm:text-xs')}>
        {interval || (isForOtherAges ? texts.table.otherAges : texts.table.noInterval)}
      </td>
      <td className={cn(cell, 'max-sm:order-last max-sm:col-span-2 sm:w-36')}>
        <ResultScale result={result} />
      </td>
      <td className={cn(cell, 'text-right sm:pr-5 sm:text-left')}>
        <FlagBadge flag={flag} />
      </td>
    </tr>
  )
}
