import { readFileSync } from 'node:fs'
import { listChildren } from '@jaanch/infra/local/process/inspect'
import { placeBooking, writes } from '@jaanch/tests/support/hot-calls'
import { isAnswered, latency, type Outcome, runClosedLoop, runOpenLoop } from '@jaanch/tests/support/load'
import { refusalOf, sendTo } from '@jaanch/tests/support/send'
import { bytes, type Group, ms, rate, type Target } from '../group.ts'

const clients = 8

const loadOf = ({ url, sample }: Target) => ({
  send: sendTo(url),
  call: (n: number) => placeBooking(sample, n),
})

export const writeCalls: Group = {
  rows: [
    rate(`bookings, ${clients} clients`, 'bookings/s'),
    rate(`bookings, ${clients} clients, with all consequences done`, 'bookings/s', '>= 800'),
    ms(`a booking, ${clients} clients, p50`),
    ms('a booking at 100/s, p50', '<= 8'),
    ms('a booking at 100/s, p99', '<= 30'),
    rate('bookings at 100/s, accepted', '%', '100'),
  ],
  async measure(target, { seconds }) {
    const load = loadOf(target)
    const startedAt = performance.now()
    const closed = await runClosedLoop(load, { clients, seconds })
    await target.untilSettled()
    const settledAfter = (performance.now() - startedAt) / 1_000
    const open = await runOpenLoop(load, { rate: 100, seconds })
    await target.untilSettled()
    return [
      closed.filter(isAnswered).length / seconds,
      closed.filter(isAnswered).length / settledAfter,
      latency(closed, 0.5),
      latency(open, 0.5),
      latency(open, 0.99),
      (open.filter(isAnswered).length / open.length) * 100,
    ]
  },
}

const parts = ['api', 'workers', 'projector', 'postgres', 'redis'] as const
const atRate = 50

/** Over bookings until nothing is left to do. What the processes use when idle is part of it. */
export const cpu: Group = {
  rows: [
    ms(`CPU for one booking at ${atRate}/s, all processes`, '<= 6'),
    ...parts.map((part) => ms(`CPU for one booking at ${atRate}/s, ${part}`)),
  ],
  async measure(target, { seconds }) {
    await target.untilSettled()
    const before = target.readCpu()
    const outcomes = await runOpenLoop(loadOf(target), { rate: atRate, seconds: seconds * 2 })
    await target.untilSettled()
    const after = target.readCpu()
    const each = parts.map((part) => (after[part] - before[part]) / outcomes.filter(isAnswered).length)
    return [each.reduce((sum, used) => sum + used, 0), ...each]
  },
}

/** USER_HZ of Linux */
const ticksPerSecond = 100

/**
 * @param withChildren also of its children, and of those that have ended: the backends of a Postgres server
 * @returns user and system time of a process since its start, ms; 0 if it has ended
 */
export function cpuMs(pid: number | undefined, withChildren = false): number {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return 0
  }
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // utime and stime; cutime and cstime
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number)
  const own = ((user + system + (withChildren ? endedUser + endedSystem : 0)) * 1_000) / ticksPerSecond
  return own + (withChildren ? listChildren(pid ?? 0).reduce((sum, child) => sum + cpuMs(child), 0) : 0)
}

/** Tables by what they are for; the rest (accounts, catalogue, files, rows that are deleted again) is not counted. */
const tables = {
  log: /^log\./,
  'details, orders and forecasts': /^public\.(booking_details|orders|payment_references|report_promises)$/,
  'read tables': /^read_\d+\./,
  'messages that were sent': /^public\.outbox$/,
} as const

/** @returns bytes with indexes, of each part */
async function sizes({ query }: Target): Promise<number[]> {
  await query('vacuum')
  const rows = await query<{ name: string; bytes: number }>(
    `select n.nspname || '.' || c.relname as name, pg_total_relation_size(c.oid)::float8 as bytes
       from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r'`,
  )
  return Object.values(tables).map((pattern) =>
    rows.reduce((sum, row) => sum + (pattern.test(row.name) ? row.bytes : 0), 0),
  )
}

/** The rows that bookings add which are placed and completed through the API, with their correlation ids, messages and dead rows. */
export const disk: Group = {
  rows: [
    bytes('disk for one booking, without messages', '<= 5500'),
    ...Object.keys(tables).map((part) => bytes(`disk for one booking, ${part}`)),
  ],
  async measure(target, { seconds }) {
    const load = loadOf(target)
    const [, ...steps] = Object.keys(writes).filter((name) =>
      /booking|lab|payment|collection|processing/.test(name),
    )
    const before = await sizes(target)
    let completed = 0
    async function onOutcome({ answer }: Outcome): Promise<void> {
      const { id } = (answer?.body ?? {}) as { id?: string }
      if (!id) return
      for (const name of steps) {
        const call = (writes[name] as (typeof writes)[string])(target.sample, id, 0)
        const step = await load.send(call)
        if (step.status >= 300) throw refusalOf(call, step)
      }
      completed += 1
    }
    await runClosedLoop({ ...load, onOutcome }, { clients, seconds })
    await target.untilSettled()
    const after = await sizes(target)
    const added = after.map((size, part) => (size - (before[part] ?? 0)) / completed)
    const [log = 0, details = 0, read = 0] = added
    return [log + details + read, ...added]
  },
}
