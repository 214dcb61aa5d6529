/** What becomes of drawn tubes: the way to the laboratory, and what it decides on them. */

import { accept, type Decision, refuse } from '@jaanch/contracts/decider'
import type { CustodyTube } from '../custody-facts.ts'
import type { CustodyEvent } from './evolve.ts'
import { numbersOf, type Situation, type Step, timed, tubesOf } from './situation.ts'
import { decisionBounds, handOverBounds, receiptBounds } from './times.ts'

export function handOver(
  { custody, record }: Situation,
  { tubes, temperatureC }: Step<'handOver'>,
): Decision<CustodyEvent> {
  const found = tubesOf(custody, tubes)
  if (!found) return refuse('invalid')
  const left = found.filter(({ handedOver }) => !handedOver)
  if (left.some(({ drawn }) => !drawn)) return refuse('tube-not-drawn')
  return accept(
    ...timed(
      left,
      (tube) => record.within(handOverBounds(tube, record.since)),
      (recorded, some): CustodyEvent => ({
        type: 'TubesHandedOver',
        data: { recorded, tubes: numbersOf(some), temperatureC: temperatureC ?? null },
      }),
    ),
  )
}

export function receive(
  { custody, record }: Situation,
  { tubes, temperatureC }: Step<'receive'>,
): Decision<CustodyEvent> {
  const found = tubesOf(custody, tubes)
  return found ? accept(...receipts(found, record, temperatureC)) : refuse('invalid')
}

/** Who accepts a tube that nobody received has received it. */
export function acceptTubes(
  { custody, record, now }: Situation,
  { tubes, lateReason }: Step<'accept'>,
): Decision<CustodyEvent> {
  const found = tubesOf(custody, tubes)
  if (!found) return refuse('invalid')
  const left = found.filter(({ accepted }) => !accepted)
  if (left.length === 0) return accept()
  if (left.some(({ rejected }) => rejected)) return refuse('tube-rejected')
  if (left.some(({ drawn }) => !drawn)) return refuse('tube-not-drawn')
  if (!lateReason && left.some((tube) => isTooOld(tube, now))) return refuse('stability-over')
  return accept(
    ...receipts(left, record),
    ...timed(
      left,
      (tube) => record.within(decisionBounds(tube)),
      (recorded, some): CustodyEvent => ({
        type: 'TubesAccepted',
        data: { recorded, tubes: numbersOf(some), lateReason: lateReason ?? null },
      }),
    ),
  )
}

/** A tube that was not drawn can be rejected with the others of the person: as insufficient. */
export function reject({ custody, record }: Situation, { tubes }: Step<'reject'>): Decision<CustodyEvent> {
  const reasons = new Map(tubes.map(({ number, reason }) => [number, reason]))
  const found = tubesOf(custody, [...reasons.keys()])
  if (!found) return refuse('invalid')
  const left = found.filter(({ rejected }) => !rejected)
  if (left.length === 0) return accept()
  if (left.some(({ accepted }) => accepted)) return refuse('tube-accepted')
  if (!custody.tubes.some(({ drawn, received }) => drawn || received)) return refuse('tube-not-drawn')
  return accept(
    ...timed(
      left,
      (tube) => record.within(decisionBounds(tube)),
      (recorded, some): CustodyEvent => ({
        type: 'TubesRejected',
        data: {
          recorded,
          tubes: some.map(({ number }) => ({ number, reason: reasons.get(number) ?? 'other' })),
        },
      }),
    ),
  )
}

/** Whether a tube came to the lab later than its tests allow. @param now counts until the tube is received */
function isTooOld({ drawn, received, stability: { windowMs } }: CustodyTube, now: Date): boolean {
  const until = received ? Date.parse(received.at) : now.getTime()
  return drawn !== null && windowMs !== null && until - Date.parse(drawn.at) > windowMs
}

function receipts(
  tubes: readonly CustodyTube[],
  record: Situation['record'],
  temperatureC: number | null = null,
): CustodyEvent[] {
  return timed(
    tubes.filter(({ received }) => !received),
    (tube) => record.within(receiptBounds(tube)),
    (recorded, some) => ({ type: 'TubesReceived', data: { recorded, tubes: numbersOf(some), temperatureC } }),
  )
}
