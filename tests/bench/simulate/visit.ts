import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { istDate } from '@jaanch/contracts/calendar'
import { type CustodyTube, labelCode } from '@jaanch/contracts/custody'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { collectionRoutes } from '@jaanch/contracts/http/collection'
import { type CustodyInput, custodyRoutes } from '@jaanch/contracts/http/custody'
import { collectionOutcomes, type PaymentMethod } from '@jaanch/contracts/vocabulary'
import { reasonsFor } from '@jaanch/domain/custody/rejection-reasons'
import type { Random } from '@jaanch/infra/local/demo/random'
import type { Client } from '@jaanch/tests/support/client'
import type { LabCrew } from '@jaanch/tests/support/participants'

/** What was done in rounds: visits that were begun, those of them at which nothing was drawn, tubes, and visits that are made again */
export type Rounds = { visits: number; failed: number; rejected: number; recollected: number }

/** Shares of the visits */
const shares = { failed: 0.06, mistaken: 0.05, rejected: 0.1, identifiedByCode: 0.5 }
/** Of the recollections that are offered */
const declinedShare = 0.2
/** How long the workers may need for an order's number or an offer, ms */
const usualPatienceMs = 60_000

type Of = {
  bookingId: string
  customer: { token: string }
  lab: { token: string; crew: LabCrew }
  /** null: nothing is to be paid */
  paymentMethod: PaymentMethod | null
  /** It collects rejected tubes again, and goes well */
  isRecollection?: boolean
}

type Options = {
  random: Random
  /** Time between two steps, ms */
  pauseMs: () => number
  onRound: (what: keyof Rounds) => void
}

export type Visit = {
  /** From the front desk's assignment to the hand-over. @returns false if nothing was drawn */
  collect(): Promise<boolean>
  /** The lab receives the tubes, and accepts or rejects each. @returns whether something is left to analyse */
  decide(): Promise<boolean>
  /** The rejected tubes, if there are any: as the customer answers to the offer */
  collectAgain(): Promise<void>
}

/** A visit of a lab with collectors. All of its commands are those of a phone with a network, each with a key of its own. */
export function openVisit(client: Client, of: Of, options: Options): Visit {
  const { bookingId, customer, lab, paymentMethod, isRecollection = false } = of
  const { random, pauseMs, onRound } = options
  const { crew } = lab
  const params = { id: bookingId }
  const collector = random.pick(crew.collectors)
  const byCollector = client.as(collector.token)
  let tubes: readonly CustodyTube[] = []
  let rejected: readonly CustodyTube[] = []

  async function record(token: string, command: CustodyInput) {
    const body = { recorded: { at: new Date().toISOString(), offsetMs: 0 }, command }
    const call = { params, body, idempotencyKey: randomUUID() }
    const { custody } = await client.as(token).call(custodyRoutes.recordCustody, call)
    await setTimeout(pauseMs())
    return custody?.tubes ?? []
  }
  const numbers = () => tubes.map(({ number }) => number)
  const asCustomer = () => client.as(customer.token).call(bookingRoutes.getBooking, { params })

  async function identify(code: string | null | undefined): Promise<void> {
    const method = 'name-and-birth-date'
    if (!isRecollection && random.chance(shares.mistaken))
      await record(collector.token, { type: 'identify', method, isConfirmed: false })
    const said =
      random.chance(shares.identifiedByCode) && code ? ({ method: 'code', code } as const) : { method }
    await record(collector.token, { type: 'identify', isConfirmed: true, ...said } as CustodyInput)
  }

  async function pay(): Promise<void> {
    if (paymentMethod === null) return
    const reference = paymentMethod === 'cash-on-collection' ? null : `SIM-${bookingId.slice(0, 8)}`
    const body = { method: paymentMethod, reference }
    await byCollector.call(bookingRoutes.recordPayment, { params, body, idempotencyKey: randomUUID() })
  }

  async function collect(): Promise<boolean> {
    const { orderNumber, visitCode, scheduledDate } = await until('An order got no number', async () => {
      const { orderNumber, ...booking } = await asCustomer()
      return orderNumber === null ? undefined : { ...booking, orderNumber }
    })
    const given = { params, body: { collectorId: collector.id }, idempotencyKey: randomUUID() }
    await client.as(crew.desk).call(custodyRoutes.assignCollector, given)
    const date = scheduledDate ?? istDate(new Date())
    await byCollector.call(collectionRoutes.getPhoneRound, { query: { date } })
    // the first command plans the tubes
    tubes = await record(collector.token, { type: 'arrive' })
    onRound('visits')
    if (!isRecollection && random.chance(shares.failed)) {
      await record(collector.token, { type: 'fail', outcome: random.pick(collectionOutcomes) })
      onRound('failed')
      return false
    }
    // a code counts from the day of the visit, which the simulation does not wait for
    await identify(date <= istDate(new Date()) ? visitCode : null)
    const drawn = numbers().map((number) => ({ number, code: labelCode(orderNumber, number) }))
    await record(collector.token, { type: 'draw', tubes: drawn })
    await pay()
    await record(collector.token, { type: 'handOver', tubes: numbers(), temperatureC: 6 })
    return true
  }

  async function decide(): Promise<boolean> {
    await record(crew.desk, { type: 'receive', tubes: numbers(), temperatureC: 8 })
    rejected = !isRecollection && random.chance(shares.rejected) ? [random.pick(tubes)] : []
    for (const tube of rejected) {
      const reason = random.pick(reasonsFor(tube))
      await record(crew.technician, { type: 'reject', tubes: [{ number: tube.number, reason }] })
      onRound('rejected')
    }
    const accepted = tubes.filter((tube) => !rejected.includes(tube)).map(({ number }) => number)
    if (accepted.length > 0) await record(crew.technician, { type: 'accept', tubes: accepted })
    return accepted.length > 0
  }

  async function collectAgain(): Promise<void> {
    if (rejected.length === 0) return
    const again = await until(
      'No recollection was offered',
      async () => (await asCustomer()).recollections[0],
    )
    const answer = { params: { id: again.bookingId }, idempotencyKey: randomUUID() }
    const byCustomer = client.as(customer.token)
    if (random.chance(declinedShare)) {
      await byCustomer.call(bookingRoutes.declineOrder, answer)
      return
    }
    await byCustomer.call(bookingRoutes.confirmOrder, answer)
    onRound('recollected')
    const visit = openVisit(
      client,
      { ...of, bookingId: again.bookingId, paymentMethod: null, isRecollection: true },
      options,
    )
    await visit.collect()
    await visit.decide()
    const completed = { params: { id: again.bookingId }, body: { status: 'completed' as const } }
    await client.as(lab.token).call(bookingRoutes.changeBookingStatus, completed)
  }

  return { collect, decide, collectAgain }
}

/** Reads until there is something: the workers do their part soon after a command. @throws Error with this text if they do not */
export async function until<Found>(
  orElse: string,
  read: () => Promise<Found | undefined>,
  patienceMs = usualPatienceMs,
): Promise<Found> {
  for (const deadline = performance.now() + patienceMs; performance.now() < deadline; ) {
    const found = await read()
    if (found !== undefined) return found
    await setTimeout(100)
  }
  throw new Error(`${orElse} in ${patienceMs / 1_000} s`)
}
