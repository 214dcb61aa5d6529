import type { TraceStep } from '@jaanch/contracts/http/operations/trace'

/** A step on the scale: everything in ms since its group began, and in % of the width. */
export type TimelineRow = {
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

/** What began with one request, or with an event that no known request caused. */
export type TimelineGroup = {
  /** ISO 8601 */
  begin: string | null
  /** Since the group before began, ms */
  pause: number | null
  rows: TimelineRow[]
}

export type TimelineLayout = { groups: TimelineGroup[]; ticks: { ms: number; left: number }[] }

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
