/** A visit with its tubes: what the collector does at the door, what the desk receives, and what the laboratory decides. */
import { randomUUID } from 'node:crypto'
import { bookingCalls } from '@jaanch/booking/api'
import { type CustodyInput, custodyCalls } from '@jaanch/collection/api'
import { labelCode } from '@jaanch/collection/barcode'
import { reasonsFor } from '@jaanch/collection/custody/containers'
import type { CustodyTube } from '@jaanch/collection/custody/custody'
import { roundCalls } from '@jaanch/collection/rounds/api'
import { istDate } from '@jaanch/contracts/calendar'
import { collectionOutcomes, type PaymentMethod } from '@jaanch/contracts/vocabulary'
import type { Random } from '@jaanch/infra/local/demo/random'
import type { Client } from '@jaanch/tests/support/client'
import { type Crew, type Lab, until } from './crew.ts'
import { unlessFaster } from './polite-client.ts'

/** Shares of the visits; `repeated` is the share of the records that a phone sends again after they were acknowledged */
const shares = { failed: 0.05, mistaken: 0.1, preprinted: 0.3, disputed: 0.1, repeated: 0.25 }
/** How many tubes of a visit are rejected unless two people decide at the same moment */
const rejections = { none: 66, one: 22, all: 12 }

export type Visit = {
  bookingId: string
  customer: { client: Client }
  lab: Lab
  /** null: nothing is to be paid */
  paymentMethod: PaymentMethod | null
}

/** How many tubes the laboratory accepted and rejected; none of either if nothing was drawn */
type Decided = { accepted: number; rejected: number }

/** The order in which what happened reaches the server. A phone without a network sends its records when it has one again. */
const arrivals = [
  ['arrive', 'door', 'handOver', 'receive', 'decide'],
  ['arrive', 'door', 'handOver', 'receive', 'decide'],
  ['door', 'handOver', 'receive', 'arrive', 'decide'],
  ['receive', 'arrive', 'door', 'handOver', 'decide'],
  ['door', 'receive', 'decide', 'handOver', 'arrive'],
  // whoever decides on a tube that nobody received has received it
  ['arrive', 'door', 'handOver', 'decide'],
] as const

/** A record made on a device: it has its time and its key from then on, and is sent at once or later. */
type Kept = { by: Client; command: CustodyInput; at: string; idempotencyKey: string }

export async function collectSamples(crew: Crew, visit: Visit, random: Random): Promise<Decided> {
  const { pause } = crew
  const { bookingId, customer, lab, paymentMethod } = visit
  const { desk, technician } = lab
  const params = { id: bookingId }
  const collector = random.pick(lab.collectors)
  const sent: Kept[] = []
  let tubes: readonly CustodyTube[] = []
  let lastMs = 0

  function keep(by: Client, command: CustodyInput): Kept {
    // no two records of a visit have the same time
    lastMs = Math.max(lastMs + 1, Date.now())
    return { by, command, at: new Date(lastMs).toISOString(), idempotencyKey: randomUUID() }
  }
  async function sendOnce({ by, command, at, idempotencyKey }: Kept): Promise<void> {
    const call = { params, body: { recorded: { at, offsetMs: 0 }, command }, idempotencyKey }
    const { custody } = await by.call(custodyCalls.recordCustody, call)
    tubes = custody?.tubes ?? tubes
  }
  async function send(...records: readonly Kept[]): Promise<void> {
    for (const kept of records) {
      await sendOnce(kept)
      sent.push(kept)
      if (random.chance(shares.repeated)) await sendOnce(random.pick(sent))
    }
  }
  const record = (by: Client, command: CustodyInput) => send(keep(by, command))

  const booking = await until('The order got no number', async () => {
    const { orderNumber, ...rest } = await customer.client.call(bookingCalls.getBooking, { params })
    return orderNumber === null ? undefined : { ...rest, orderNumber }
  })
  await desk.call(custodyCalls.assignCollector, { params, body: { collectorId: collector.id } })
  const date = booking.scheduledDate ?? istDate(new Date())
  await collector.client.call(roundCalls.getPhoneRound, { query: { date } })
  const count = (await desk.call(bookingCalls.getBooking, { params })).tubeCount ?? 1
  const numbers = Array.from({ length: Math.max(count, 1) }, (_, n) => n + 1)

  const arrived = keep(collector.client, { type: 'arrive' })
  if (random.chance(shares.failed)) {
    await send(arrived)
    await record(collector.client, { type: 'fail', outcome: random.pick(collectionOutcomes) })
    return { accepted: 0, rejected: 0 }
  }
  // the code of a visit counts from its day on
  const visitCode = date <= istDate(new Date()) ? booking.visitCode : null
  const door = atDoor({ orderNumber: booking.orderNumber, visitCode, numbers }, random).map((command) =>
    keep(collector.client, command),
  )
  await pause()
  const handOver = keep(collector.client, { type: 'handOver', tubes: numbers, temperatureC: 6 })

  async function pay(method: PaymentMethod): Promise<void> {
    const reference = method === 'cash-on-collection' ? null : `SIM-${bookingId.slice(0, 8)}`
    await collector.client.call(bookingCalls.recordPayment, { params, body: { method, reference } })
  }

  /** Sometimes the desk and the technician decide on one tube at the same moment, and one of them is refused. */
  async function decide(): Promise<Decided> {
    const reject = (by: Client, some: readonly CustodyTube[]) =>
      record(by, {
        type: 'reject',
        tubes: some.map((tube) => ({ number: tube.number, reason: random.pick(reasonsFor(tube)) })),
      })
    const accept = (some: readonly CustodyTube[]) =>
      record(technician, { type: 'accept', tubes: some.map(({ number }) => number) })
    const all = tubes
    if (random.chance(shares.disputed)) {
      const disputed = all.slice(0, 1)
      const [isRejected] = await Promise.all([
        unlessFaster(reject(desk, disputed)),
        unlessFaster(accept(disputed)),
      ])
      if (all.length > 1) await accept(all.slice(1))
      const rejected = isRejected ? 1 : 0
      return { accepted: all.length - rejected, rejected }
    }
    const howMany = random.weighted(['none', 'one', 'all'] as const, (name) => rejections[name])
    const rejected = howMany === 'all' ? all : howMany === 'one' ? [random.pick(all)] : []
    const accepted = all.filter((tube) => !rejected.includes(tube))
    if (rejected.length > 0) await reject(technician, rejected)
    if (accepted.length > 0) await accept(accepted)
    return { accepted: accepted.length, rejected: rejected.length }
  }

  let decided: Decided = { accepted: 0, rejected: 0 }
  const steps = {
    arrive: () => send(arrived),
    async door() {
      await send(...door)
      if (paymentMethod !== null) await pay(paymentMethod)
    },
    handOver: () => send(handOver),
    receive: () => record(desk, { type: 'receive', tubes: numbers, temperatureC: 8 }),
    async decide() {
      decided = await decide()
    },
  }
  for (const step of random.pick(arrivals)) {
    await steps[step]()
    await pause()
  }
  return decided
}

type AtDoor = { orderNumber: string; visitCode?: string | null | undefined; numbers: readonly number[] }

/** The person is identified, possibly at the second attempt, and each tube is drawn with its label or a barcode of its own. */
function atDoor({ orderNumber, visitCode, numbers }: AtDoor, random: Random): CustodyInput[] {
  const method = 'name-and-birth-date'
  const isPreprinted = random.chance(shares.preprinted)
  return [
    ...(random.chance(shares.mistaken) ? [{ type: 'identify', method, isConfirmed: false } as const] : []),
    visitCode
      ? { type: 'identify', method: 'code', code: visitCode, isConfirmed: true }
      : { type: 'identify', method, isConfirmed: true },
    {
      type: 'draw',
      tubes: numbers.map((number) => ({
        number,
        code: isPreprinted ? `T-${randomUUID()}` : labelCode(orderNumber, number),
      })),
    },
  ]
}
