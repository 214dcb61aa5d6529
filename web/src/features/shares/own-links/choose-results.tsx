import type { TrendPerson } from '@jaanch/report/trends/api'
import { testsText } from '@/components/booking/texts'
import { useHealthTrends } from '@/features/report/health-calls'
import { useHealthReports } from '@/features/report/reports-calls'
import { dateText } from '@/lib/format/dates'
import { Checkbox } from '@/ui/checkbox'
import { Skeleton } from '@/ui/skeleton'
import { make as texts } from './texts'

type ChooseResultsProps = {
  person: TrendPerson
  /** Ids */
  reports: readonly string[]
  /** Codes of parameters */
  trends: readonly string[]
  onReports: (ids: readonly string[]) => void
  onTrends: (codes: readonly string[]) => void
  error: string | undefined
}

/** The reports and trends of one person, of which several can be chosen. */
export function ChooseResults({ person, reports, trends, onReports, onTrends, error }: ChooseResultsProps) {
  const all = useHealthReports()
  const own = all.rows.filter(({ booking: { familyMember } }) =>
    person.relationship === null
      ? familyMember === null
      : familyMember?.name === person.name && familyMember.relationship === person.relationship,
  )
  const measured = useHealthTrends(person.id)
  const rows = measured.data?.groups.flatMap((group) => group.rows) ?? []
  return (
    <>
      <ChoiceList
        label={texts.reports}
        loading={all.loading}
        none={texts.noReports}
        chosen={reports}
        onChange={onReports}
        choices={own.map(({ id, booking, createdAt }) => ({
          id,
          title: testsText(booking),
          detail: dateText(createdAt),
        }))}
      />
      <ChoiceList
        label={texts.trends}
        loading={measured.loading}
        none={texts.noTrends}
        chosen={trends}
        onChange={onTrends}
        choices={rows.map(({ latest, count }) => ({
          id: latest.code,
          title: latest.name,
          detail: texts.results(count),
        }))}
      />
      {error && (
        <p role="alert" className="text-error text-xs">
          {error}
        </p>
      )}
    </>
  )
}

type ChoiceListProps = {
  label: string
  loading: boolean
  none: string
  choices: readonly { id: string; title: string; detail: string }[]
  chosen: readonly string[]
  onChange: (ids: readonly string[]) => void
}

function ChoiceList({ label, loading, none, choices, chosen, onChange }: ChoiceListProps) {
  const toggle = (id: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id))
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      {loading && <Skeleton className="h-24" />}
      {!loading && choices.length === 0 && <p className="text-ink-soft text-sm">{none}</p>}
      {choices.length > 0 && (
        <ul className="max-h-52 divide-y overflow-y-auto rounded-lg border">
          {choices.map(({ id, title, detail }) => (
            <li key={id}>
              <Checkbox
                checked={chosen.includes(id)}
                onChange={(isChosen) => toggle(id, isChosen)}
                className="px-3 py-2"
              >
                <span className="min-w-0">
                  <span className="block font-medium [overflow-wrap:anywhere]">{title}</span>
                  <span className="block text-ink-soft text-xs tabular-nums">{detail}</span>
                </span>
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}
