/**
 * Three times as much as the stack takes from polite clients. What is answered must be answered soon, all else refused with 503 and
 * Retry-After, and every acknowledged booking must exist.
 */
import { setTimeout } from 'node:timers/promises'
import { placeBooking, reads } from '@jaanch/tests/support/hot-calls'
import { isAnswered, latency, type Outcome, runClosedLoop, runOpenLoop } from '@jaanch/tests/support/load'
import { type Call, sendTo } from '@jaanch/tests/support/send'
import { type Group, ms, rate, type Target } from '../group.ts'

const clients = 32
const factor = 3

/** Seven of ten calls read the customer's bookings, one the catalogue, and two place a booking. */
function callOf({ sample }: Target, n: number): Call {
  const kind = n % 10
  if (kind < 2) return placeBooking(sample, n)
  const name = kind === 2 ? 'all packages' : 'my bookings'
  return (reads[name] as (typeof reads)[string])(sample)
}

const isRefused = ({ answer }: Outcome) =>
  answer?.status === 503 && /^[1-9]\d*$/.test(answer.headers.get('retry-after') ?? '')

export const flood: Group = {
  rows: [
    rate(`a mix of calls, ${clients} polite clients`, 'answers/s'),
    rate(`${factor} times as many calls, answered`, 'answers/s'),
    // the deadline of a request and 200 ms
    ms(`${factor} times as many calls, p99 of what is answered`, '<= 1700'),
    ms('half as many calls right after it, p99'),
  ],
  async measure(target, { seconds }) {
    const load = { send: sendTo(target.url), call: (n: number) => callOf(target, n) }
    const onOutcome = async (outcome: Outcome) => {
      if (isRefused(outcome)) await setTimeout(1_000)
    }
    const polite = await runClosedLoop({ ...load, onOutcome }, { clients, seconds })
    const capacity = polite.filter(isAnswered).length / seconds
    const flooded = await runOpenLoop(load, { rate: capacity * factor, seconds })
    const after = await runOpenLoop(load, { rate: capacity / 2, seconds })
    await target.untilSettled()
    const all = [...polite, ...flooded, ...after]
    const failed = all.find((outcome) => !isAnswered(outcome) && !isRefused(outcome))
    if (failed) throw new Error(`${failed.call.path}: ${failed.answer?.status ?? 'no answer'} in a flood`)
    const placed = all.flatMap(({ answer }) =>
      answer?.status === 201 ? [`booking-${(answer.body as { id: string }).id}`] : [],
    )
    const stored = await target.query<{ id: string }>(
      `select stream_id as id from log.events where type = 'BookingPlaced' and at > now() - interval '1 hour'`,
    )
    const known = new Set(stored.map(({ id }) => id))
    const lost = placed.filter((id) => !known.has(id))
    if (lost.length > 0) throw new Error(`${lost.length} acknowledged bookings are lost`)
    return [
      capacity,
      flooded.filter(isAnswered).length / seconds,
      latency(flooded, 0.99),
      latency(after, 0.99),
    ]
  },
}
