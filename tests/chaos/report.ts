/** The report of a run: a list of checks, each with the problems that it found, and counts. */

import { nameOf } from '@jaanch/tests/support/send'
import type { Oracle, Write } from './oracle/oracle.ts'

export type Check = { name: string; problems: string[] }

export type Report = {
  seed: number
  minutes?: number
  faults: Record<string, number>
  /** What was not possible on this machine */
  skipped?: string[]
  acknowledged: Record<string, number>
  retries: Record<string, number>
  /** Bookings that were refused because no place was free */
  full: number
  /** Commands that were refused because somebody had been faster, by the code of the error */
  races: Record<string, number>
  reads: { counted: number; behind: number }
  views: { count: number; caughtUp: number; startedOver: number; checkedLists: number }
  /** Messages that were delivered, and how many of them again under their id */
  deliveries: { messages: number; repeated: number }
  /** Processes that ended without a fault that ended them, by how they ended */
  exits?: Record<string, number>
  settledAfterSeconds: number
  checks: Check[]
}

const shownProblems = 10

export function countOf(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

/** The checks of what the clients were told during the run. @param unexplained refusals for want of a place that there was */
export function checksOf(oracle: Oracle, unexplained: readonly string[]): Check[] {
  return [
    { name: 'requests that a polite client could not get through', problems: oracle.lost },
    { name: 'answers of 500', problems: oracle.serverErrors },
    { name: 'refusals that nothing explains', problems: [...oracle.refusals, ...unexplained] },
    { name: 'lists that lacked an acknowledged write', problems: oracle.reads.stale },
    { name: 'gaps in a view after it was caught up', problems: oracle.views.gaps },
  ]
}

export function summariseOracle({ writes, retries, reads, fullRefusals, lostRaces }: Oracle) {
  return {
    full: fullRefusals.length,
    races: countOf(lostRaces.map(({ code }) => code)),
    acknowledged: countOf(writes.map(subjectOf)),
    retries: Object.fromEntries(retries),
    reads: { counted: reads.counted, behind: reads.behind },
  }
}

/** The name of the call, with what a call of several subjects is about */
function subjectOf({ call, answer }: Write): string {
  const { command, withdrawn, corrects, outcome } = (call.body ?? {}) as Record<string, unknown>
  const { isDraft } = (answer ?? {}) as Record<string, unknown>
  const subject = [
    (command as { type?: string } | undefined)?.type,
    isDraft && 'draft',
    corrects !== undefined && 'correction',
    withdrawn !== undefined && 'withdrawal',
    outcome,
  ]
  return [nameOf(call), ...subject.filter(Boolean)].join(' ')
}

export function hasPassed(report: Report | { checks: Check[] }): boolean {
  const hasRun = !('faults' in report) || (sum(report.acknowledged) > 0 && sum(report.faults) > 0)
  return hasRun && report.checks.every(({ problems }) => problems.length === 0)
}

export function describeChecks(report: Report | { checks: Check[] }): string[] {
  return [
    ...report.checks.flatMap(({ name, problems }) => [
      `${problems.length === 0 ? 'ok  ' : 'FAIL'} ${problems.length} ${name}`,
      ...problems.slice(0, shownProblems).map((problem) => `       ${problem}`),
    ]),
    hasPassed(report) ? 'Passed.' : 'FAILED.',
  ]
}

export function describeReport(report: Report): string {
  const { seed, minutes, faults, acknowledged, retries, full, reads, views, deliveries } = report
  return [
    minutes === undefined ? `Seed ${seed}.` : `Seed ${seed}, ${minutes} minutes.`,
    `${sum(faults)} faults: ${list(faults)}.`,
    ...(report.skipped ?? []),
    `${sum(acknowledged)} acknowledged writes:`,
    ...Object.entries(acknowledged).map(([name, count]) => `  ${count} ${name}`),
    `${sum(retries)} repeated requests: ${list(retries)}.`,
    `${full} bookings were refused because no place was free.`,
    `${sum(report.races)} commands were refused because somebody had been faster: ${list(report.races)}.`,
    `${reads.counted} lists were read after a write, ${reads.behind} of them marked read-behind.`,
    `${views.count} views were caught up ${views.caughtUp} times and started over ${views.startedOver} times; ${views.checkedLists} of their lists were checked then.`,
    `${deliveries.messages} messages were delivered, ${deliveries.repeated} of them again under the same id.`,
    `Processes that ended otherwise than by kill -9: ${list(report.exits ?? {})}.`,
    `Quiet ${report.settledAfterSeconds} s after the last fault was healed.`,
    ...describeChecks(report),
  ].join('\n')
}

function list(counts: Record<string, number>): string {
  return (
    Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ') || 'none'
  )
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0)
}
