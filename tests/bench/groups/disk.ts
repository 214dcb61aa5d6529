import { placeBooking, writes } from '@jaanch/tests/support/hot-calls'
import { runClosedLoop } from '@jaanch/tests/support/load'
import { refusalOf, sendTo } from '@jaanch/tests/support/send'
import type { Group, Target } from '../group.ts'

/** Tables by what they are for; the rest (accounts, catalogue, files, rows that are deleted again) is not counted. */
const parts = {
  log: /^log\./,
  'details, orders and forecasts': /^public\.(booking_details|orders|payment_references|report_promises)$/,
  'read tables': /^read_\d+\./,
  'messages that were sent': /^public\.outbox$/,
} as const

/** @returns bytes with indexes */
async function sizes({ query }: Target): Promise<number[]> {
  await query('vacuum')
  const rows = await query<{ name: string; bytes: number }>(
    `select n.nspname || '.' || c.relname as name, pg_total_relation_size(c.oid)::float8 as bytes
       from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r'`,
  )
  return Object.values(parts).map((pattern) =>
    rows.reduce((sum, { name, bytes }) => sum + (pattern.test(name) ? bytes : 0), 0),
  )
}

/** What bookings add that are placed and completed through the API, with their correlation ids, messages and dead rows. */
export const disk: Group = {
  rows: [
    { name: 'disk for one booking, without messages', unit: 'bytes', better: 'lower', aim: '<= 5500' },
    ...Object.keys(parts).map((part) => ({
      ...{ name: `disk for one booking, ${part}`, unit: 'bytes', better: 'lower' as const },
    })),
  ],
  async measure(target, { seconds }) {
    const { sample, url } = target
    const send = sendTo(url)
    const steps = Object.entries(writes).flatMap(([name, step]) =>
      /booking|lab|payment|collection|processing/.test(name) ? [step] : [],
    )
    const before = await sizes(target)
    const load = { send, call: (n: number) => placeBooking(sample, n) }
    let completed = 0
    await runClosedLoop(
      {
        ...load,
        async onOutcome(outcome) {
          const { id } = (outcome.answer?.body ?? {}) as { id?: string }
          if (!id) return
          for (const step of steps.slice(1)) {
            const call = step(sample, id, 0)
            const answer = await send(call)
            if (answer.status >= 300) throw refusalOf(call, answer)
          }
          completed += 1
        },
      },
      { clients: 8, seconds },
    )
    await target.untilSettled()
    const after = await sizes(target)
    const added = after.map((bytes, part) => (bytes - (before[part] ?? 0)) / completed)
    const [log = 0, details = 0, read = 0] = added
    return [log + details + read, ...added]
  },
}
