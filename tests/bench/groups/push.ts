import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { placeBooking } from '@jaanch/tests/support/hot-calls'
import { runOpenLoop } from '@jaanch/tests/support/load'
import { type Call, type Send, sendTo } from '@jaanch/tests/support/send'
import { type Group, ms } from '../group.ts'
import { startPeer } from '../peers/start-peer.ts'
import { startPlainService } from '../peers/start-plain-service.ts'
import type { FromSockets, ToSockets } from './sockets.ts'

/** Writes a second for so many sockets of one person */
const cases = [
  { writes: 20, sockets: 1 },
  { writes: 100, sockets: 1 },
  { writes: 20, sockets: 1_000 },
]

type Arrivals = { url: string; token: string | undefined; call: (n: number) => Call }

/** @returns p50 and p99 over all sockets, from the arrival of the answer to that of the first message about the booking, ms */
async function measureCase(
  { url, token, call }: Arrivals,
  { writes, sockets }: (typeof cases)[number],
  seconds: number,
): Promise<[p50: number, p99: number]> {
  const child = fork(fileURLToPath(new URL('./sockets.ts', import.meta.url)))
  async function ask(message: ToSockets): Promise<FromSockets> {
    child.send(message)
    const [answer] = (await once(child, 'message')) as [FromSockets]
    if (answer.type === 'failed') throw new Error(`The sockets did not connect: ${answer.reason}`)
    return answer
  }
  try {
    await ask({ type: 'connect', url, token, count: sockets })
    const answered: [id: string, at: number][] = []
    const send: Send = async (one) => {
      const answer = await sendTo(url)(one)
      const at = performance.timeOrigin + performance.now()
      if (answer.status === 201) answered.push([(answer.body as { id: string }).id, at])
      return answer
    }
    await runOpenLoop({ send, call }, { rate: writes, seconds })
    // what has not arrived by then counts as lost
    await setTimeout(2_000)
    const report = await ask({ type: 'report', answered })
    return report.type === 'report' ? [report.p50, report.p99] : [Number.NaN, Number.NaN]
  } finally {
    child.disconnect()
    await once(child, 'exit')
  }
}

async function measureCases(arrivals: Arrivals, seconds: number): Promise<number[]> {
  const figures: number[] = []
  for (const each of cases) figures.push(...(await measureCase(arrivals, each, seconds)))
  return figures
}

export const push: Group = {
  rows: cases.flatMap(({ writes, sockets }) => {
    const what = `acknowledged → at ${sockets === 1 ? 'a socket' : `${sockets.toLocaleString('en')} sockets of one person`}, ${writes} writes/s`
    return [ms(`${what}, p50`, '<= 9'), ms(`${what}, p99`, '<= 50')]
  }),
  measure: ({ url, sample }, { seconds }) =>
    measureCases({ url, token: sample.customer.token, call: (n) => placeBooking(sample, n) }, seconds),
  peer: {
    name: 'LISTEN and Socket.IO: a row is inserted, read, and emitted to everybody',
    lacks: 'everything but the push: policies, order, catch-up',
    async measure(target, { seconds }) {
      // makes the schema of the plain tables
      await startPlainService(target)
      const { url } = await startPeer(new URL('../peers/bare-socket.ts', import.meta.url), target.databaseUrl)
      // about as large as a booking
      const body = { note: 'x'.repeat(900) }
      return measureCases(
        { url, token: undefined, call: () => ({ method: 'POST', path: '/', body }) },
        seconds,
      )
    },
  },
}
