import { setTimeout } from 'node:timers/promises'
import type { GeneratedStack } from '@jaanch/tests/support/generated-stack'
import { placeBooking, reads } from '@jaanch/tests/support/hot-calls'
import { isAnswered, latency, type Outcome, runClosedLoop, runOpenLoop } from '@jaanch/tests/support/load'
import { quantile } from '@jaanch/tests/support/quantile'
import { type Send, sendTo } from '@jaanch/tests/support/send'
import { io, type Socket } from 'socket.io-client'

export type Row = {
  name: string
  unit: string
  better: 'higher' | 'lower'
  /** Of ours, as text */
  aim?: string
}

type Measure = (stack: GeneratedStack, options: { seconds: number; bookings: number }) => Promise<number[]>

/** Rows that one measurement gives, such as p50 and p99. */
export type Group = { rows: readonly Row[]; measure: Measure }

const clients = 8
const perSecond = (outcomes: readonly Outcome[], seconds: number) =>
  outcomes.filter(isAnswered).length / seconds
const ms = (name: string, aim?: string): Row => ({ name, unit: 'ms', better: 'lower', ...(aim && { aim }) })
const rate = (name: string, unit: string, aim?: string): Row => ({
  ...{ name, unit, better: 'higher' as const },
  ...(aim && { aim }),
})

/** What people open all the time */
const readNames = [
  'popular packages',
  'search: thyroid',
  "a lab's bookings",
  'all bookings',
  'all bookings of a test',
  'dashboard',
] as const

const readCalls: Group = {
  rows: readNames.map((name) => rate(`${name}, ${clients} clients`, 'answers/s')),
  async measure({ url, sample }, { seconds }) {
    const send = sendTo(url)
    const rates: number[] = []
    for (const name of readNames) {
      const call = () => (reads[name] as (typeof reads)[string])(sample)
      rates.push(
        perSecond(await runClosedLoop({ send, call }, { clients, seconds: seconds / 2 }), seconds / 2),
      )
    }
    return rates
  },
}

const writeCalls: Group = {
  rows: [
    rate(`bookings, ${clients} clients`, 'bookings/s', '>= 1000'),
    ms(`a booking, ${clients} clients, p50`),
    ms('a booking at 100/s, p50', '<= 8'),
    ms('a booking at 100/s, p99', '<= 30'),
    { ...rate('bookings at 100/s, accepted', '%', '100') },
  ],
  async measure({ url, sample }, { seconds }) {
    const load = { send: sendTo(url), call: (n: number) => placeBooking(sample, n) }
    const closed = await runClosedLoop(load, { clients, seconds })
    const open = await runOpenLoop(load, { rate: 100, seconds })
    const accepted = (open.filter(isAnswered).length / open.length) * 100
    return [
      perSecond(closed, seconds),
      latency(closed, 0.5),
      latency(open, 0.5),
      latency(open, 0.99),
      accepted,
    ]
  },
}

/** How a lab and an admin find bookings: by the time of the visit, by status, by person and place. One call after the other. */
const listNames = Object.keys(reads).filter((name) =>
  /visits|(bookings|users).*( of |, (pending|confirmed|cancelled))/.test(name),
)
const timesEach = 40

const lists: Group = {
  rows: listNames.flatMap((name) => [ms(`${name}, p50`), ms(`${name}, p99`)]),
  async measure({ url, sample }) {
    const send = sendTo(url)
    const times = new Map<string, number[]>(listNames.map((name) => [name, []]))
    // in turn, so that what else the machine does falls on all of them
    for (let n = 0; n < timesEach; n += 1) {
      for (const [name, ofCall] of times) {
        const at = performance.now()
        await send((reads[name] as (typeof reads)[string])(sample))
        ofCall.push(performance.now() - at)
      }
    }
    return [...times.values()].flatMap((ofCall) => [quantile(ofCall, 0.5), quantile(ofCall, 0.99)])
  },
}

/** From the arrival of the answer to that of the socket's first message about the booking. */
const push: Group = {
  rows: [
    ms('acknowledged → at a socket, 20 writes/s, p50', '<= 9'),
    ms('acknowledged → at a socket, 20 writes/s, p99', '<= 50'),
  ],
  async measure({ url, sample }, { seconds }) {
    const arrivals = new Map<string, number>()
    const socket: Socket = io(url, {
      transports: ['websocket'],
      auth: { token: sample.customer.token },
      forceNew: true,
    })
    try {
      await new Promise((resolve, reject) => {
        socket.once('caught-up', resolve)
        socket.once('connect_error', reject)
      })
      socket.on('booking', ({ booking }: { booking: { id: string } | null }) => {
        if (booking && !arrivals.has(booking.id)) arrivals.set(booking.id, performance.now())
      })
      const answered: [id: string, at: number][] = []
      const send: Send = async (call) => {
        const answer = await sendTo(url)(call)
        if (answer.status === 201) answered.push([(answer.body as { id: string }).id, performance.now()])
        return answer
      }
      await runOpenLoop({ send, call: (n) => placeBooking(sample, n) }, { rate: 20, seconds })
      // what has not arrived by then counts as lost
      await setTimeout(2_000)
      const times = answered.map(([id, at]) =>
        Math.max(0, (arrivals.get(id) ?? Number.POSITIVE_INFINITY) - at),
      )
      return [quantile(times, 0.5), quantile(times, 0.99)]
    } finally {
      socket.disconnect()
    }
  },
}

/** Rebuilding all read tables from the log, and a live projector catching up with what was appended while it was away. */
const projection: Group = {
  rows: [
    rate('replay of the log', 'events/s', '>= 100000'),
    rate('live projection catching up', 'events/s', '>= 30000'),
  ],
  async measure(stack, { bookings }) {
    // fills a generation beside the live one, as a replay does
    const { position, filling } = JSON.parse(await stack.npm('ops', 'verify', '--json')) as Record<
      string,
      number
    >
    // the log is filled in one transaction, for whose end services would wait
    for (const service of ['api', 'workers', 'projector'] as const) await stack.terminate(service)
    const begin = await projected(stack)
    const seed = String(begin)
    await stack.npm(
      'generate',
      ...['--bookings', String(Math.ceil(bookings / 5)), '--seed', seed, '--append'],
    )
    const startedAt = performance.now()
    await stack.start('projector')
    await stack.untilProjected()
    const seconds = (performance.now() - startedAt) / 1_000
    const caughtUp = (await projected(stack)) - begin
    await Promise.all([stack.start('workers'), stack.start('api')])
    return [(position ?? 0) / ((filling ?? 0) / 1_000), caughtUp / seconds]
  },
}

async function projected({ query }: GeneratedStack): Promise<number> {
  const [row] = await query<{ position: number }>(
    "select max(position)::float8 as position from read_generations where state = 'live'",
  )
  return row?.position ?? 0
}

export const groups: Readonly<Record<string, Group>> = {
  reads: readCalls,
  lists,
  bookings: writeCalls,
  push,
  projection,
}
