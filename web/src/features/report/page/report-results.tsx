import type { ReportPageView } from '@jaanch/report/page/api'
import type { ResultView } from '@jaanch/report/results/api'
import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react'
import { panelsOf, ResultRows } from '@/features/report/results/result-rows'
import { isUncompared, resultTexts } from '@/features/report/results/texts'
import { cn } from '@/lib/class-names'
import { healthPath } from '@/lib/paths'
import { Panel } from '@/ui/panel'

const texts = {
  outOfRange: 'Out of range',
  toCome: 'Partial report, still to come',
  notReported: 'Not reported',
  comments: 'Comments of the lab',
}

const summaryTexts = {
  label: 'Summary',
  outOfRange: (count: number, all: number) =>
    count === 1 ? `1 of ${all} results is out of range` : `${count} of ${all} results are out of range`,
  none: 'No result is out of range',
  unknown: 'No result could be compared with an interval',
  critical: (count: number) =>
    `${count === 1 ? '1 of them is critical' : `${count} of them are critical`}: the lab calls about it. ` +
    'If nobody has called you, please call the lab or a doctor now.',
  partly: 'No result that could be compared is out of range',
  withoutFlag: (count: number) =>
    count === 1
      ? '1 result could not be compared with an interval.'
      : `${count} results could not be compared with an interval.`,
  note: 'An interval covers most healthy people. A result outside of it is not a diagnosis, and one within it does not rule anything out.',
}

/** How many results are out of range, these first, then all of them by panel. */
export function ReportResults({ report }: { report: ReportPageView }) {
  const { sections, outOfRange, toCome, notReported, doctorComments, explanations } = report
  const all = new Map(sections.flatMap(({ results }) => results).map((result) => [result.code, result]))
  const flagged = outOfRange.flatMap((code) => all.get(code) ?? [])
  const trendPathOf = (code: string) => healthPath(report.patient.familyMemberId ?? 'self', code)
  return (
    <>
      <Summary flagged={flagged} results={[...all.values()]} />
      {toCome.length > 0 && (
        <p className="rounded-xl border border-accent bg-accent-soft px-4 py-2.5 text-accent-ink text-sm">
          <strong className="font-semibold">{texts.toCome}:</strong> {toCome.join(', ')}
        </p>
      )}
      {flagged.length > 0 && (
        <Panel title={texts.outOfRange}>
          <ResultRows
            label={texts.outOfRange}
            results={flagged}
            explanations={explanations}
            panels={panelsOf(sections)}
            trendPathOf={trendPathOf}
          />
        </Panel>
      )}
      {doctorComments && <Comments text={doctorComments} />}
      {sections.map(({ title, results }) => (
        <Panel key={title} title={title}>
          <ResultRows label={title} results={results} explanations={explanations} trendPathOf={trendPathOf} />
        </Panel>
      ))}
      {[...all.values()].some(({ isWidest }) => isWidest) && (
        <p className="px-1 text-ink-soft text-sm">* {resultTexts.widest}</p>
      )}
      {notReported.length > 0 && (
        <p className="px-1 text-ink-soft text-sm">
          <strong className="font-semibold">{texts.notReported}:</strong> {notReported.join(', ')}
        </p>
      )}
    </>
  )
}

type SummaryProps = { flagged: readonly ResultView[]; results: readonly ResultView[] }

function Summary({ flagged, results }: SummaryProps) {
  const critical = flagged.filter(({ flag }) => flag?.startsWith('critical')).length
  const withoutFlag = results.filter(({ flag }) => flag === null).length
  const isQuiet = flagged.length === 0
  // nothing was compared: that is not the same as nothing out of range
  const isUnknown = results.length > 0 && withoutFlag === results.length
  // a number that could not be compared may be anything
  const isPartly = isQuiet && results.some(isUncompared)
  const isNeutral = isUnknown || isPartly
  const Icon = isNeutral ? CircleHelp : isQuiet ? CircleCheck : TriangleAlert
  const details = [
    critical > 0 && summaryTexts.critical(critical),
    withoutFlag > 0 && !isUnknown && summaryTexts.withoutFlag(withoutFlag),
    summaryTexts.note,
  ]
  return (
    <section
      aria-label={summaryTexts.label}
      className={cn(
        'flex items-start gap-3.5 rounded-xl border p-4 sm:px-5 print:border-0 print:bg-transparent print:px-0 print:py-1',
        isQuiet
          ? 'bg-surface'
          : critical > 0
            ? 'border-error/40 bg-error-soft'
            : 'border-accent/60 bg-accent-soft',
      )}
    >
      <Icon
        className={cn(
          'mt-0.5 size-6 shrink-0',
          isNeutral
            ? 'text-ink-soft'
            : isQuiet
              ? 'text-success'
              : critical > 0
                ? 'text-error'
                : 'text-accent-ink',
        )}
        aria-hidden
      />
      <div className="min-w-0">
        <h2 className="font-semibold text-base">
          {isUnknown
            ? summaryTexts.unknown
            : isQuiet
              ? isPartly
                ? summaryTexts.partly
                : summaryTexts.none
              : summaryTexts.outOfRange(flagged.length, results.length)}
        </h2>
        <p className="mt-0.5 max-w-prose text-sm">{details.filter(Boolean).join(' ')}</p>
      </div>
    </section>
  )
}

export function Comments({ text }: { text: string }) {
  return (
    <Panel title={texts.comments}>
      <p className="max-w-prose whitespace-pre-line px-4 py-4 [overflow-wrap:anywhere] sm:px-5">{text}</p>
    </Panel>
  )
}
