/**
 * `npm run bench:backup [-- --bookings 500000]`: backs up a large database on its own Postgres while events are appended,
 * restores it into a second database, and prints minutes and bytes.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createAppender } from '@jaanch/eventlog/appender'
import { loadDemo } from '@jaanch/infra/demo/load'
import { startPostgres } from '@jaanch/infra/local/postgres'
import { migrate } from '@jaanch/infra/migrations/migrate'
import { runOps } from '@jaanch/infra/ops/testing'
import { createPostgresPool } from '@jaanch/platform/postgres'
import pg from 'pg'
import { multiplyBookings } from './multiply-bookings.ts'

const { values } = parseArgs({
  options: { bookings: { type: 'string', default: '500000' }, rate: { type: 'string', default: '200' } },
})

const home = await mkdtemp(join(tmpdir(), 'jaanch-bench-backup-'))
const server = await startPostgres({ dataDir: join(home, 'data') })
try {
  await migrate(server.url)
  await loadDemo({ databaseUrl: server.url })
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  console.log(await multiplyBookings(client, Number(values.bookings)))
  await client.query('create database restored')
  await client.end()

  const directory = join(home, 'backup')
  const load = startLoad(server.url, Number(values.rate))
  await new Promise((resolve) => setTimeout(resolve, 10_000))
  const alone = load.latencies()
  const backup = await runOps({ DATABASE_URL: server.url }, 'backup', directory, '--json')
  const during = load.latencies()
  await load.stop()
  if (backup.code !== 0) throw new Error(backup.err)
  const { ms, rows, files, bytes, head } = JSON.parse(backup.out)
  console.log({ backup: { minutes: minutes(ms), rows, head, files, bytes }, appendsMs: { alone, during } })

  const restoredUrl = Object.assign(new URL(server.url), { pathname: '/restored' }).href
  const restored = await runOps({ DATABASE_URL: restoredUrl }, 'restore', directory, '--json')
  if (restored.code !== 0) throw new Error(restored.err)
  console.log({ restore: { minutes: minutes(JSON.parse(restored.out).ms) } })
} finally {
  await server.stop()
  await rm(home, { recursive: true })
}

function minutes(ms: number): number {
  return Number((ms / 60_000).toFixed(2))
}

/** Appends `rate` events a second, each on its own. */
function startLoad(url: string, rate: number) {
  const pool = createPostgresPool({ url, name: 'bench', max: 2 })
  const appender = createAppender({ pool })
  let times: number[] = []
  const pending = new Set<Promise<unknown>>()
  async function append(): Promise<void> {
    const startedAt = performance.now()
    await appender.append({
      id: randomUUID(),
      streamId: `booking-${randomUUID()}`,
      expected: 0,
      events: [{ type: 'LabAssigned', data: { labPartnerId: randomUUID() } }],
      actor: 'system:bench',
    })
    times.push(performance.now() - startedAt)
  }
  const timer = setInterval(() => {
    const appending = append()
    pending.add(appending)
    appending.finally(() => pending.delete(appending))
  }, 1_000 / rate)
  return {
    /** Of the appends since the last call, ms */
    latencies() {
      const sorted = times.toSorted((a, b) => a - b)
      times = []
      const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
      return { appends: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) }
    },
    async stop() {
      clearInterval(timer)
      await Promise.all(pending)
      await appender.close()
      await pool.end()
    },
  }
}
