import type { AddressInfo } from 'node:net'
import type { WorkJob } from '@jaanch/contracts/jobs'
import { modelVersion } from '@jaanch/contracts/model-version'
import { createAppender } from '@jaanch/eventlog/appender'
import { startHeartbeat } from '@jaanch/platform/heartbeat'
import { createListener, type Listener } from '@jaanch/platform/listener'
import type { Log } from '@jaanch/platform/logging'
import { createPostgresPool } from '@jaanch/platform/postgres'
import { createJobProducer, createQueuePrefix } from '@jaanch/platform/queues'
import { createRedis } from '@jaanch/platform/redis'
import type { Closing } from '@jaanch/platform/service'
import { createSlonikPool } from '@jaanch/platform/slonik'
import { createWakeSignal } from '@jaanch/platform/wake-signal'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { createAccountStatusCache } from './auth/account-status.ts'
import { createRateLimits } from './auth/rate-limits.ts'
import { createSessionTokens } from './auth/session-tokens.ts'
import type { Context } from './context.ts'
import { type Gateway, openGateway } from './gateway/gateway.ts'
import { pushDashboard } from './gateway/push-dashboard.ts'
import { createPushHealth } from './gateway/push-health.ts'
import { tailReadTables } from './gateway/tail.ts'
import { readDashboard } from './read-models/dashboard/dashboard.ts'
import { createReadBarrier } from './reads/barrier.ts'
import { createReadReplicas } from './reads/replicas.ts'
import { registerConsumers, runRelay } from './relay/relay.ts'

export type ApiOptions = {
  databaseUrl: string
  /** Streaming replicas that lists are read from; default none */
  readDatabaseUrls?: readonly string[]
  redisUrl: string
  jwtSecret: string
  /** The URL at which browsers reach this installation */
  publicUrl: string
  /** Number of proxies in front of the API whose X-Forwarded-For entries are trusted; default 0 */
  trustedProxies?: number
  /** Limit per IP address of the calls that are limited; default 300 */
  callsPerMinute?: number
  /** A third-party geocoder that browsers may call with a position */
  reverseGeocodeUrl?: string | undefined
  host: string
  /** 0: any free port */
  port: number
  log: Log
  now?: () => Date
  /** Model version of the read tables that this process reads; default: that of this code */
  version?: number
}

const closeIdleEveryMs = 100

/** Starts the parts of an API process: HTTP, the gateway, the relay, the tail of the read tables and the dashboard push. */
export async function startApi(options: ApiOptions): Promise<{ port: number; closings: Closing[] }> {
  const { databaseUrl: url, log, now = () => new Date(), version = modelVersion } = options

  // connections
  const logDb = createPostgresPool({ url, name: 'api', max: 10 })
  const appendDb = createPostgresPool({ url, name: 'api append', max: 1 })
  const db = await createSlonikPool({ url, name: 'api queries', max: 15 })
  const redis = createRedis({ url: options.redisUrl, name: 'api', failFast: true, log })
  const listener = createListener({ url, name: 'api listen', channels: ['log', 'read', 'accounts'], log })

  // one wake signal per loop that waits: a signal wakes one waiter only
  const wake = {
    relay: createWakeSignal(),
    barrier: createWakeSignal(),
    tail: createWakeSignal(),
    dashboard: createWakeSignal(),
  }

  // HTTP and gateway
  const context: Context = {
    db,
    logDb,
    appender: createAppender({ pool: appendDb }),
    modelVersion: version,
    barrier: createReadBarrier(logDb, wake.barrier, version),
    pushHealth: createPushHealth(log),
    replicas: await createReadReplicas(db, options.readDatabaseUrls ?? [], log),
    sessionTokens: createSessionTokens(options.jwtSecret),
    accountStatuses: createAccountStatusCache(db),
    rateLimits: createRateLimits({
      redis,
      // installations may share a Redis, and test installations also a JWT secret
      secret: `${options.jwtSecret} ${new URL(url).pathname}`,
      ...(options.callsPerMinute && { callsPerMinute: options.callsPerMinute }),
    }),
    publicUrl: options.publicUrl,
    log,
    now,
  }
  const app = await buildApp(context, options)
  const gateway = openGateway(app.server, context, wake.dashboard.notify)

  // notifications of Postgres
  listener.on('log', () => wake.relay.notify())
  listener.on('read', () => {
    wake.barrier.notify()
    wake.tail.notify()
    wake.dashboard.notify()
  })
  listenToAccounts(listener, context, gateway)

  const heartbeat = startHeartbeat({
    pool: logDb,
    service: 'api',
    modelVersion: version,
    details: () => ({ tail: context.pushHealth.details() }),
    log,
  })

  // loops
  const stop = new AbortController()
  const { signal } = stop
  const workJobs = createJobProducer<WorkJob>({ redis, prefix: createQueuePrefix(logDb), queue: 'work' })
  const loops = [
    runRelay({ pool: logDb, wakeSignal: wake.relay, jobs: workJobs, log, signal }),
    tailReadTables({
      source: context,
      logDb,
      wakeSignal: wake.tail,
      onEpoch: gateway.beginEpoch,
      emit: gateway.emit,
      health: context.pushHealth,
      log,
      signal,
    }),
    pushDashboard({
      read: () => readDashboard(context),
      wakeSignal: wake.dashboard,
      adminPresence: gateway.adminPresence,
      emit: gateway.emitDashboard,
      log,
      signal,
    }),
  ]

  // before the first request, so that no event is appended earlier; without Postgres nothing can be appended either
  await registerConsumers(logDb).catch((error) => log.warn({ err: error }, 'no consumer registered yet'))
  await app.listen({ port: options.port, host: options.host })
  const { port } = app.server.address() as AddressInfo
  return {
    port,
    closings: [
      () => closeServer(app, gateway),
      () => stop.abort(),
      () => Promise.all(loops),
      () => context.appender.close(),
      () => listener.close(),
      () => heartbeat.stop(),
      () => redis.disconnect(),
      () => Promise.all([db.end(), logDb.end(), appendDb.end(), context.replicas.close()]),
    ],
  }
}

/**
 * Answers the requests under way and closes all connections. Node closes idle connections once, when it stops to listen: a
 * keep-alive connection that becomes idle after its last answer would stay open until its client closes it.
 */
async function closeServer(app: FastifyInstance, gateway: Gateway): Promise<void> {
  const closingIdle = setInterval(() => app.server.closeIdleConnections(), closeIdleEveryMs)
  await Promise.all([gateway.close(), app.close()]).finally(() => clearInterval(closingIdle))
}

/** Applies a changed account immediately. The payload is the user's id; it is empty after a reconnect of the listener. */
function listenToAccounts(listener: Listener, { accountStatuses }: Context, gateway: Gateway): void {
  listener.on('accounts', (userId) => {
    if (userId) {
      accountStatuses.invalidate(userId)
      gateway.disconnectUser(userId)
      return
    }
    // notifications may have been lost: any account may have changed
    accountStatuses.invalidate()
    gateway.disconnectRevoked()
  })
}
