import { durationText } from '@/lib/format/durations'
import { countText } from '@/lib/format/numbers'
import type { RunView } from '@/lib/resources/operations/runs'
import { tableText } from './changed-fields'

type RunProgressProps = { state: RunView['state']; progress: NonNullable<RunView['progress']> }

/** How far it is: a bar of the events, their rate and the time left, or the table that is compared. */
export function RunProgress({ state, progress }: RunProgressProps) {
  const { done, total, rate, table, isPaused } = progress
  const share = total > 0 ? Math.min(1, done / total) : 0
  const left =
    rate > 0 && total > done ? `${durationText(Math.ceil((total - done) / rate) * 1_000)} left` : ''
  const phase =
    state === 'comparing'
      ? `Compares row by row${table ? `: ${tableText(table)}` : ''}`
      : `${countText(done)} of ${countText(total)} events`
  return (
    <div className="grid gap-2">
      <div
        role="progressbar"
        aria-label="Events that are folded"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        className="h-2.5 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className="h-full origin-left rounded-full bg-brand transition-transform duration-200 motion-reduce:transition-none"
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
      <p className="flex flex-wrap justify-between gap-x-4 text-ink-soft text-sm tabular-nums">
        <span>{phase}</span>
        <span>
          {isPaused ? 'Paused' : state === 'filling' && rate > 0 ? `${countText(rate)} events/s` : ''}
          {!isPaused && state === 'filling' && left && ` · ${left}`}
        </span>
      </p>
    </div>
  )
}
