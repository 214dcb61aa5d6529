import { addDays, istDate } from '@jaanch/contracts/calendar'
import type { Stack } from '../context.ts'
import { placeBooking } from '../load/accounts.ts'
import { type Call, runClosedLoop, runOpenLoop } from '../load/http.ts'
import type { Group } from '../row.ts'
import { findPostmaster, readCpu } from '../stack/cpu.ts'
import { untilSettled } from '../stack/database.ts'

const peerName = 'plain Fastify and pg: look-ups and one insert in a transaction, no consequences'

/** Placing bookings while all of their consequences run. */
export const bookings: Group = {
  rows: [
    { name: 'POST /api/bookings, 8 clients', unit: 'bookings/s', better: 'higher', aim: '>= 1000', peerName },
    { name: 'POST /api/bookings, 8 clients, p50', unit: 'ms', better: 'lower', peerName },
    { name: 'POST /api/bookings at 100/s, p50', unit: 'ms', better: 'lower', aim: '<= 8', peerName },
    { name: 'POST /api/bookings at 100/s, p99', unit: 'ms', better: 'lower', aim: '<= 30', peerName },
    { name: 'POST /api/bookings at 100/s, accepted', unit: '%', better: 'higher', aim: '100' },
  ],
  async open({ stack, plain, seconds }) {
    const { url, accounts, databaseUrl } = await stack('large')
    const peer = await plain('large')
    const ours = (n: number) => placeBooking(accounts, n)
    const plainCall = (n: number) => plainBooking(accounts, n)
    return {
      async measure() {
        const closed = await runClosedLoop(url, { clients: 8, seconds, call: ours })
        await untilSettled(databaseUrl)
        const closedPeer = await runClosedLoop(peer.url, { clients: 8, seconds, call: plainCall })
        const open = await runOpenLoop(url, { rate: 100, seconds, call: ours })
        await untilSettled(databaseUrl)
        const openPeer = await runOpenLoop(peer.url, { rate: 100, seconds, call: plainCall })
        return [
          { ours: closed.perSecond, peer: closedPeer.perSecond },
          { ours: closed.p50, peer: closedPeer.p50 },
          { ours: open.p50, peer: openPeer.p50 },
          { ours: open.p99, peer: openPeer.p99 },
          { ours: open.accepted * 100 },
        ]
      },
    }
  },
}

function plainBooking({ buyers, packageIds }: Stack['accounts'], n: number): Call {
  const { id, addressId } = buyers[n % buyers.length] ?? { id: '', addressId: '' }
  return {
    method: 'POST',
    path: '/api/bookings',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      customerId: id,
      addressId,
      packageId: packageIds[n % packageIds.length],
      scheduledDate: addDays(istDate(new Date()), 2),
      scheduledTime: '08:00-10:00',
    }),
  }
}

const parts = ['all', 'api', 'workers', 'projector', 'postgres'] as const

/** From /proc, over bookings at 50 a second until nothing is left to do. What the processes use when idle is part of it. */
export const cpu: Group = {
  rows: parts.map((part) => ({
    name: `CPU for one booking with all its consequences, ${part === 'all' ? 'all processes' : part}`,
    unit: 'ms',
    better: 'lower',
    ...(part === 'all' && { aim: '<= 4' }),
  })),
  async open({ stack, seconds }) {
    const services = await stack('large')
    const postmaster = await findPostmaster(services.databaseUrl)
    return {
      async measure() {
        await untilSettled(services.databaseUrl)
        const before = readCpu(services, postmaster)
        const rate = 50
        await runOpenLoop(services.url, {
          rate,
          seconds: seconds * 2,
          call: (n) => placeBooking(services.accounts, n),
        })
        await untilSettled(services.databaseUrl)
        const after = readCpu(services, postmaster)
        const used = { api: 0, workers: 0, projector: 0, postgres: 0, all: 0 }
        for (const part of ['api', 'workers', 'projector', 'postgres'] as const) {
          used[part] = (after[part] - before[part]) / (rate * seconds * 2)
          used.all += used[part]
        }
        return parts.map((part) => ({ ours: used[part] }))
      },
    }
  },
}
