import type { HealthTrends, TrendRow } from '@jaanch/contracts/http/health-trends'
import { SearchX } from 'lucide-react'
import { useAddressState } from '@/lib/address-state'
import { Checkbox } from '@/ui/checkbox'
import { EmptyState } from '@/ui/empty-state'
import { Panel } from '@/ui/panel'
import { TypedSearchInput } from '@/ui/search-input'
import { ChangesCard } from './changes-card'
import { ParameterRow } from './parameter-row'
import { empty, pdfNote, filter as texts } from './texts'

const noFilter = { q: '', out: '' }

/** What changed, then every parameter of a person by panel. */
export function ParameterList({ trends }: { trends: HealthTrends }) {
  const { person, groups, pdfOnly } = trends
  const [{ q: query, out }, setAddress] = useAddressState(noFilter)
  const isOutOnly = out === '1'
  const shown = groups
    .map(({ title, rows }) => ({ title, rows: rows.filter((row) => isShown(row, title, query, isOutOnly)) }))
    .filter(({ rows }) => rows.length > 0)
  return (
    <div className="grid grid-cols-1 gap-5">
      <ChangesCard person={person} rows={groups.flatMap(({ rows }) => rows)} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1 print:hidden">
        <div className="min-w-0 grow basis-64 sm:max-w-sm">
          <TypedSearchInput
            aria-label={texts.search}
            placeholder={texts.placeholder}
            value={query}
            onText={(q) => setAddress({ q }, 'replace')}
          />
        </div>
        <Checkbox checked={isOutOnly} onChange={(isOn) => setAddress({ out: isOn ? '1' : '' }, 'replace')}>
          {texts.outOfRange}
        </Checkbox>
      </div>
      {shown.length === 0 && (
        <EmptyState icon={SearchX} title={empty.noMatch} onClear={() => setAddress(noFilter, 'replace')} />
      )}
      {shown.map(({ title, rows }) => (
        <Panel key={title} title={title}>
          <ul className="divide-y">
            {rows.map((row) => (
              <ParameterRow key={row.latest.code} person={person} row={row} />
            ))}
          </ul>
        </Panel>
      ))}
      {pdfOnly > 0 && <p className="text-ink-soft text-xs">{pdfNote(pdfOnly)}</p>}
    </div>
  )
}

/** @param query matches a name, a code, or the title of the group */
function isShown({ latest }: TrendRow, title: string, query: string, isOutOnly: boolean): boolean {
  const isOut = latest.flag !== null && latest.flag !== 'normal'
  const text = query.trim().toLowerCase()
  return (
    (!isOutOnly || isOut) &&
    [latest.name, latest.code, title].some((name) => name.toLowerCase().includes(text))
  )
}
