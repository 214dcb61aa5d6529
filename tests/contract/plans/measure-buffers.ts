import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@jaanch/infra/local/postgres'
import { type GeneratedStack, startGeneratedStack } from '@jaanch/tests/support/generated-stack'
import { reads, writes } from '@jaanch/tests/support/hot-calls'
import { startOwnRedis } from '@jaanch/tests/support/own-redis'
import { quantile } from '@jaanch/tests/support/quantile'
import { type Call, refusalOf, sendTo } from '@jaanch/tests/support/send'
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
const repeats = 3

/** Sends each hot call to an API with generated bookings, and reads from the log of Postgres what its statements touched. */
export async function measureBuffers(bookings: number): Promise<Measured[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'jaanch-plans-'))
  const postgres = await startPostgres({ dataDir, throwAway: true, settings: explainSettings })
  const redis = await startOwnRedis()
  try {
    const servers = { serverUrl: postgres.url, redisUrl: redis.url, dataDir }
    const stack = await startGeneratedStack({ ...servers, name: 'plans', bookings })
    try {
      await stack.query('alter system set auto_explain.log_min_duration = 0')
      await stack.query('select pg_reload_conf()')
      return await measureCalls(stack, openStatementLog(join(dataDir, 'logs', 'postgres.log')))
    } finally {
      await stack.close()
    }
  } finally {
    await Promise.all([postgres.stop(), redis.stop()])
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measureCalls(
  { url, query, sample }: GeneratedStack,
  log: ReturnType<typeof openStatementLog>,
): Promise<Measured[]> {
  const send = sendTo(url)
  const rounds = new Map<string, Statement[][]>()
  async function observe(name: string, call: Call): Promise<unknown> {
    // as a changed package does: a kept answer is read again
    await query('update catalogue_version set id = gen_random_uuid()')
    await log.take()
    const answer = await send(call)
    // a database without a report or prescription answers 404
    if (answer.status >= 300 && answer.status !== 404) throw refusalOf(call, answer)
    rounds.set(name, [...(rounds.get(name) ?? []), await log.take()])
    return answer.body
  }
  for (const [name, make] of Object.entries(reads))
    for (let n = 0; n < warmUps + repeats; n += 1) await observe(name, make(sample))
  for (let n = 0; n < warmUps + repeats; n += 1) {
    let id = ''
    for (const [name, make] of Object.entries(writes)) {
      const body = await observe(name, make(sample, id, n))
      if (name === 'place a booking') id = (body as { id: string }).id
    }
  }
  assertLogged(rounds)
  return [...rounds].map(([call, observed]) => {
    const measured = observed.slice(warmUps)
    const sums = measured.map((statements) => statements.reduce((sum, { buffers }) => sum + buffers, 0))
    return { call, buffers: quantile(sums, 0.5), statements: measured.at(-1) ?? [] }
  })
}
