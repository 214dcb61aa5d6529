/** Pushes to sockets, which are in a process of their own: this file forks itself. All sockets share its thread. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { placeBooking } from '@jaanch/tests/support/hot-calls'
import { runOpenLoop } from '@jaanch/tests/support/load'
import { quantile } from '@jaanch/tests/support/quantile'
import { type Send, sendTo } from '@jaanch/tests/support/send'
import { io } from 'socket.io-client'
import { type Group, ms, type Target } from '../group.ts'

/** Writes a second for so many sockets of one person */
const cases = [
  { writes: 20, sockets: 1 },
  { writes: 100, sockets: 1 },
  { writes: 20, sockets: 1_000 },
]

type ToSockets =
  | { type: 'connect'; url: string; token: string; count: number }
  /** Bookings with the times of their answers, ms since 1970 */
  | { type: 'report'; answered: [id: string, at: number][] }
type FromSockets = { failure?: string; p50?: number; p99?: number }

const now = () => performance.timeOrigin + performance.now()

/** @returns p50 and p99 over all sockets, from the arrival of the answer to that of the first message about the booking, ms */
async function measureCase(
  { url, sample }: Target,
  { writes, sockets }: (typeof cases)[number],
  seconds: number,
): Promise<number[]> {
  const child = fork(import.meta.filename)
  async function ask(message: ToSockets): Promise<FromSockets> {
    child.send(message)
    const [answer] = (await once(child, 'message')) as [FromSockets]
    if (answer.failure) throw new Error(`The sockets did not connect: ${answer.failure}`)
    return answer
  }
  try {
    const { token } = sample.customer
    await ask({ type: 'connect', url, token, count: sockets })
    const answered: [id: string, at: number][] = []
    const once = sendTo(url)
    const send: Send = async (one) => {
      const answer = await once(one)
      if (answer.status === 201) answered.push([(answer.body as { id: string }).id, now()])
      return answer
    }
    await runOpenLoop({ send, call: (n) => placeBooking(sample, n) }, { rate: writes, seconds })
    // what has not arrived by then counts as lost
    await setTimeout(2_000)
    const { p50 = Number.NaN, p99 = Number.NaN } = await ask({ type: 'report', answered })
    return [p50, p99]
  } finally {
    child.disconnect()
    await once(child, 'exit')
  }
}

export const push: Group = {
  rows: cases.flatMap(({ writes, sockets }) => {
    const what = `acknowledged → at ${sockets === 1 ? 'a socket' : `${sockets.toLocaleString('en')} sockets of one person`}, ${writes} writes/s`
    return [ms(`${what}, p50`, '<= 9'), ms(`${what}, p99`, '<= 50')]
  }),
  async measure(target, { seconds }) {
    const figures: number[] = []
    for (const each of cases) figures.push(...(await measureCase(target, each, seconds)))
    return figures
  },
}

/** Each socket notes when it first got a message about a booking. */
function serveSockets(): void {
  const arrivals: Map<string, number>[] = []

  async function connect(url: string, token: string): Promise<void> {
    const socket = io(url, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth: { token },
    })
    const seen = new Map<string, number>()
    arrivals.push(seen)
    socket.on('booking', ({ booking }: { booking: { id: string } | null }) => {
      if (booking && !seen.has(booking.id)) seen.set(booking.id, now())
    })
    await new Promise<void>((resolve, reject) => {
      socket.once('caught-up', () => resolve())
      socket.once('connect_error', reject)
    })
  }
  async function answer(message: ToSockets): Promise<FromSockets> {
    if (message.type === 'connect') {
      const { url, token, count } = message
      for (let n = 0; n < count; n += 25)
        await Promise.all(Array.from({ length: Math.min(25, count - n) }, () => connect(url, token)))
      return {}
    }
    const times = message.answered.flatMap(([id, at]) =>
      arrivals.map((seen) => Math.max(0, (seen.get(id) ?? Number.POSITIVE_INFINITY) - at)),
    )
    return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
  }
  process.on('message', async (message: ToSockets) =>
    process.send?.(await answer(message).catch((error) => ({ failure: String(error) }))),
  )
  process.on('disconnect', () => process.exit())
}

if (import.meta.main) serveSockets()
