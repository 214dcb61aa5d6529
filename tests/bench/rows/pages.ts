import { read } from '../load/accounts.ts'
import { type Call, runClosedLoop } from '../load/http.ts'
import type { Group, Row } from '../row.ts'

const clients = 8

const row = (what: string, aim: string): Row => ({
  name: `GET ${what}, 8 clients`,
  unit: 'answers/s',
  better: 'higher',
  aim,
  peerName: 'plain Fastify and pg, the same query',
})

/** Pages that people open all the time, on the database with many bookings. */
export const pages: Group = {
  rows: [
    row('/api/packages/popular, kept copy', '× >= 2'),
    row("a lab's page of 50 bookings", '× >= 0.9'),
    row("an admin's page of 50 bookings", '× >= 0.9'),
  ],
  async open({ stack, plain, seconds }) {
    const { url, accounts } = await stack('large')
    const peer = await plain('large')
    const rate = async (base: string, call: Call) =>
      (await runClosedLoop(base, { clients, seconds: seconds / 2, call: () => call })).perSecond
    const { admin, lab } = accounts
    const calls: [ours: Call, plain: Call][] = [
      [read('/api/packages/popular'), read('/api/packages/popular')],
      [read('/api/bookings?limit=50', lab.token), read(`/api/bookings?lab=${lab.id}`)],
      [read('/api/bookings?limit=50', admin), read('/api/bookings')],
    ]
    return {
      async measure() {
        const pairs = []
        for (const [ours, plainCall] of calls)
          pairs.push({ ours: await rate(url, ours), peer: await rate(peer.url, plainCall) })
        return pairs
      },
    }
  },
}
