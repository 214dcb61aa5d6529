import type { HealthTrends, SparkPoint, TrendRow } from '@jaanch/report/trends/api'
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { FlagBadge } from '@/features/report/results/badges'
import { valueText } from '@/features/report/results/texts'
import { useAddressState } from '@/lib/address-state'
import { dateText } from '@/lib/format/dates'
import { healthPath } from '@/lib/paths'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { EmptyState } from '@/ui/empty-state'
import { Panel } from '@/ui/panel'
import { TypedSearchInput } from '@/ui/search-input'
import { ChangeText } from './parts'
import * as texts from './texts'
import { placeOf, runsOf } from './values'

const noFilter = { q: '', out: '' }

/** The changes first, then every parameter of a person by panel. */
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
            aria-label={texts.filter.search}
            placeholder={texts.filter.placeholder}
            value={query}
            onText={(q) => setAddress({ q }, 'replace')}
          />
        </div>
        <Checkbox checked={isOutOnly} onChange={(isOn) => setAddress({ out: isOn ? '1' : '' }, 'replace')}>
          {texts.filter.outOfRange}
        </Checkbox>
      </div>
      {shown.length === 0 && (
        <EmptyState
          icon={SearchX}
          title={texts.empty.noMatch}
          onClear={() => setAddress(noFilter, 'replace')}
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
      {pdfOnly > 0 && <p className="text-ink-soft text-xs">{texts.pdfNote(pdfOnly)}</p>}
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

/** More would push the results out of sight */
const shownAtFirst = 5

const isCritical = ({ latest }: TrendRow) => latest.flag?.startsWith('critical') === true
const hasLeft = ({ latest, change }: TrendRow) => change?.hasCrossed === true && latest.flag !== 'normal'
const rankOf = (row: TrendRow) => (isCritical(row) ? 0 : hasLeft(row) ? 1 : 2)

/**
 * The parameters that crossed their interval or changed by more than usual, and what is critical, also if it was measured for the first
 * time: what is critical first, then what left its interval, those measured last first.
 */
function ChangesCard({ person, rows }: { person: string; rows: readonly TrendRow[] }) {
  const [isOpen, setOpen] = useState(false)
  const notable = rows
    .filter((row) => row.isNotable || isCritical(row))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || b.at.localeCompare(a.at))
  const shown = isOpen ? notable : notable.slice(0, shownAtFirst)
  const isFirst = rows.every(({ change }) => change === null)
  return (
    <Panel title={texts.changes.title}>
      {notable.length === 0 ? (
        <p className="px-4 py-4 text-ink-soft sm:px-5">
          {isFirst ? texts.changes.first : texts.changes.none}
        </p>
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
            {texts.changes.showAll(notable.length)}
          </Button>
        </div>
      )}
    </Panel>
  )
}

function Changed({ person, row: { latest, change } }: { person: string; row: TrendRow }) {
  const why = change
    ? [
        change.hasCrossed && texts.crossedText(change.before.flag, latest.flag),
        change.isReal && texts.changes.real,
        change.isOtherLab && texts.changes.otherLab,
      ]
    : [texts.changes.firstResult]
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
            {texts.changes.since(dateText(change.since))}
          </span>
        </>
      )}
    </li>
  )
}

/** The latest result of a parameter, with the last ones as a small line; leads to its chart. */
function ParameterRow({ person, row }: { person: string; row: TrendRow }) {
  const { latest, at, count, points, change } = row
  const { name, text, unit, foreignUnit, decimals } = latest
  return (
    <li className="relative grid break-inside-avoid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3 transition-colors hover:bg-sunken/60 sm:px-5 md:grid-cols-[minmax(0,1fr)_10rem_6.5rem_10rem] lg:grid-cols-[minmax(0,1fr)_14rem_6.5rem_11rem_6.5rem]">
      <div className="min-w-0">
        {/* The link covers the row */}
        <Link
          to={healthPath(person, latest.code)}
          className="font-semibold text-sm after:absolute after:inset-0"
        >
          {name}
        </Link>
        <p className="text-ink-soft text-xs lg:hidden">
          {dateText(at)} · {texts.row.results(count)}
        </p>
      </div>
      <div className="flex flex-wrap items-center justify-end gap-x-2.5 gap-y-1 text-right max-md:max-w-44 md:justify-start md:text-left">
        <span className="whitespace-nowrap tabular-nums">
          <span className="font-semibold text-base [overflow-wrap:anywhere]">{text}</span>{' '}
          <span className="text-ink-soft text-xs">{foreignUnit ?? unit}</span>
        </span>
        <FlagBadge flag={latest.flag} />
      </div>
      <div className="min-w-0">
        <Sparkline points={points} count={count} decimals={decimals} />
      </div>
      <div className="min-w-0 justify-self-end md:justify-self-start">
        {change && <ChangeText change={change} unit={unit} flag={latest.flag} />}
      </div>
      <p className="text-right text-ink-soft text-xs tabular-nums max-lg:hidden">
        {dateText(at)}
        <span className="block">{texts.row.results(count)}</span>
      </p>
    </li>
  )
}

const width = 104
const height = 32
const edge = 4

type SparklineProps = { points: readonly SparkPoint[]; count: number; decimals: number | null }

/** The last results as a small line, which breaks where the unit was another. Nothing for texts. */
function Sparkline({ points, count, decimals }: SparklineProps) {
  const placed = points.map((point) => ({ ...point, place: point.isForeign ? null : placeOf(point) }))
  const values = placed.flatMap(({ place }) => place?.value ?? [])
  const [first, last] = [points[0], points.at(-1)]
  if (values.length === 0 || !first || !last) return null
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  const [start, end] = [Date.parse(first.at), Date.parse(last.at)]
  const x = (at: string) =>
    end === start ? width / 2 : edge + ((Date.parse(at) - start) / (end - start)) * (width - 2 * edge)
  const y = (value: number) =>
    highest === lowest
      ? height / 2
      : height - edge - ((value - lowest) / (highest - lowest)) * (height - 2 * edge)
  const number = (value: number) => {
    const text = value.toFixed(decimals ?? 0)
    // a positive result is never told as 0
    return value > 0 && Number(text) === 0 ? String(value) : text
  }
  const shown = placed.findLast(({ place }) => place)
  return (
    <svg
      role="img"
      aria-label={texts.row.spark(
        count,
        dateText(first.at),
        dateText(last.at),
        number(lowest),
        number(highest),
      )}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      className="max-w-full shrink-0 text-brand-ink"
    >
      {runsOf(placed, ({ place }) => place === null).map((run) => (
        <polyline
          key={run[0]?.at}
          points={run.map(({ at, place }) => `${x(at)},${y(place?.value ?? 0)}`).join(' ')}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.75}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      ))}
      {shown?.place && (
        <circle
          cx={x(shown.at)}
          cy={y(shown.place.value)}
          r={3}
          className={shown.flag && shown.flag !== 'normal' ? 'fill-accent-ink' : 'fill-brand-ink'}
        />
      )}
    </svg>
  )
}
