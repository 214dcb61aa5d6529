import type { TrendRow } from '@jaanch/contracts/http/health-trends'
import { Link } from 'react-router-dom'
import { FlagBadge } from '@/components/results/flag-badge'
import { dateText } from '@/lib/format/dates'
import { healthPath } from '@/lib/paths'
import { ChangeText } from './change-text'
import { Sparkline } from './sparkline'
import { row as texts } from './texts'

/** The latest result of a parameter, with the last ones as a small line; leads to its chart. */
export function ParameterRow({ person, row }: { person: string; row: TrendRow }) {
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
          {dateText(at)} · {texts.results(count)}
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
        <span className="block">{texts.results(count)}</span>
      </p>
    </li>
  )
}
