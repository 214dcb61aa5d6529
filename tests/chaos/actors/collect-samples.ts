/** A visit with its tubes: what the collector does at the door, what the desk receives, and what the laboratory decides. */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { istDate } from '@jaanch/contracts/calendar'
import { type CustodyTube, labelCode } from '@jaanch/contracts/custody'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { type CustodyInput, custodyRoutes } from '@jaanch/contracts/http/custody'
import { collectionOutcomes, type PaymentMethod } from '@jaanch/contracts/vocabulary'
import { reasonsFor } from '@jaanch/domain/custody/rejection-reasons'
import type { Random } from '@jaanch/infra/local/demo/random'
import { until } from '@jaanch/tests/bench/simulate/visit'
import type { Crew } from './crew.ts'
import { type Devices, type Kept, openDevices } from './devices.ts'
import type { LabStaff } from './lab-staff.ts'
import { unlessFaster } from './polite-client.ts'

/** How long the workers may need for what follows from a command while processes are killed, ms */
export const workersPatienceMs = 120_000

/** Shares of the visits */
const shares = { failed: 0.05, mistaken: 0.1, preprinted: 0.3, disputed: 0.1 }
/** How many tubes of a visit are rejected if nobody disputes it */
const rejections = { none: 66, one: 22, all: 12 }

export type Collection = {
  bookingId: string
  customer: { token: string }
  staff: LabStaff
  /** null: nothing is to be paid */
  paymentMethod: PaymentMethod | null
}

/** How many tubes the laboratory accepted and rejected; none of either if nothing was drawn */
export type Decided = { accepted: number; rejected: number }

type Arrival = 'arrive' | 'door' | 'receive' | 'decide' | 'handOver'

/** In which order what happened reaches the server. Phones without a network send what they recorded when they have one again. */
const arrivals: readonly (readonly Arrival[])[] = [
  ['arrive', 'door', 'handOver', 'receive', 'decide'],
  ['arrive', 'door', 'handOver', 'receive', 'decide'],
  ['door', 'handOver', 'receive', 'arrive', 'decide'],
  ['receive', 'arrive', 'door', 'handOver', 'decide'],
  ['door', 'receive', 'decide', 'handOver', 'arrive'],
  // whoever decides on a tube that nobody received has received it
  ['arrive', 'door', 'handOver', 'decide'],
]

export async function collectSamples(crew: Crew, of: Collection, random: Random): Promise<Decided> {
  const { client, pauseMs } = crew
  const { bookingId, customer, staff, paymentMethod } = of
  const params = { id: bookingId }
  const devices = openDevices(crew, bookingId, random)
  const collector = random.pick(staff.collectors)
  const booking = await until(
    'An order got no number',
    async () => {
      const { orderNumber, ...rest } = await client
        .as(customer.token)
        .call(bookingRoutes.getBooking, { params })
      return orderNumber === null ? undefined : { ...rest, orderNumber }
    },
    workersPatienceMs,
  )
  await client.as(staff.desk).call(custodyRoutes.assignCollector, {
    params,
    body: { collectorId: collector.id },
    idempotencyKey: randomUUID(),
  })
  const count = (await client.as(staff.desk).call(bookingRoutes.getBooking, { params })).tubeCount ?? 1
  const numbers = Array.from({ length: Math.max(count, 1) }, (_, n) => n + 1)
  const byCollector = (command: CustodyInput) => devices.keep(collector.token, command)

  const arrived = byCollector({ type: 'arrive' })
  if (random.chance(shares.failed)) {
    await devices.send(arrived)
    await devices.record(collector.token, { type: 'fail', outcome: random.pick(collectionOutcomes) })
    return { accepted: 0, rejected: 0 }
  }
  // the code of a visit counts from its day on
  const isToday = (booking.scheduledDate ?? '') <= istDate(new Date())
  const door = atDoor({ ...booking, visitCode: isToday ? booking.visitCode : null, numbers }, random).map(
    byCollector,
  )
  await setTimeout(pauseMs())
  const handOver = byCollector({ type: 'handOver', tubes: numbers, temperatureC: 6 })

  let decided: Decided = { accepted: 0, rejected: 0 }
  let tubes: readonly CustodyTube[] = []
  const sendAll = async (...kept: Kept[]) => {
    for (const each of kept) tubes = await devices.send(each)
  }
  const steps: Record<Arrival, () => Promise<void>> = {
    arrive: () => sendAll(arrived),
    async door() {
      await sendAll(...door)
      await pay()
    },
    handOver: () => sendAll(handOver),
    receive: () => sendAll(devices.keep(staff.desk, { type: 'receive', tubes: numbers, temperatureC: 8 })),
    async decide() {
      decided = await decide(devices, staff, tubes, random)
    },
  }
  async function pay(): Promise<void> {
    if (paymentMethod === null) return
    const reference = paymentMethod === 'cash-on-collection' ? null : `SIM-${bookingId.slice(0, 8)}`
    const body = { method: paymentMethod, reference }
    const idempotencyKey = randomUUID()
    await client.as(collector.token).call(bookingRoutes.recordPayment, { params, body, idempotencyKey })
  }
  for (const step of random.pick(arrivals)) {
    await steps[step]()
    await setTimeout(pauseMs())
  }
  return decided
}

type AtDoor = { orderNumber: string; visitCode?: string | null | undefined; numbers: readonly number[] }

/** The person is identified, possibly in the second attempt, and each tube is drawn with its label or a barcode of its own. */
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

/** The technician rejects none, one or all of the tubes and accepts the rest; sometimes the desk decides on one at the same moment. */
async function decide(
  devices: Devices,
  { desk, technician }: LabStaff,
  tubes: readonly CustodyTube[],
  random: Random,
): Promise<Decided> {
  const reject = (token: string, some: readonly CustodyTube[]) =>
    devices.record(token, {
      type: 'reject',
      tubes: some.map((tube) => ({ number: tube.number, reason: random.pick(reasonsFor(tube)) })),
    })
  const accept = (some: readonly CustodyTube[]) =>
    devices.record(technician, { type: 'accept', tubes: some.map(({ number }) => number) })

  if (random.chance(shares.disputed)) {
    const [disputed, ...rest] = tubes
    if (!disputed) throw new Error('There is no tube')
    const [isRejected] = await Promise.all([
      unlessFaster(reject(desk, [disputed])),
      unlessFaster(accept([disputed])),
    ])
    if (rest.length > 0) await accept(rest)
    return { accepted: rest.length + (isRejected ? 0 : 1), rejected: isRejected ? 1 : 0 }
  }
  const howMany = random.weighted(['none', 'one', 'all'] as const, (name) => rejections[name])
  const rejected = howMany === 'all' ? tubes : howMany === 'one' ? [random.pick(tubes)] : []
  const accepted = tubes.filter((tube) => !rejected.includes(tube))
  if (rejected.length > 0) await reject(desk, rejected)
  if (accepted.length > 0) await accept(accepted)
  return { accepted: accepted.length, rejected: rejected.length }
}
