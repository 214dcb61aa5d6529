import type { TraceStep } from '@jaanch/operations/events/api'
import { Link } from 'react-router-dom'
import { cn } from '@/lib/class-names'
import { dateText, preciseTimeText } from '@/lib/format/dates'
import { durationText } from '@/lib/format/durations'
import { eventPath } from '@/lib/paths'

const texts = {
  legend:
    'Thin line: the time since the step above. Thick bar: how long it runs. The scale is logarithmic, so that milliseconds and days fit on it; each request begins at its own zero.',
  notYet: 'Not yet',
  pause: (duration: string) => `${duration} after the one above began`,
  /** The name of a step, for people who see no indentation and no colour. */
  kinds: {
    request: 'Request',
    event: 'Event',
    seen: 'Pushed',
    work: 'Work',
    begun: 'Run',
    done: 'Done',
    dead: 'Dead letter',
    message: 'Message',
    sent: 'Sent',
  },
  level: (level: number, kind: string) => `Level ${level}, ${kind}:`,
  stepNotYet: 'not yet',
  takes: (duration: string) => `takes ${duration}`,
}

/** A step on the scale: everything in ms since its group began, and in % of the width. */
type TimelineRow = {
  step: TraceStep
  /** null if it has not happened yet */
  offset: number | null
  /** null for what has no duration, or has not ended */
  duration: number | null
  /** From the step above to this one: it waits */
  wait: { left: number; width: number } | null
  /** It runs; without a duration, the place of its instant */
  bar: { left: number; width: number } | null
}

/** Shows everything that began with one request, or with an event that no known request caused. */
type TimelineGroup = {
  /** ISO 8601 */
  begin: string | null
  /** Since the group before began, ms */
  pause: number | null
  rows: TimelineRow[]
}

type TimelineLayout = { groups: TimelineGroup[]; ticks: { ms: number; left: number }[] }

const ticks = [10, 100, 1_000, 10_000, 60_000, 600_000, 3_600_000, 36_000_000, 86_400_000, 864_000_000]

const minTickDistance = 14

/**
 * Places steps on one logarithmic scale, on which 5 ms and two days can both be read. Each group begins at its own zero.
 * @param begin the zero of the first group if it is before its first step, ISO 8601
 */
export function layOut(steps: readonly TraceStep[], begin?: string): TimelineLayout {
  const groups = groupsOf(steps.filter((step) => !isInBar(step)))
  const begins = groups.map((rows) => begin ?? rows.find(({ at }) => at !== null)?.at ?? null)
  const longest = Math.max(
    100,
    ...groups.flatMap((rows, index) => rows.map((step) => since(begins[index], step.until ?? step.at) ?? 0)),
  )
  const place = (ms: number) => (100 * Math.log10(1 + Math.max(0, ms))) / Math.log10(1 + longest)
  return {
    groups: groups.map((rows, index) => ({
      begin: begins[index] ?? null,
      pause: index === 0 ? null : since(begins[index - 1], begins[index] ?? null),
      rows: placeRows(rows, begins[index] ?? null, place),
    })),
    ticks: ticksBelow(longest, place),
  }
}

/** The end of a step is the end of its bar: as a row it is needed only if it says more, such as tries that failed. */
function isInBar({ kind, detail }: TraceStep): boolean {
  return (kind === 'done' || kind === 'sent') && detail === ''
}

function groupsOf(steps: readonly TraceStep[]): TraceStep[][] {
  const groups: TraceStep[][] = []
  for (const step of steps) {
    const isRoot = step.depth === 0 && (step.kind === 'request' || step.kind === 'event')
    if (isRoot || groups.length === 0) groups.push([])
    groups.at(-1)?.push(step)
  }
  return groups
}

function placeRows(
  steps: readonly TraceStep[],
  begin: string | null,
  place: (ms: number) => number,
): TimelineRow[] {
  // offsets of the steps above, by depth
  const above: number[] = []
  return steps.map((step) => {
    const offset = since(begin, step.at)
    const parent = step.depth === 0 ? 0 : (above[step.depth - 1] ?? 0)
    above[step.depth] = offset ?? parent
    if (offset === null) return { step, offset, duration: null, wait: null, bar: null }
    const end = since(begin, step.until)
    const [from, left, right] = [place(Math.min(parent, offset)), place(offset), place(end ?? offset)]
    return {
      step,
      offset,
      duration: end === null ? null : end - offset,
      wait: { left: from, width: left - from },
      bar: { left, width: Math.max(0, right - left) },
    }
  })
}

function ticksBelow(longest: number, place: (ms: number) => number): TimelineLayout['ticks'] {
  const shown: TimelineLayout['ticks'] = []
  for (const ms of ticks) {
    const left = place(ms)
    const isClear = left - (shown.at(-1)?.left ?? 0) >= minTickDistance
    if (ms <= longest && isClear && left <= 100 - minTickDistance / 2) shown.push({ ms, left })
  }
  return shown
}

function since(begin: string | null | undefined, at: string | null): number | null {
  return begin && at ? Date.parse(at) - Date.parse(begin) : null
}

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
  /** The start of the scale, if it is before the first step; ISO 8601 */
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
