import type { Probe } from './probe.ts'

/** What the death of one container cost. */
export type Cost = {
  probes: number
  /** Answered with 5xx, or not at all */
  failed: number
  /** The same by their status; 0: no answer */
  byStatus: Record<number, number>
  /** From the first failed request to the last one, s; 0 if none failed */
  failingSeconds: number
  /** The longest time in which every list said that it may lack events, s */
  behindSeconds: number
  /** The slowest request that was answered well, ms */
  slowestMs: number
  /** The longest time in which no client got a write acknowledged, s: polite clients repeat it until then */
  pauseSeconds: number
}

/** @param from, to the time that belongs to the death, ms of performance.now() @param acknowledgedAt in their order */
export function summarise(
  all: readonly Probe[],
  acknowledgedAt: readonly number[],
  from: number,
  to: number,
): Cost {
  const probes = all.filter(({ at }) => at >= from && at < to)
  const failed = probes.filter(({ status }) => status === 0 || status >= 500)
  const byStatus: Record<number, number> = {}
  for (const { status } of failed) byStatus[status] = (byStatus[status] ?? 0) + 1
  const answered = probes.filter((probe) => !failed.includes(probe)).map(({ ms }) => ms)
  return {
    probes: probes.length,
    failed: failed.length,
    byStatus,
    failingSeconds: spanOf(failed),
    behindSeconds: Math.max(0, ...stretchesBehind(probes).map(spanOf)),
    slowestMs: Math.max(0, ...answered),
    pauseSeconds: longestPause(acknowledgedAt, from, to),
  }
}

/** Requests are sent in an order, and answered in another */
function spanOf(probes: readonly Probe[]): number {
  if (probes.length === 0) return 0
  const sent = probes.map(({ at }) => at)
  return (Math.max(...sent) - Math.min(...sent)) / 1_000
}

/** Lists that were read one after another, and were all behind */
function stretchesBehind(probes: readonly Probe[]): Probe[][] {
  const lists = probes
    .filter(({ kind, status }) => kind === 'list' && status === 200)
    .toSorted((a, b) => a.at - b.at)
  const stretches: Probe[][] = [[]]
  for (const list of lists) {
    if (list.isBehind) stretches.at(-1)?.push(list)
    else stretches.push([])
  }
  return stretches
}

function longestPause(times: readonly number[], from: number, to: number): number {
  const inside = [from, ...times.filter((at) => at > from && at < to), to]
  return Math.max(0, ...inside.slice(1).map((at, index) => at - (inside[index] ?? at))) / 1_000
}
