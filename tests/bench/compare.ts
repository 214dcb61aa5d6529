import type { Result } from './statistics.ts'
import { round } from './statistics.ts'

export type Change = {
  name: string
  unit: string
  before: number | null
  after: number
  /** How many times better: 2 is twice as fast or half as long */
  better: number | null
  /** Ours to the peer's, in the two runs: machines and minutes differ, these do not */
  ratioBefore: number | null
  ratioAfter: number | null
  aim?: string
}

/** The rows of a run beside those of an earlier one with the same names. */
export function compareResults(earlier: readonly Result[], later: readonly Result[]): Change[] {
  const before = new Map(earlier.map((result) => [result.name, result]))
  return later.map((result) => {
    const old = before.get(result.name)
    const factor = old && (result.better === 'higher' ? result.ours / old.ours : old.ours / result.ours)
    return {
      name: result.name,
      unit: result.unit,
      before: old?.ours ?? null,
      after: result.ours,
      better: factor === undefined || !Number.isFinite(factor) ? null : round(factor),
      ratioBefore: old?.ratio ?? null,
      ratioAfter: result.ratio,
      ...(result.aim && { aim: result.aim }),
    }
  })
}

/** A table in Markdown. */
export function formatChanges(changes: readonly Change[]): string {
  const cell = (value: number | null, suffix = '') =>
    value === null ? '–' : `${value.toLocaleString('en')}${suffix}`
  const lines = changes.map(
    ({ name, unit, before, after, better, ratioBefore, ratioAfter, aim }) =>
      `| ${name} | ${unit} | ${cell(before)} | ${cell(after)} | ${cell(better, ' ×')} | ${cell(ratioBefore)} | ${cell(ratioAfter)} | ${aim ?? ''} |`,
  )
  return [
    '| what | unit | before | after | better | to the peer before | after | aim |',
    '|---|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n')
}
