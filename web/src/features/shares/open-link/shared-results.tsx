import type { ShareSnapshot, SnapshotTrend } from '@jaanch/shares/snapshot'
import { Printer } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { FlagBadge } from '@/features/report/results/flag-badge'
import { ResultScale } from '@/features/report/results/result-scale'
import { scaleOf } from '@/features/report/results/scale'
import { valueText } from '@/features/report/results/texts'
import { dateText, instantText } from '@/lib/format/dates'
import { useLightPrint } from '@/lib/use-light-print'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { SharedReport } from './shared-report'
import { table as tableTexts, view as texts, trend as trendTexts } from './texts'

/** Everything of a link, readable on a screen and on paper. */
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
          <p className="text-ink-soft text-xs">{texts.patient}</p>
          <h1
            ref={heading}
            tabIndex={-1}
            className="font-bold text-3xl outline-none [overflow-wrap:anywhere]"
          >
            {patient.name}
          </h1>
          <p className="text-ink-soft">{texts.patientText(patient)}</p>
        </div>
        <Button icon={Printer} variant="outline" className="print:hidden" onClick={() => print()}>
          {texts.print}
        </Button>
      </div>
      {reports.map((report) => (
        <SharedReport key={`${report.orderNumber} ${report.releasedAt}`} report={report} />
      ))}
      {trends.length > 0 && (
        <section aria-labelledby="trends" className="grid grid-cols-1 gap-4">
          <h2 id="trends" className="font-bold text-xl">
            {trendTexts.heading}
          </h2>
          {trends.map((trend) => (
            <SharedTrend key={trend.code} trend={trend} />
          ))}
        </section>
      )}
      <p className="text-ink-soft text-xs">
        {texts.copied(instantText(madeAt))} {texts.notAdvice}
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
      <table aria-label={trendTexts.label(name)} className="mt-1 w-full text-left text-sm">
        <thead>
          <tr className="text-ink-soft text-xs">
            <Head>{trendTexts.date}</Head>
            <Head>{tableTexts.result}</Head>
            <Head>{tableTexts.interval}</Head>
            {hasScale && <Head className="max-sm:hidden">{tableTexts.scale}</Head>}
            <Head>{tableTexts.flag}</Head>
            <Head className="max-sm:hidden">{trendTexts.lab}</Head>
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
                {result.method && <span className="block text-xs">{tableTexts.method(result.method)}</span>}
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
