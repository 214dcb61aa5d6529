/**
 * `npm run drill:messages -- flush` empties Redis every second while 2,000 bookings pass through their first steps;
 * `-- kill` kills a random worker (kill -9) every second instead. Afterwards every booking must have one order, and every
 * recipient one message about each step. It ends by itself and connects only to this machine.
 */
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createLog } from '@jaanch/platform/logging'
import { createRedis } from '@jaanch/platform/redis'
import pg from 'pg'
import { runBookingFlow } from './booking-flow.ts'
import { findMessageProblems } from './check-messages.ts'
import { startMessageReceivers } from './message-receivers.ts'
import { proveContacts } from './prove-contacts.ts'
import { startStackProcess } from './stack-process.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { bookings: { type: 'string', default: '2000' }, seconds: { type: 'string', default: '60' } },
})
const kills = positionals[0] === 'kill'
const settleWithinMs = kills ? 20_000 : 15_000

const receivers = await startMessageReceivers()
const stack = await startStackProcess({
  SMTP_URL: receivers.smtpUrl,
  SMS_GATEWAY_URL: receivers.smsUrl,
  // a customer has more bookings in a minute than a person in a day
  LIMIT_SCALE: '1000',
  // with six, each runs for about five seconds and is restarted after one second
  WORKER_PROCESSES: kills ? '6' : '1',
})
try {
  const stop = new AbortController()
  const disturbances = kills ? killWorkers(stop.signal) : flushRedis(stop.signal)
  const startedAt = Date.now()
  const bookings = await runBookingFlow(stack.url, Number(values.bookings), Number(values.seconds) * 1_000, {
    onCustomer: () => proveContacts(stack.databaseUrl),
  })
  const durationMs = Date.now() - startedAt
  stop.abort()
  const count = await disturbances
  const lastDisturbance = Date.now()
  const before = new Set(receivers.listDeliveries().map(({ id }) => id)).size

  let problems: string[]
  do {
    await setTimeout(250)
    const withoutOrder = await findBookingsWithoutOrder(bookings.map(({ id }) => id))
    problems = [...withoutOrder, ...findMessageProblems(bookings, receivers.listDeliveries(), kills)]
  } while (problems.length > 0 && Date.now() - lastDisturbance < settleWithinMs)
  const settledMs = Date.now() - lastDisturbance
  // no message may arrive later either
  await setTimeout(5_000)
  if (problems.length === 0) problems = findMessageProblems(bookings, receivers.listDeliveries(), kills)

  const deliveries = receivers.listDeliveries()
  const messages = new Set(deliveries.map(({ id }) => id)).size
  console.log(
    `${bookings.length} bookings in ${Math.round(durationMs / 1_000)} s; ${kills ? 'a worker was killed' : 'Redis was emptied'} ${count} times; ` +
      `${messages} messages, ${messages - before} of them after the last disturbance (${deliveries.length - messages} repeated with the same id); settled ${settledMs} ms after the last disturbance.`,
  )
  console.log(
    problems.length === 0
      ? 'Every booking has one order, and every recipient got one message about each step.'
      : `${problems.length} problems:\n${problems.slice(0, 20).join('\n')}`,
  )
  process.exitCode = problems.length === 0 && bookings.length > 0 && count > 0 ? 0 : 1
} finally {
  await stack.stop()
  await receivers.close()
}

async function killWorkers(signal: AbortSignal): Promise<number> {
  let count = 0
  while (!signal.aborted) {
    await setTimeout(1_000, undefined, { signal }).catch(() => {})
    const pids = stack.listPids('workers')
    const pid = pids[Math.floor(Math.random() * pids.length)]
    if (signal.aborted || !pid) continue
    process.kill(pid, 'SIGKILL')
    count += 1
  }
  return count
}

async function flushRedis(signal: AbortSignal): Promise<number> {
  const redis = createRedis({
    url: stack.redisUrl,
    name: 'drill',
    failFast: false,
    log: createLog('drill', 'silent'),
  })
  let flushes = 0
  while (!signal.aborted) {
    await setTimeout(1_000, undefined, { signal }).catch(() => {})
    await redis.flushall()
    flushes += 1
  }
  redis.disconnect()
  return flushes
}

/** Bookings without exactly one OrderCreated in the log. */
async function findBookingsWithoutOrder(ids: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: stack.databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string; n: number }>(
      `select b.id, count(e.position)::int as n
         from unnest($1::text[]) as b (id)
         left join log.events e on e.stream_id = 'booking-' || b.id and e.type = 'OrderCreated'
        group by b.id having count(e.position) <> 1`,
      [ids],
    )
    return rows.map(({ id, n }) => `${id} has ${n} orders`)
  } finally {
    await client.end()
  }
}
