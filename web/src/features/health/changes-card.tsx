import type { TrendRow } from '@jaanch/contracts/http/health-trends'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { FlagBadge } from '@/components/results/flag-badge'
import { valueText } from '@/components/results/texts'
import { dateText } from '@/lib/format/dates'
import { healthPath } from '@/lib/paths'
import { Button } from '@/ui/button'
import { Panel } from '@/ui/panel'
import { ChangeText } from './change-text'
import { crossedText, changes as texts } from './texts'

/** More would push the results out of sight */
const shownAtFirst = 5

const isCritical = ({ latest }: TrendRow) => latest.flag?.startsWith('critical') === true
const hasLeft = ({ latest, change }: TrendRow) => change?.hasCrossed === true && latest.flag !== 'normal'
const rankOf = (row: TrendRow) => (isCritical(row) ? 0 : hasLeft(row) ? 1 : 2)

/**
 * The parameters that crossed their interval or changed by more than usual, and what is critical, also if it was measured for the first
 * time: what is critical first, then what left its interval, those measured last first.
 */
export function ChangesCard({ person, rows }: { person: string; rows: readonly TrendRow[] }) {
  const [isOpen, setOpen] = useState(false)
  const notable = rows
    .filter((row) => row.isNotable || isCritical(row))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || b.at.localeCompare(a.at))
  const shown = isOpen ? notable : notable.slice(0, shownAtFirst)
  const isFirst = rows.every(({ change }) => change === null)
  return (
    <Panel title={texts.title}>
      {notable.length === 0 ? (
        <p className="px-4 py-4 text-ink-soft sm:px-5">{isFirst ? texts.first : texts.none}</p>
      ) : (
        <ul className="divide-y">
          {shown.map((row) => (
            <Changed key={row.latest.code} person={person} row={row} />
          ))}
        </ul>
      )}
      {shown.length < notable.length && (
        <div className="border-t px-2 py-1.5 print:hidden">
          <Button variant="ghost" size="sm" onClick={() => setOpen(true)}>
            {texts.showAll(notable.length)}
          </Button>
        </div>
      )}
    </Panel>
  )
}

function Changed({ person, row: { latest, change } }: { person: string; row: TrendRow }) {
  const why = change
    ? [
        change.hasCrossed && crossedText(change.before.flag, latest.flag),
        change.isReal && texts.real,
        change.isOtherLab && texts.otherLab,
      ]
    : [texts.firstResult]
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 transition-colors hover:bg-sunken/60 sm:px-5 lg:grid lg:grid-cols-[minmax(0,1fr)_15rem_11rem_9rem]">
      <div className="min-w-0 grow basis-48">
        <Link
          to={healthPath(person, latest.code)}
          className="font-semibold text-sm after:absolute after:inset-0"
        >
          {latest.name}
        </Link>
        <p className="text-ink-soft text-xs">{why.filter(Boolean).join(' · ')}</p>
      </div>
      <span className="flex items-center gap-2.5 tabular-nums max-lg:w-full">
        <span className="font-semibold">{valueText(latest)}</span>
        <FlagBadge flag={latest.flag} />
      </span>
      {change && (
        <>
          <ChangeText change={change} unit={latest.unit} flag={latest.flag} />
          <span className="ml-auto text-ink-soft text-xs tabular-nums">
            {texts.since(dateText(change.since))}
          </span>
        </>
      )}
    </li>
  )
}
