import { startApi } from '@jaanch/api/start'
import { createLog } from '@jaanch/platform/logging'
import type { Closing } from '@jaanch/platform/service'
import { runProjector } from '@jaanch/projector/projector'
import { startWorkers } from '@jaanch/workers/start'
import { inject } from 'vitest'
import { createTestDatabase, type TestDatabase } from './database.ts'

export type Stack = {
  database: TestDatabase
  /** Address of the API, `http://127.0.0.1:<port>` */
  url: string
  /** Starts another API process's worth of parts on the same database; answers its address. */
  anotherApi(): Promise<string>
  stopProjector(): Promise<void>
  startProjector(): void
  close(): Promise<void>
}

export const testSecret = 'a secret of the tests that is long enough'

/** API, workers and projector in this process, on a database of their own, with the real Postgres and Redis. */
export async function startStack(): Promise<Stack> {
  const database = await createTestDatabase()
  const redisUrl = await ownRedisDatabase(inject('redisUrl'))
  const log = createLog('test', process.env.LOG_LEVEL ?? 'silent')
  const shared = { databaseUrl: database.url, redisUrl, log }
  const closings: Closing[][] = []

  let projector = { stop: new AbortController(), running: Promise.resolve() }
  function startProjector(): void {
    const stop = new AbortController()
    projector = { stop, running: runProjector({ url: database.url, log, signal: stop.signal }) }
  }
  async function stopProjector(): Promise<void> {
    projector.stop.abort()
    await projector.running
  }
  async function anotherApi(): Promise<string> {
    const api = await startApi({
      ...shared,
      jwtSecret: testSecret,
      publicUrl: 'http://localhost',
      host: '127.0.0.1',
      port: 0,
    })
    closings.push(api.closings)
    return `http://127.0.0.1:${api.port}`
  }

  startProjector()
  const url = await anotherApi()
  closings.push(startWorkers({ ...shared, concurrency: 10 }))
  await untilReady(url)

  return {
    database,
    url,
    anotherApi,
    startProjector,
    stopProjector,
    async close() {
      for (const parts of closings) for (const close of parts) await close()
      await stopProjector()
      await database.drop()
    },
  }
}

async function untilReady(url: string): Promise<void> {
  const deadline = Date.now() + 20_000
  while (!(await fetch(`${url}/api/ready`)).ok) {
    if (Date.now() > deadline) throw new Error('The stack did not become ready')
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/** Redis has 16 numbered databases: each test file of a worker takes the one of its vitest worker. */
async function ownRedisDatabase(url: string): Promise<string> {
  const own = new URL(url)
  own.pathname = `/${Number(process.env.VITEST_POOL_ID ?? 0) % 16}`
  return own.href
}
