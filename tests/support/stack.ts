import type { ApiOptions } from '@jaanch/api/services'
import { startApi } from '@jaanch/api/start'
import { createLog, type Log } from '@jaanch/platform/logging'
import type { Closing } from '@jaanch/platform/service'
import { runProjector } from '@jaanch/projector/feed/projector'
import { startWorkers, type WorkersOptions } from '@jaanch/workers/start'
import { inject } from 'vitest'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { type Proxies, startProxy } from './proxy.ts'

export type Stack = {
  database: TestDatabase
  /** Address of the API, `http://127.0.0.1:<port>` */
  url: string
  /** The Redis database of the stack, reached directly */
  redisUrl: string
  /** Starts another API on the same database. @returns its address */
  anotherApi(change?: Partial<ApiOptions>): Promise<string>
  /** Starts workers on the same database. @returns stops them */
  work(change?: Partial<WorkersOptions>): () => Promise<void>
  /** Stops these APIs and workers, and starts the projector again if it was stopped. */
  restore(): Promise<void>
  /** Between the services and their servers, with the option `isProxied` */
  proxies: Proxies | undefined
  stopProjector(): Promise<void>
  startProjector(): void
  close(): Promise<void>
}

export const testSecret = 'a secret of the tests that is long enough'

export type StackOptions = {
  /** false: no worker processes the work rows; default true */
  workers?: boolean
  /** Logger of the services; default silent */
  log?: Log
  /** true: the services reach Postgres and Redis through `proxies`; the tests reach them directly */
  isProxied?: boolean
  /** Runs before any service starts, for example to load a history */
  prepare?: (servers: Servers) => Promise<unknown>
  /** Another database than a new one on the server of the run; the stack drops it at its end */
  database?: () => Promise<TestDatabase>
  /** URL of another Redis server; default that of the run */
  redisUrl?: () => string
}

/** Tests send hundreds of requests at once, and on a busy machine their process may be blocked for many seconds. */
export const patientBounds = {
  waitingRequests: 1_000,
  waitRequestMs: 120_000,
  waitCountMs: 120_000,
  eventLoopDelayMs: 0,
  deadlineMs: 120_000,
  pdfReadMs: 120_000,
  waitPdfMs: 120_000,
}

/** The tests of a file are many people behind one address, and send more than people do. */
const manyFromOneNetwork = {
  shares: 100_000,
  sharesMade: 100_000,
  shareLooks: 100_000,
  shareLooksOfLink: 100_000,
  calls: 100_000,
  knownCalls: 100_000,
  knownCallsHere: 100_000,
  networkFailures: 100_000,
  registrations: 100_000,
  labApplications: 100_000,
  smsCodes: 100_000,
  customerWrites: 100_000,
  staffWrites: 100_000,
  bookings: 100_000,
  receipts: 100_000,
  openBookings: 100_000,
  unprovenVisits: 100_000,
  slotReads: 100_000,
  overlapReads: 100_000,
  holdsPlaced: 100_000,
  uploads: 100_000,
  uploadedBytes: 100_000_000_000,
  reportVersions: 100_000,
  reportBytes: 100_000_000_000,
  addresses: 100_000,
  familyMembers: 100_000,
}

type Servers = { databaseUrl: string; redisUrl: string }

/** Starts API, workers and projector in this process, on a new database, with the real Postgres and Redis. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const {
    workers = true,
    isProxied = false,
    prepare,
    log = createLog('test', process.env.LOG_LEVEL ?? 'silent'),
  } = options
  const database = await (options.database ?? createTestDatabase)()
  const redisUrl = options.redisUrl?.() ?? ownRedisDatabase(inject('redisUrl'))
  const servers: Servers = { databaseUrl: database.url, redisUrl }
  await prepare?.(servers)
  const proxies = isProxied
    ? { postgres: await startProxy(database.serviceUrl), redis: await startProxy(servers.redisUrl) }
    : undefined
  const shared = {
    databaseUrl: proxies ? proxies.postgres.url : database.serviceUrl,
    redisUrl: proxies ? proxies.redis.url : servers.redisUrl,
    log,
  }
  const closings: Closing[][] = []

  let projector = { stop: new AbortController(), running: Promise.resolve() }
  function startProjector(): void {
    const stop = new AbortController()
    projector = {
      stop,
      running: runProjector({ url: shared.databaseUrl, log, signal: stop.signal, silenceTimeoutMs: 120_000 }),
    }
  }
  async function stopProjector(): Promise<void> {
    projector.stop.abort()
    await projector.running
  }
  async function anotherApi(change: Partial<ApiOptions> = {}): Promise<string> {
    const api = await startApi({
      ...shared,
      jwtSecret: testSecret,
      publicUrl: 'http://localhost',
      host: '127.0.0.1',
      port: 0,
      ...change,
      limits: { ...manyFromOneNetwork, ...change.limits },
      bounds: { ...patientBounds, ...change.bounds },
    })
    closings.push(api.closings)
    return `http://127.0.0.1:${api.port}`
  }

  function work(change: Partial<WorkersOptions> = {}): () => Promise<void> {
    const parts = startWorkers({ ...shared, concurrency: 10, ...change })
    closings.push(parts)
    return async () => {
      closings.splice(closings.indexOf(parts), 1)
      for (const close of parts) await close()
    }
  }

  async function stopAfter(count: number): Promise<void> {
    for (const parts of closings.splice(count)) for (const close of parts) await close()
  }

  let closed: Promise<void> | undefined
  async function close(): Promise<void> {
    await stopAfter(0)
    await stopProjector()
    if (proxies) await Promise.all([proxies.postgres.close(), proxies.redis.close()])
    await database.drop()
  }

  startProjector()
  const url = await anotherApi()
  if (workers) work()
  await untilReady(url)
  const own = closings.length
  async function restore(): Promise<void> {
    await stopAfter(own)
    // a process that a test killed would count as alive for a while, and its settings as those of the stack
    await database.asOwner("delete from processes where details ? 'config'")
    if (projector.stop.signal.aborted) startProjector()
  }

  return {
    database,
    url,
    redisUrl: servers.redisUrl,
    anotherApi,
    work,
    restore,
    proxies,
    startProjector,
    stopProjector,
    close: () => (closed ??= close()),
  }
}

async function untilReady(url: string): Promise<void> {
  const deadline = Date.now() + 120_000
  while (!(await fetch(`${url}/api/ready`)).ok) {
    if (Date.now() > deadline) throw new Error('The stack did not become ready')
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/**
 * Starts another API, whose clock stands still. It reads no account again after some seconds: a change that it follows came by its
 * notification. @returns its address
 */
export function withStoppedClock(
  { anotherApi }: Pick<Stack, 'anotherApi'>,
  at: Date = new Date(),
): Promise<string> {
  return anotherApi({ now: () => at })
}

export function proxiesOf({ proxies }: Stack): Proxies {
  if (!proxies) throw new Error('The stack has no proxies: set isProxied')
  return proxies
}

/** Redis has 16 numbered databases: the files of a vitest worker use the one with the number of their worker. */
export function ownRedisDatabase(url: string): string {
  return redisDatabase(url, workerNumber())
}

/** The shared stacks of a worker use another one, because some files flush theirs. */
export function sharedRedisDatabase(url: string): string {
  return redisDatabase(url, workerNumber() + 8)
}

const workerNumber = () => Number(process.env.VITEST_POOL_ID ?? 0) % 8

function redisDatabase(url: string, number: number): string {
  const { href } = Object.assign(new URL(url), { pathname: `/${number}` })
  return href
}
