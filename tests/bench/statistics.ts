import type { Row } from './group.ts'

/** One round: ours and the figure of the checkout that it is compared with, in the unit of the row. */
export type Pair = { ours: number; peer?: number | undefined }

export type Result = Row & {
  /** Median of the rounds */
  ours: number
  peer: number | null
  peerName: string
  /** Median of the ratios of the rounds, ours to peer */
  ratio: number | null
  /** Lowest and highest ratio of a round; of our figures if there is no peer */
  spread: [number, number]
  rounds: number
}

/** The middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** The ratio is taken within a round, where both had the same machine, and not from the medians. */
export function summarise(row: Row, pairs: readonly Pair[], peerName = ''): Result {
  const ratios = pairs.flatMap(({ ours, peer }) => (peer ? [ours / peer] : []))
  const peers = pairs.flatMap(({ peer }) => peer ?? [])
  const spreading = ratios.length > 0 ? ratios : pairs.map(({ ours }) => ours)
  return {
    ...row,
    ours: round(median(pairs.map(({ ours }) => ours))),
    peer: peers.length > 0 ? round(median(peers)) : null,
    peerName,
    ratio: ratios.length > 0 ? round(median(ratios)) : null,
    spread: [round(Math.min(...spreading)), round(Math.max(...spreading))],
    rounds: pairs.length,
  }
}

/** Three significant digits, and no fraction from a hundred on. */
export function round(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3))
}
