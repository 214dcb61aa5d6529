import type { GeneratedStack } from '@jaanch/tests/support/generated-stack'

export type Row = {
  name: string
  unit: string
  better: 'higher' | 'lower'
  /** Our aim, as text */
  aim?: string
}

/** The target of a measurement: a stack of a checkout, with servers that it shares with nobody else in a run without `--against`. */
export type Target = GeneratedStack & {
  redisUrl: string
  /** CPU time that the processes of the stack and of its servers have used, ms */
  readCpu(): Record<'api' | 'workers' | 'projector' | 'postgres' | 'redis', number>
}

/** Rows that one measurement gives, such as p50 and p99. */
export type Group = {
  rows: readonly Row[]
  /** @returns a figure for each row */
  measure(target: Target, options: { seconds: number; bookings: number }): Promise<number[]>
}

const row = (unit: string, better: Row['better']) => (name: string, aim?: string) => ({
  ...{ name, unit, better },
  ...(aim && { aim }),
})
export const ms = row('ms', 'lower')
export const bytes = row('bytes', 'lower')
export const rate = (name: string, unit: string, aim?: string): Row => row(unit, 'higher')(name, aim)

/** One round: ours and the figure of the other checkout, in the unit of the row */
type Pair = { ours: number; peer?: number | undefined }

/** The medians of the rounds. The ratio is taken within a round, where both had the same machine. */
export function summarise(of: Row, pairs: readonly Pair[], peerName: string | undefined) {
  const ratios = pairs.flatMap(({ ours, peer }) => (peer ? [ours / peer] : []))
  const peers = pairs.flatMap(({ peer }) => peer ?? [])
  const spreading = ratios.length > 0 ? ratios : pairs.map(({ ours }) => ours)
  return {
    ...of,
    ours: round(median(pairs.map(({ ours }) => ours))),
    peer: peers.length > 0 ? round(median(peers)) : null,
    peerName: peers.length > 0 ? peerName : '',
    /** Ours to peer */
    ratio: ratios.length > 0 ? round(median(ratios)) : null,
    /** Lowest and highest ratio of a round; of our figures if there is no peer */
    spread: [round(Math.min(...spreading)), round(Math.max(...spreading))],
    rounds: pairs.length,
  }
}

/** The middle value, or the mean of the two in the middle */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [low = Number.NaN, high = Number.NaN] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return (low + high) / 2
}

/** Three significant digits, and no fraction from a hundred on */
function round(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3))
}
