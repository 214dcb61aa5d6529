import { setTimeout } from 'node:timers/promises'
import type { Stack } from '../context.ts'
import { placeBooking } from '../load/accounts.ts'
import { type Call, runOpenLoop } from '../load/http.ts'
import { openSockets } from '../load/open-sockets.ts'
import { type PeerProcess, startPeer } from '../peers/start-peer.ts'
import type { Group, Pair, Row } from '../row.ts'

type Case = {
  what: string
  /** Writes per second */
  rate: number
  sockets: number
  /** Whether the sockets and the bookings are of one customer, or of fifty */
  customers: 1 | 50
  aims?: [p50: string, p99: string]
}

const cases: Case[] = [
  { what: 'one socket, 4 writes/s', rate: 4, sockets: 1, customers: 1, aims: ['<= 9', '<= 50'] },
  { what: 'one socket, 20 writes/s', rate: 20, sockets: 1, customers: 1, aims: ['<= 9', '<= 50'] },
  { what: 'one socket, 50 writes/s', rate: 50, sockets: 1, customers: 1, aims: ['<= 9', '<= 50'] },
  { what: 'one socket, 100 writes/s', rate: 100, sockets: 1, customers: 1, aims: ['<= 9', '<= 50'] },
  {
    what: '1,000 sockets of one customer, 20 writes/s',
    rate: 20,
    sockets: 1_000,
    customers: 1,
    aims: ['<= 9', '<= 50'],
  },
  {
    what: '1,000 sockets of 50 customers, 100 writes/s (200 events/s)',
    ...{ rate: 100, sockets: 1_000, customers: 50, aims: ['<= 9', '<= 50'] },
  },
]

const peerName = 'bare LISTEN and Socket.IO, the same writes and sockets'

const row = (name: string, aim?: string): Row => ({
  name,
  unit: 'ms',
  better: 'lower',
  peerName,
  ...(aim && { aim }),
})

/** From the arrival of the answer to that of the socket's first message about the booking. */
export const push: Group = {
  rows: cases.flatMap(({ what, aims }) => [
    row(`acknowledged → at a socket: ${what}, p50`, aims?.[0]),
    row(`acknowledged → at a socket: ${what}, p99`, aims?.[1]),
  ]),
  async open({ stack, isQuick, seconds }) {
    const ours = await stack('large')
    const bare = await startPeer('bare-socket.ts', { DATABASE_URL: ours.databaseUrl })
    return {
      async measure() {
        const pairs: Pair[] = []
        for (const listed of cases) {
          const { accounts } = ours
          const one = { ...listed, sockets: Math.min(listed.sockets, isQuick ? 100 : 1_000) }
          const people = one.customers === 1 ? [accounts.customer] : accounts.buyers
          const token = (n: number) => people[n % people.length]?.token ?? null
          const mine = await measureCase(ours, one, seconds, token, (n) =>
            placeBooking(accounts, n, people[n % people.length]),
          )
          // everybody gets everything from the bare server: fewer sockets for the same number of messages
          const bareCase = { ...one, sockets: one.sockets / one.customers }
          const theirs = await measureCase(bare, bareCase, seconds, () => null, bareWrite)
          pairs.push({ ours: mine.p50, peer: theirs.p50 }, { ours: mine.p99, peer: theirs.p99 })
        }
        return pairs
      },
      close: () => bare.close(),
    }
  },
}

/** A row of about the size of a booking's. */
function bareWrite(): Call {
  const body = JSON.stringify({ note: 'x'.repeat(900) })
  return { method: 'POST', path: '/', headers: { 'content-type': 'application/json' }, body }
}

async function measureCase(
  { url }: Stack | PeerProcess,
  { rate, sockets: count }: Case,
  seconds: number,
  token: (n: number) => string | null,
  call: (n: number) => Call,
): Promise<{ p50: number; p99: number }> {
  const sockets = await openSockets(
    url,
    Array.from({ length: count }, (_, n) => token(n)),
  )
  try {
    const answered: [string, number][] = []
    await runOpenLoop(url, {
      rate,
      seconds,
      call,
      onAnswer: ({ status, body }, at) => {
        if (status === 201) answered.push([JSON.parse(body).id, performance.timeOrigin + at])
      },
    })
    // what has not arrived by then is lost, and shows as fewer received
    await setTimeout(2_000)
    const { received, p50, p99 } = await sockets.report(answered)
    if (received === 0) throw new Error('No message arrived')
    return { p50, p99 }
  } finally {
    await sockets.close()
  }
}
