/**
 * `npm run drill:messages -- flush` empties Redis every second while 2,000 bookings flow through their first steps;
 * `-- kill` kills a random worker (kill -9) every second instead. Afterwards every booking must have one order, and every
 * reader one message for each step. Bounded: it ends by itself, and talks to this machine only.
 */
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createLog } from '@jaanch/platform/logging'
import { createRedis } from '@jaanch/platform/redis'
import pg from 'pg'
import { flow } from './flow.ts'
import { troublesOf } from './judge.ts'
import { startOwnStack } from './own-stack.ts'
import { openSinks } from './sinks.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { bookings: { type: 'string', default: '2000' }, seconds: { type: 'string', default: '60' } },
})
const chaos = positionals[0] === 'kill' ? 'kill' : 'flush'
const settleWithin = chaos === 'kill' ? 20_000 : 15_000

const sinks = await openSinks()
const stack = await startOwnStack({
  SMTP_URL: sinks.smtpUrl,
  SMS_GATEWAY_URL: sinks.smsUrl,
  // of six, each lives some five seconds and is back a second after
  WORKER_PROCESSES: chaos === 'kill' ? '6' : '1',
})
try {
  const stop = new AbortController()
  const blows = chaos === 'kill' ? killWorkers(stop.signal) : flushRedis(stop.signal)
  const began = Date.now()
  const bookings = await flow(stack.url, Number(values.bookings), Number(values.seconds) * 1_000)
  const took = Date.now() - began
  stop.abort()
  const count = await blows
  const last = Date.now()
  const before = new Set(sinks.deliveries.map(({ id }) => id)).size

  let troubles: string[]
  do {
    await setTimeout(250)
    troubles = [
      ...(await withoutOrder(bookings.map(({ id }) => id))),
      ...troublesOf(bookings, sinks.deliveries, chaos === 'kill'),
    ]
  } while (troubles.length > 0 && Date.now() - last < settleWithin)
  const settled = Date.now() - last
  // nothing may come late either
  await setTimeout(5_000)
  const after = troublesOf(bookings, sinks.deliveries, chaos === 'kill')

  const distinct = new Set(sinks.deliveries.map(({ id }) => id)).size
  console.log(
    `${bookings.length} bookings in ${Math.round(took / 1_000)} s; ${count} times ${chaos === 'kill' ? 'a worker was killed' : 'Redis was emptied'}; ` +
      `${distinct} messages, ${distinct - before} of them after the last blow (${sinks.deliveries.length - distinct} repeated with their own id); settled ${settled} ms after the last blow.`,
  )
  const all = troubles.length > 0 ? troubles : after
  console.log(
    all.length === 0
      ? 'Every booking has one order, and every reader had one message for each step.'
      : `${all.length} troubles:\n${all.slice(0, 20).join('\n')}`,
  )
  process.exitCode = all.length === 0 && bookings.length > 0 && count > 0 ? 0 : 1
} finally {
  await stack.stop()
  await sinks.close()
}

async function killWorkers(signal: AbortSignal): Promise<number> {
  let kills = 0
  while (!signal.aborted) {
    await setTimeout(1_000, undefined, { signal }).catch(() => {})
    const pids = stack.pidsOf('workers')
    const pid = pids[Math.floor(Math.random() * pids.length)]
    if (signal.aborted || !pid) continue
    process.kill(pid, 'SIGKILL')
    kills += 1
  }
  return kills
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

/** Orders are counted in the log itself: exactly one event for each booking. */
async function withoutOrder(ids: readonly string[]): Promise<string[]> {
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
