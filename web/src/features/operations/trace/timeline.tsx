import type { TraceStep } from '@jaanch/contracts/http/operations/trace'
import { Link } from 'react-router-dom'
import { cn } from '@/lib/class-names'
import { dateText, preciseTimeText } from '@/lib/format/dates'
import { durationText } from '@/lib/format/durations'
import { eventPath } from '@/lib/paths'
import { layOut, type TimelineGroup, type TimelineLayout, type TimelineRow } from './layout'
import { timeline as texts } from './texts'

const barClasses: Record<TraceStep['kind'], string> = {
  request: 'bg-ink-soft',
  event: 'bg-brand',
  seen: 'bg-success',
  work: 'bg-info/50',
  begun: 'bg-info',
  done: 'bg-success',
  dead: 'bg-error',
  message: 'bg-accent',
  sent: 'bg-success',
}

type TimelineProps = {
  steps: readonly TraceStep[]
  /** Of the scale, if it is before the first step; ISO 8601 */
  begin?: string
}

export function Timeline({ steps, begin }: TimelineProps) {
  const { groups, ticks } = layOut(steps, begin)
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-ink-soft text-xs">{texts.legend}</p>
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a group has no identity but its place
        <Group key={index} group={group} ticks={ticks} />
      ))}
    </div>
  )
}

const columns = 'md:grid-cols-[minmax(0,1fr)_9rem_minmax(0,1fr)]'

function Group({
  group: { begin, pause, rows },
  ticks,
}: { group: TimelineGroup } & Pick<TimelineLayout, 'ticks'>) {
  return (
    <div>
      <div className={cn('grid items-end gap-x-4 pb-1', columns)}>
        <p className="text-ink-soft text-xs tabular-nums md:col-span-2">
          {begin ? `${dateText(begin)}, ${preciseTimeText(begin)}` : texts.notYet}
          {pause !== null && `, ${texts.pause(durationText(pause))}`}
        </p>
        <div aria-hidden className="relative h-4 text-[0.6875rem] text-ink-soft max-md:hidden">
          {ticks.map(({ ms, left }) => (
            <span key={ms} className="absolute -translate-x-1/2 tabular-nums" style={{ left: `${left}%` }}>
              {durationText(ms)}
            </span>
          ))}
        </div>
      </div>
      <ol className="overflow-hidden rounded-xl border bg-surface">
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step has no identity but its place
          <Row key={index} row={row} ticks={ticks} />
        ))}
      </ol>
    </div>
  )
}

/** Deeper steps are indented no further: a phone has no room. */
const maxIndent = 6

function Row({ row, ticks }: { row: TimelineRow } & Pick<TimelineLayout, 'ticks'>) {
  const { step, offset, duration, wait, bar } = row
  const { depth, kind, what, detail, position } = step
  return (
    <li
      className={cn(
        'grid gap-x-4 gap-y-1 border-b px-3 py-1.5 last:border-b-0 sm:px-4 md:items-center',
        columns,
      )}
    >
      <div
        className="min-w-0 border-line"
        style={{ paddingInlineStart: `${Math.min(depth, maxIndent) * 0.875}rem` }}
      >
        <span className="sr-only">{texts.level(depth + 1, texts.kinds[kind])} </span>
        <span className={cn('font-semibold text-sm', kind === 'dead' && 'text-error')}>
          {position === null ? (
            what
          ) : (
            <Link
              to={eventPath(position)}
              className="-my-2 inline-flex min-h-11 items-center underline decoration-line-strong underline-offset-2 hover:text-brand-ink pointer-fine:sm:min-h-9"
            >
              {what}
            </Link>
          )}
        </span>{' '}
        <span className="text-ink-soft text-xs [overflow-wrap:anywhere]">{detail}</span>
      </div>
      <p
        className="text-ink-soft text-xs tabular-nums max-md:[padding-inline-start:var(--indent)]"
        style={{ '--indent': `${Math.min(depth, maxIndent) * 0.875}rem` } as React.CSSProperties}
      >
        {offset === null ? texts.stepNotYet : `+${durationText(Math.max(0, offset))}`}
        {duration !== null && `, ${texts.takes(durationText(duration))}`}
      </p>
      <div aria-hidden className="relative h-4 min-w-0">
        {ticks.map(({ ms, left }) => (
          <span key={ms} className="absolute inset-y-0 w-px bg-line" style={{ left: `${left}%` }} />
        ))}
        {wait && (
          <span
            className="absolute top-1/2 h-px bg-line-strong"
            style={{ left: `${wait.left}%`, width: `${wait.width}%` }}
          />
        )}
        {bar && (
          <span
            className={cn('absolute top-1 h-2 min-w-2 rounded-full', barClasses[kind])}
            style={{ left: `min(${bar.left}%, 100% - 0.5rem)`, width: `${bar.width}%` }}
          />
        )}
      </div>
    </li>
  )
}
