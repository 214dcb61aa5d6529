import type { GeneratedStack } from '@jaanch/tests/support/generated-stack'

export type Row = {
  name: string
  unit: string
  better: 'higher' | 'lower'
  /** Of ours, as text */
  aim?: string
}

/** What is measured: a stack of a checkout, with the processes that it shares with nobody else in a run without `--against`. */
export type Target = GeneratedStack & {
  redisUrl: string
  /** CPU time that the processes of the stack and of its servers have used, ms; those of the peers under `peer` */
  readCpu(): Record<'api' | 'workers' | 'projector' | 'postgres' | 'redis' | 'peer', number>
}

type Options = { seconds: number; bookings: number }

/** @returns a figure for each row; NaN for what there is not */
export type Measure = (target: Target, options: Options) => Promise<number[]>

/** Rows that one measurement gives, such as p50 and p99. */
export type Group = {
  rows: readonly Row[]
  measure: Measure
  /** Runs the code of this checkout in the process of the bench: there is nothing to measure of another checkout */
  isInProcess?: boolean
  /** What an engineer would take for the same purpose, measured in turn with ours on the same servers */
  peer?: { name: string; lacks: string; measure: Measure }
}

export const ms = (name: string, aim?: string): Row => ({
  ...{ name, unit: 'ms', better: 'lower' },
  ...(aim && { aim }),
})

export const rate = (name: string, unit: string, aim?: string): Row => ({
  ...{ name, unit, better: 'higher' },
  ...(aim && { aim }),
})
