import type { AddressInfo } from 'node:net'
import type { WorkJob } from '@jaanch/contracts/jobs'
import { createAppender } from '@jaanch/eventlog/appender'
import { createListener } from '@jaanch/platform/listener'
import type { Log } from '@jaanch/platform/logging'
import { createPostgresPool } from '@jaanch/platform/postgres'
import { createJobProducer, createQueuePrefix } from '@jaanch/platform/queues'
import { createRedis } from '@jaanch/platform/redis'
import type { Closing } from '@jaanch/platform/service'
import { createSlonikPool } from '@jaanch/platform/slonik'
import { createWakeSignal } from '@jaanch/platform/wake-signal'
import { buildApp } from './app.ts'
import { createAccounts } from './auth/account-status.ts'
import { createLimits } from './auth/rate-limits.ts'
import { createTokens } from './auth/session-tokens.ts'
import type { Context } from './context.ts'
import { openGateway } from './gateway/gateway.ts'
import { pushAnalytics } from './gateway/push-dashboard.ts'
import { tailReadTables } from './gateway/tail.ts'
import { readDashboard } from './read-models/dashboard/dashboard.ts'
import { createReadBarrier } from './reads/barrier.ts'
import { registerConsumers, runRelay } from './relay/relay.ts'

export type ApiOptions = {
  databaseUrl: string
  redisUrl: string
  jwtSecret: string
  publicUrl: string
  /** Proxies in front whose word on a caller's address is taken; none unless told */
  trustedProxies?: number
  /** Calls that an address may make of the routes that are limited; 300 unless told */
  callsPerMinute?: number
  /** A third party that browsers may ask for the city of a position */
  reverseGeocodeUrl?: string | undefined
  host: string
  /** 0: any free one */
  port: number
  log: Log
  now?: () => Date
}

/** Starts an API process's parts: HTTP, gateway, relay and the tail of the read tables. */
export async function startApi(options: ApiOptions): Promise<{ port: number; closings: Closing[] }> {
  const { databaseUrl: url, log, now = () => new Date() } = options
  const logDb = createPostgresPool({ url, name: 'api', max: 10 })
  const appendDb = createPostgresPool({ url, name: 'api append', max: 1 })
  const db = await createSlonikPool({ url, name: 'api queries', max: 15 })
  const redis = createRedis({ url: options.redisUrl, name: 'api', failFast: true, log })
  const workJobs = createJobProducer<WorkJob>({ redis, prefix: createQueuePrefix(logDb), queue: 'work' })

  const [appended, moved, changed, counted] = [
    createWakeSignal(),
    createWakeSignal(),
    createWakeSignal(),
    createWakeSignal(),
  ]
  const listener = createListener({ url, name: 'api listen', channels: ['log', 'read', 'accounts'], log })

  const accounts = createAccounts(db)
  const context: Context = {
    db,
    logDb,
    appender: createAppender({ pool: appendDb }),
    barrier: createReadBarrier(logDb, moved),
    tokens: createTokens(options.jwtSecret),
    accounts,
    // installations may share a Redis, and the tests' even their secret
    limits: createLimits({
      redis,
      secret: `${options.jwtSecret} ${new URL(url).pathname}`,
      ...(options.callsPerMinute && { callsPerMinute: options.callsPerMinute }),
    }),
    publicUrl: options.publicUrl,
    log,
    now,
  }
  const app = await buildApp(context, options)
  const gateway = openGateway(app.server, context, counted.notify)

  listener.on('log', () => appended.notify())
  listener.on('read', () => {
    moved.notify()
    changed.notify()
    counted.notify()
  })
  listener.on('accounts', (userId) => {
    if (!userId) {
      // the connection was away, and who changed meanwhile is not known
      accounts.forget()
      void gateway.review()
      return
    }
    accounts.forget(userId)
    gateway.cut(userId)
  })

  const stop = new AbortController()
  const { signal } = stop
  const relaying = runRelay({ pool: logDb, wakeSignal: appended, jobs: workJobs, log, signal })
  const { begin, emit } = gateway
  const tailing = tailReadTables({ db, wakeSignal: changed, begun: begin, emit, log, signal })
  const counting = pushAnalytics({
    read: () => readDashboard(context),
    wakeSignal: counted,
    audience: gateway.admins,
    emit: gateway.emitAnalytics,
    log,
    signal,
  })

  // without Postgres nobody can append either, and the relay begins with the same
  await registerConsumers(logDb).catch((error) => log.warn({ err: error }, 'no consumer registered yet'))
  await app.listen({ port: options.port, host: options.host })
  const { port } = app.server.address() as AddressInfo
  return {
    port,
    closings: [
      () => gateway.close(),
      () => app.close(),
      () => stop.abort(),
      () => Promise.all([relaying, tailing, counting]),
      () => context.appender.close(),
      () => listener.close(),
      () => redis.disconnect(),
      () => Promise.all([db.end(), logDb.end(), appendDb.end()]),
    ],
  }
}
