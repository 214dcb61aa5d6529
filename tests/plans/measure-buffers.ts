import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@jaanch/infra/local/postgres'
import { type Accounts, signInAll } from '../bench/load/accounts.ts'
import { reads, type Sample, takeSample, writes } from '../bench/load/calls.ts'
import type { Call } from '../bench/load/http.ts'
import { createGenerated, withClient } from '../bench/stack/database.ts'
import { type Services, startServices, untilReady } from '../bench/stack/services.ts'
import { median } from '../bench/statistics.ts'
import { startOwnRedis } from '../support/own-redis.ts'
import { assertLogged, explainSettings, openStatementLog, type Statement } from './statement-log.ts'

export type Measured = {
  call: string
  /** Pages of tables and indexes that its statements touched, in the cache or not */
  buffers: number
  /** Of one of the calls */
  statements: Statement[]
}

/** A statement has a plan of its own for each of its first five executions; from then on a common one may be used. */
const warmUps = 6
const repeats = 5

/** Measures on a new server with generated bookings. */
export async function measureBuffers(bookings: number): Promise<Measured[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'jaanch-plans-'))
  const postgres = await startPostgres({ dataDir, throwAway: true, settings: explainSettings })
  const redis = await startOwnRedis()
  try {
    const databaseUrl = await createGenerated(postgres.url, 'plans', bookings)
    const services = await startServices({ databaseUrl, redisUrl: redis.url, directory: dataDir })
    try {
      await untilReady(services)
      await withClient(databaseUrl, (client) => client.query('vacuum (analyze)'))
      return await measureBuffersOf(services, await signInAll(services), dataDir)
    } finally {
      await services.close()
    }
  } finally {
    await Promise.all([postgres.stop(), redis.stop()])
    await rm(dataDir, { recursive: true, force: true })
  }
}

/**
 * Sends each hot call to an API, and reads from the log of Postgres what its statements touched. Independent of time and load:
 * buffers are counted. The server has the settings `explainSettings`, and from now on logs every statement.
 * @param dataDir of the server
 */
export async function measureBuffersOf(
  { url, databaseUrl }: Pick<Services, 'url' | 'databaseUrl'>,
  accounts: Accounts,
  dataDir: string,
): Promise<Measured[]> {
  await withClient(databaseUrl, async (client) => {
    await client.query('alter system set auto_explain.log_min_duration = 0')
    await client.query('select pg_reload_conf()')
  })
  const log = openStatementLog(join(dataDir, 'logs', 'postgres.log'))
  const sample = await takeSample(url, accounts)
  return withClient(databaseUrl, (client) =>
    // as a changed package does: a kept answer is read again
    measureCalls(url, sample, log, () => client.query('update catalogue_version set id = gen_random_uuid()')),
  )
}

async function measureCalls(
  url: string,
  sample: Sample,
  log: ReturnType<typeof openStatementLog>,
  renewKept: () => Promise<unknown>,
): Promise<Measured[]> {
  const rounds = new Map<string, Statement[][]>()
  async function observe(name: string, call: Call): Promise<string> {
    await renewKept()
    await log.take()
    const body = await answer(url, call)
    rounds.set(name, [...(rounds.get(name) ?? []), await log.take()])
    return body
  }
  for (const [name, make] of Object.entries(reads))
    for (let n = 0; n < warmUps + repeats; n += 1) await observe(name, make(sample))
  for (let n = 0; n < warmUps + repeats; n += 1) {
    let id = ''
    for (const [name, make] of Object.entries(writes)) {
      const body = await observe(name, make(sample, id, n))
      if (name === 'place a booking') id = JSON.parse(body).id
    }
  }
  assertLogged(rounds)
  return [...rounds].map(([call, observed]) => {
    const measured = observed.slice(warmUps)
    return {
      call,
      buffers: median(
        measured.map((statements) => statements.reduce((sum, { buffers }) => sum + buffers, 0)),
      ),
      statements: measured.at(-1) ?? [],
    }
  })
}

async function answer(url: string, { path, ...init }: Call): Promise<string> {
  const response = await fetch(`${url}${path}`, init)
  const body = await response.text()
  // a database without a report or prescription answers 404
  if (!response.ok && response.status !== 404) throw new Error(`${path}: ${response.status} ${body}`)
  return body
}
