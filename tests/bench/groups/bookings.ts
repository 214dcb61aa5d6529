import { addDays, istDate } from '@jaanch/contracts/calendar'
import { placeBooking, type Sample } from '@jaanch/tests/support/hot-calls'
import { isAnswered, latency, runClosedLoop, runOpenLoop } from '@jaanch/tests/support/load'
import { type Call, sendTo } from '@jaanch/tests/support/send'
import { type Group, ms, rate, type Target } from '../group.ts'
import { startPlainService } from '../peers/start-plain-service.ts'

const clients = 8

const plain = {
  name: 'Fastify and pg, four prepared statements in a transaction',
  lacks: 'accounts, events, order numbers, notifications, read tables, pushes',
}

function plainBooking({ customer, packageIds }: Sample, customerId: string, n: number): Call {
  return {
    method: 'POST',
    path: '/api/bookings',
    body: {
      customerId,
      addressId: customer.addressId,
      packageId: packageIds[n % packageIds.length],
      scheduledDate: addDays(istDate(new Date()), 2),
      scheduledTime: '08:00-10:00',
    },
  }
}

/** How the plain service is asked for the n-th booking, as the same customer */
async function plainLoad(target: Target) {
  const { url } = await startPlainService(target)
  const [owner] = await target.query<{ id: string }>(
    `select customer_id as id from customer_addresses where id = '${target.sample.customer.addressId}'`,
  )
  return { send: sendTo(url), call: (n: number) => plainBooking(target.sample, owner?.id ?? '', n) }
}

const ourLoad = ({ url, sample }: Target) => ({
  send: sendTo(url),
  call: (n: number) => placeBooking(sample, n),
})
type Load = ReturnType<typeof ourLoad>

/** @returns the figures of `writeCalls`; `settle` waits until all consequences are done */
async function measureWrites({ send, call }: Load, seconds: number, settle: () => Promise<void>) {
  const startedAt = performance.now()
  const closed = await runClosedLoop({ send, call }, { clients, seconds })
  await settle()
  const drained = closed.filter(isAnswered).length / ((performance.now() - startedAt) / 1_000)
  const open = await runOpenLoop({ send, call }, { rate: 100, seconds })
  await settle()
  return [
    closed.filter(isAnswered).length / seconds,
    drained,
    latency(closed, 0.5),
    latency(open, 0.5),
    latency(open, 0.99),
    (open.filter(isAnswered).length / open.length) * 100,
  ]
}

export const writeCalls: Group = {
  rows: [
    rate(`bookings, ${clients} clients`, 'bookings/s'),
    rate(`bookings, ${clients} clients, with all consequences done`, 'bookings/s', '>= 800'),
    ms(`a booking, ${clients} clients, p50`),
    ms('a booking at 100/s, p50', '<= 8'),
    ms('a booking at 100/s, p99', '<= 30'),
    rate('bookings at 100/s, accepted', '%', '100'),
  ],
  measure: (target, { seconds }) => measureWrites(ourLoad(target), seconds, target.untilSettled),
  peer: {
    ...plain,
    measure: async (target, { seconds }) => measureWrites(await plainLoad(target), seconds, async () => {}),
  },
}

const parts = ['api', 'workers', 'projector', 'postgres', 'redis', 'peer'] as const
const atRate = 50

async function measureCpu(target: Target, { send, call }: Load, seconds: number): Promise<number[]> {
  await target.untilSettled()
  const before = target.readCpu()
  const outcomes = await runOpenLoop({ send, call }, { rate: atRate, seconds: seconds * 2 })
  await target.untilSettled()
  const after = target.readCpu()
  const each = parts.map((part) => (after[part] - before[part]) / outcomes.filter(isAnswered).length)
  return [each.reduce((sum, used) => sum + used, 0), ...each]
}

/** Over bookings until nothing is left to do. What the processes use when idle is part of it. */
export const cpu: Group = {
  rows: [
    ms(`CPU for one booking at ${atRate}/s, all processes`, '<= 6'),
    ...parts.map((part) => ms(`CPU for one booking at ${atRate}/s, ${part}`)),
  ],
  measure: (target, { seconds }) => measureCpu(target, ourLoad(target), seconds),
  peer: {
    ...plain,
    measure: async (target, { seconds }) => measureCpu(target, await plainLoad(target), seconds),
  },
}
