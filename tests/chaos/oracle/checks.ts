/** All that is checked at the end of a run, from what the clients were told and what is there. */

import { findCustodyProblems } from './check-custody.ts'
import {
  findGaps,
  findOrderProblems,
  findOverbooked,
  findRefundProblems,
  findUnexplainedRaces,
} from './check-log.ts'
import { type Delivery, findMessageProblems } from './check-messages.ts'
import { findCallProblems, findWrongResults, type Shown } from './check-reports.ts'
import { findLostWrites, findUnknownCreations } from './check-writes.ts'
import type { Oracle } from './oracle.ts'
import type { Outcome } from './outcome.ts'

export type Evidence = {
  oracle: Oracle
  outcome: Outcome
  shown: Shown
  /** undefined: nobody notes what is delivered */
  deliveries: readonly Delivery[] | undefined
  /** Position of the last event before the run */
  since: number
}

/** Names of checks that mean nothing after acknowledged writes were lost are marked with `ifNothingLost`. */
export type Check = { name: string; problems: string[]; ifNothingLost?: boolean }

export function checkEvidence({ oracle, outcome, shown, deliveries, since }: Evidence): Check[] {
  const { writes } = oracle
  const { events } = outcome
  const { lost, doubled } = findLostWrites(writes, outcome)
  const always = {
    'gaps between positions or versions': findGaps(events),
    'bookings without exactly one order of their own': findOrderProblems(outcome),
    'critical values without exactly one call': findCallProblems(shown),
    'slots with more bookings than visits': findOverbooked(outcome, since),
    'dead letters': outcome.deadLetters,
    'requests that a polite client could not get through': oracle.lost,
    'answers of 5xx other than 503': oracle.serverErrors,
  }
  const ifNothingLost = {
    'acknowledged writes lost': lost,
    'effects doubled': [...doubled, ...findUnknownCreations(writes, events, since)],
    'tubes whose records are lost, doubled or contradict each other': findCustodyProblems(writes, events),
    'reports that differ from what was submitted': findWrongResults(writes, shown),
    'refunds that nobody owes': findRefundProblems(events),
    'messages that are missing, doubled or unknown': deliveries
      ? findMessageProblems(outcome, deliveries, since)
      : [],
    'refusals that nothing explains': [...oracle.refusals, ...findUnexplainedRaces(oracle, events)],
    'lists that lacked an acknowledged write': oracle.reads.stale,
    'gaps in a view after it was caught up': oracle.views.gaps,
  }
  return [
    ...Object.entries(always).map(([name, problems]) => ({ name, problems })),
    ...Object.entries(ifNothingLost).map(([name, problems]) => ({ name, problems, ifNothingLost: true })),
  ]
}
