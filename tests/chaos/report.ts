import { nameOf } from '@jaanch/tests/support/send'
import type { Check } from './oracle/checks.ts'
import type { Oracle } from './oracle/oracle.ts'

export type Report = {
  seed: number
  /** The happenings, one sentence each */
  facts: string[]
  checks: Check[]
}

const shownProblems = 10

export function hasPassed({ checks }: Report): boolean {
  return checks.every(({ problems }) => problems.length === 0)
}

export function describeReport(report: Report): string {
  return [
    `Seed ${report.seed}.`,
    ...report.facts,
    ...report.checks.flatMap(({ name, problems }) => [
      `${problems.length === 0 ? 'ok  ' : 'FAIL'} ${problems.length} ${name}`,
      ...problems.slice(0, shownProblems).map((problem) => `       ${problem}`),
    ]),
    hasPassed(report) ? 'Passed.' : 'FAILED.',
  ].join('\n')
}

export function describeOracle({ writes, retries, reads, full, lostRaces }: Oracle): string[] {
  return [
    `${writes.length} acknowledged writes: ${countOf(writes.map(({ call }) => nameOf(call)))}.`,
    `Repeated requests: ${list(Object.fromEntries(retries))}.`,
    `${full} requests were refused because no place was free.`,
    `${lostRaces.length} commands were refused because somebody had been faster: ${countOf(lostRaces.map(({ code }) => code))}.`,
    `${reads.counted} lists were read after a write, ${reads.behind} of them marked read-behind.`,
  ]
}

/** @returns how often each name is there, as text */
export function countOf(names: readonly string[]): string {
  const counts = Map.groupBy(names, (name) => name)
  return list(Object.fromEntries([...counts].map(([name, same]) => [name, same.length])))
}

const list = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ') || 'none'
