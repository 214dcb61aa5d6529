import { reads } from '@jaanch/tests/support/hot-calls'
import { isAnswered, runClosedLoop } from '@jaanch/tests/support/load'
import { type Call, type Send, sendTo } from '@jaanch/tests/support/send'
import { type Group, rate, type Target } from '../group.ts'
import { startPlainService } from '../peers/start-plain-service.ts'

const clients = 8

/** What people open all the time, and the call of the plain service that shows the same */
const calls: Readonly<Record<string, ((target: Target) => Call) | undefined>> = {
  'popular packages': () => ({ method: 'GET', path: '/api/packages/popular' }),
  'search: thyroid': undefined,
  "a lab's bookings": ({ sample }) => ({ method: 'GET', path: `/api/bookings?lab=${sample.lab.id}` }),
  'all bookings': () => ({ method: 'GET', path: '/api/bookings' }),
  'all bookings of a test': undefined,
  'all labs': undefined,
  dashboard: undefined,
}
const names = Object.keys(calls)

/** Nobody compresses: the plain service does not, and what gzip costs is the same for both. */
async function measureCall(send: Send, asked: Call, seconds: number): Promise<number[]> {
  const call = { ...asked, headers: { ...asked.headers, 'accept-encoding': 'identity' } }
  const outcomes = await runClosedLoop({ send, call: () => call }, { clients, seconds })
  const { answer } = outcomes.find(isAnswered) ?? {}
  return [
    outcomes.filter(isAnswered).length / seconds,
    answer ? Buffer.byteLength(JSON.stringify(answer.body)) : Number.NaN,
  ]
}

export const readCalls: Group = {
  rows: names.flatMap((name) => [
    rate(`${name}, ${clients} clients`, 'answers/s'),
    { name: `${name}, JSON`, unit: 'bytes', better: 'lower' as const },
  ]),
  async measure({ url, sample }, { seconds }) {
    const send = sendTo(url)
    const figures: number[] = []
    for (const name of names) {
      const call = (reads[name] as (typeof reads)[string])(sample)
      figures.push(...(await measureCall(send, call, seconds / 2)))
    }
    return figures
  },
  peer: {
    name: 'Fastify and pg, a prepared select of the same columns',
    lacks: 'accounts, policies, read-your-writes, catch-up positions',
    async measure(target, { seconds }) {
      const { url } = await startPlainService(target)
      const send = sendTo(url)
      const figures: number[] = []
      for (const call of Object.values(calls)) {
        figures.push(
          ...(call ? await measureCall(send, call(target), seconds / 2) : [Number.NaN, Number.NaN]),
        )
      }
      return figures
    },
  },
}
