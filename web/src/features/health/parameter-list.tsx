import type { HealthTrends, TrendRow } from '@jaanch/contracts/http/health-trends'
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { Checkbox } from '@/ui/checkbox'
import { EmptyState } from '@/ui/empty-state'
import { Panel } from '@/ui/panel'
import { SearchInput } from '@/ui/search-input'
import { ChangesCard } from './changes-card'
import { ParameterRow } from './parameter-row'
import { empty, pdfNote, filter as texts } from './texts'

/** What changed, then every parameter of a person by panel. */
export function ParameterList({ trends }: { trends: HealthTrends }) {
  const { person, groups, pdfOnly } = trends
  const [query, setQuery] = useState('')
  const [isOutOnly, setOutOnly] = useState(false)
  const shown = groups
    .map(({ title, rows }) => ({ title, rows: rows.filter((row) => isShown(row, title, query, isOutOnly)) }))
    .filter(({ rows }) => rows.length > 0)
  return (
    <div className="grid grid-cols-1 gap-5">
      <ChangesCard person={person} rows={groups.flatMap(({ rows }) => rows)} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1 print:hidden">
        <div className="min-w-0 grow basis-64 sm:max-w-sm">
          <SearchInput
            aria-label={texts.search}
            placeholder={texts.placeholder}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        </div>
        <Checkbox checked={isOutOnly} onChange={setOutOnly}>
          {texts.outOfRange}
        </Checkbox>
      </div>
      {shown.length === 0 && (
        <EmptyState
          icon={SearchX}
          title={empty.noMatch}
          onClear={() => {
            setQuery('')
            setOutOnly(false)
          }}
        />
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
