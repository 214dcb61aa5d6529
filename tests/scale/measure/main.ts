/**
 * `npm run size:measure [-- --bookings 20000] [--only bulk,reads]`: what a booking costs, for the tables of `npm run size`. Runs the services
 * on servers of their own, and writes tests/scale/measured.json. About fifteen minutes.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { inRepository } from '@jaanch/infra/local/paths'
import { startPostgres } from '@jaanch/infra/local/postgres'
import { startRedis } from '@jaanch/infra/local/redis'
import { signInAll } from '../../bench/load/accounts.ts'
import { createGenerated, withClient } from '../../bench/stack/database.ts'
import { startServices, untilReady } from '../../bench/stack/services.ts'
import { runLifecycle } from './lifecycle.ts'
import { measureIdle, measureSteps } from './measure-bookings.ts'
import { measureBulk } from './measure-bulk.ts'
import { measureReads } from './measure-reads.ts'
import { measureSockets } from './measure-sockets.ts'

const { values } = parseArgs({
  options: {
    bookings: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '60' },
    only: { type: 'string', default: 'idle,steps,reads,sockets,bulk' },
  },
})
const seconds = Number(values.seconds)
const chosen = values.only.split(',')
const path = inRepository('tests', 'scale', 'measured.json')

const dataDir = await mkdtemp(join(tmpdir(), 'jaanch-scale-'))
const [postgres, redis] = await Promise.all([startPostgres({ dataDir }), startRedis({ dataDir })])
try {
  const databaseUrl = await createGenerated(postgres.url, 'scale', Number(values.bookings))
  const options = { databaseUrl, redisUrl: redis.url, directory: dataDir }
  const services = await startServices(options)
  try {
    await untilReady(services)
    await withClient(databaseUrl, (client) => client.query('vacuum (analyze)'))
    const watched = { services, redisPid: redis.pid() ?? 0, redisUrl: redis.url }
    const accounts = await signInAll(services)
    // caches are filled, plans are made
    await runLifecycle(services, accounts, { rate: 3, seconds: 20, reports: true })
    const measurements: Record<string, () => Promise<unknown>> = {
      idle: () => measureIdle(watched, seconds / 2),
      steps: () => measureSteps(watched, accounts, seconds),
      reads: () => measureReads(watched, accounts, seconds / 3),
      sockets: () => measureSockets(watched, accounts),
      bulk: () => measureBulk(options, watched, accounts),
    }
    for (const name of chosen) {
      const result = await measurements[name]?.()
      console.log(name, JSON.stringify(result))
      const before = JSON.parse(await readFile(path, 'utf8').catch(() => '{}'))
      const machine = {
        at: new Date().toISOString().slice(0, 10),
        cores: availableParallelism(),
        node: process.version,
      }
      await writeFile(path, `${JSON.stringify({ ...before, machine, [name]: result }, null, 2)}\n`)
    }
  } finally {
    await services.close()
  }
} finally {
  await Promise.all([postgres.stop(), redis.stop()])
  await rm(dataDir, { recursive: true, force: true })
}
