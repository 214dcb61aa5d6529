import type { Context } from './context.ts'

export type Row = {
  name: string
  unit: string
  better: 'higher' | 'lower'
  /** What the issue asks for, as text: of ours, or of the ratio if it begins with × */
  aim?: string
  /** Without a peer only our figure is shown */
  peerName?: string
}

/** One round: ours and the peer's figure, in the unit of the row. */
export type Pair = { ours: number; peer?: number | undefined }

/** Rows that one measurement gives, such as p50 and p99. */
export type Group = {
  rows: readonly Row[]
  /** For what costs minutes or does not vary; default: those of the run, at least five */
  rounds?: number
  /** Starts what the rounds share */
  open(context: Context): Promise<Measuring>
}

type Measuring = {
  /** Measures ours and the peer, one after the other. @returns a pair for each row, in their order */
  measure(round: number): Promise<readonly Pair[]>
  close?(): Promise<unknown>
}
