import type { ResultView } from '@jaanch/contracts/http/results'
import type { SnapshotReport } from '@jaanch/contracts/share-snapshot'
import { FileClock, Stethoscope } from 'lucide-react'
import { useId } from 'react'
import { panelsOf } from '@/components/results/panels'
import { isUncompared } from '@/components/results/texts'
import { instantText } from '@/lib/format/dates'
import { ageText } from '@/lib/format/text'
import { Badge } from '@/ui/badge'
import { Card } from '@/ui/card'
import { DescriptionList } from '@/ui/description-list'
import { ResultTable } from './result-table'
import { report as texts } from './texts'

/** A report: what is out of range first, then everything by panel. */
export function SharedReport({ report }: { report: SnapshotReport }) {
  const { tests, isReviewed, version, doctorComments, outOfRange, sections, toCome, notReported, changes } =
    report
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
          {(isReviewed || version > 1) && (
            <p className="mt-2 flex flex-wrap gap-2">
              {isReviewed && (
                <Badge variant="success" icon={Stethoscope}>
                  {texts.reviewed}
                </Badge>
              )}
              {version > 1 && (
                <Badge variant="info" icon={FileClock}>
                  {texts.version(version)}
                </Badge>
              )}
            </p>
          )}
          <DescriptionList className="mt-4 gap-x-6 gap-y-3 sm:grid-cols-3" items={factsOf(report)} />
          {doctorComments && (
            <div className="mt-4 rounded-xl bg-sunken p-4">
              <h3 className="font-semibold text-sm">{texts.comments}</h3>
              <p className="mt-1 whitespace-pre-line">{doctorComments}</p>
            </div>
          )}
        </div>
        {flagged.length > 0 ? (
          <ResultTable
            title={texts.outOfRange(flagged.length)}
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
        {toCome.length > 0 && <p className="px-5 py-3 font-medium text-sm">{texts.toCome(toCome)}</p>}
        {notReported.length > 0 && (
          <p className="px-5 py-3 text-ink-soft text-sm">{texts.notReported(notReported)}</p>
        )}
        {changes && changes.length > 0 && (
          <div className="border-t px-5 py-4 text-sm">
            <h3 className="font-semibold">{texts.changes}</h3>
            <ul className="mt-1 text-ink-soft">
              {changes.map(({ code, name, before, after }) => (
                <li key={code}>{texts.change(name, before, after)}</li>
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
    [texts.lab, lab && [lab.name, lab.address].filter(Boolean).join(', ')],
    [texts.collected, collectedAt && instantText(collectedAt)],
    [texts.released, instantText(releasedAt)],
    [texts.releasedBy, texts.releasedByText(releasedBy)],
    [texts.order, orderNumber],
    [texts.ageThen, age === null ? null : ageText(age)],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== null)
}

/** Nothing compared is not the same as nothing out of range. */
function noneText(results: readonly ResultView[]): string {
  if (results.every(({ flag }) => flag === null)) return texts.notCompared
  return results.some(isUncompared) ? texts.partlyCompared : texts.noneOutOfRange
}
