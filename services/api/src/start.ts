import { healthRoutes } from '@jaanch/contracts/http/health'
import type { WorkJob } from '@jaanch/contracts/jobs'
import type { LimitName } from '@jaanch/contracts/limits'
import { modelVersion } from '@jaanch/contracts/model-version'
import { createAppender } from '@jaanch/eventlog/appender'
import { startHeartbeat } from '@jaanch/platform/heartbeat'
import { createListener, type Listener } from '@jaanch/platform/listener'
import type { Log } from '@jaanch/platform/logging'
import { addChecks } from '@jaanch/platform/probes/checks'
import { postgresAnswers, redisAnswers } from '@jaanch/platform/probes/servers'
import { createJobProducer, createQueuePrefix } from '@jaanch/platform/queues'
import { createRedis } from '@jaanch/platform/redis'
import { pause } from '@jaanch/platform/run-loop'
import { type Closing, closeSocketsOverMs } from '@jaanch/platform/service'
import { observePools } from '@jaanch/platform/telemetry/process-gauges'
import { createWakeSignal } from '@jaanch/platform/wake-signal'
import { createErasureLedger } from '@jaanch/storage/erasure-ledger'
import { visitRowsSql } from '@jaanch/storage/visit/visit-rows'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { createAudit } from './auth/audit.ts'
import { createContactCodes } from './auth/contact-codes.ts'
import { createDevices } from './auth/devices.ts'
import { createPasswords } from './auth/passwords.ts'
import { createSecretBox } from './auth/second-factors/secret-box.ts'
import { createSessionTokens } from './auth/session-tokens.ts'
import { createStandings } from './auth/standings.ts'
import { type Bounds, bounds as defaultBounds } from './bounds.ts'
import type { Context } from './context.ts'
import { createFileScanner } from './files/clamav.ts'
import { createDownloads } from './files/send-file.ts'
import { type Gateway, openGateway } from './gateway/gateway.ts'
import { pushDashboard } from './gateway/push-dashboard.ts'
import { createPushHealth } from './gateway/push-health.ts'
import { pushMendedRows } from './gateway/push-mended.ts'
import { pushOperations } from './gateway/push-operations.ts'
import { tailReadTables } from './gateway/tail.ts'
import { createAccessLog } from './http/access-log.ts'
import { createBodyMemory } from './http/body-memory.ts'
import { listen } from './http/listen.ts'
import { createRequestGates } from './http/request-gates.ts'
import { createLimits } from './limits/limits.ts'
import { createRateLimits } from './limits/rate-limits.ts'
import { createLimitedAreas } from './places/limited-areas.ts'
import { createPools, endPools } from './pools.ts'
import { createCatalogueAnswers } from './read-models/catalogue-answers.ts'
import { createDashboard } from './read-models/dashboard/dashboard.ts'
import { createNearbyLabs } from './read-models/nearby-labs.ts'
import { createOperations } from './read-models/operations/operations.ts'
import { createReadSlots } from './read-models/slots/availability.ts'
import { createReadBarrier } from './reads/barrier.ts'
import { createReadPrepared } from './reads/prepared.ts'
import { createReadReplicas } from './reads/replicas.ts'
import { registerConsumers, runRelay } from './relay/relay.ts'
import { observeDatabase } from './telemetry.ts'

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
  /** Whether labs and admins must have a second factor; default false */
  requireStaffMfa?: boolean
  /** Multiplies all limits of what a person may do; default 1 */
  limitScale?: number
  /** Limits in place of those of the table */
  limits?: Partial<Record<LimitName, number>>
  /** How much the process does at the same time; default: the table in bounds.ts */
  bounds?: Partial<Bounds>
  /** Directory of the ledger of erasures; without it, nothing is recorded outside the database */
  erasureLedger?: string | undefined
  /** clamd, which scans uploads: tcp://host:port */
  clamdUrl?: string | undefined
  /** A third-party geocoder that browsers may call with a position */
  reverseGeocodeUrl?: string | undefined
  /** Who runs the installation: texts of pages, by the names of the settings */
  operator?: Record<string, string | undefined>
  /** Where a line for each request is kept: a directory, or `stdout`; without it, nowhere */
  accessLog?: string | undefined
  /** Countries whose mobile numbers get SMS; default India */
  smsCountries?: readonly string[]
  /** SMS that the gateway gets in a day in India, which `limitScale` multiplies; default 10,000 */
  smsPerDay?: number
  /**
   * How long the process goes on accepting when it is stopped, while /api/ready answers 503; its sockets are then closed over five
   * seconds. Default 0: it stops to accept and closes all of them at once
   */
  drainSeconds?: number
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
  const {
    databaseUrl: url,
    readDatabaseUrls = [],
    drainSeconds = 0,
    log,
    now = () => new Date(),
    version = modelVersion,
  } = options
  const bounds = { ...defaultBounds, ...options.bounds }
  const scale = options.limitScale ?? 1
  const limits = createLimits({ scale, numbers: options.limits })
  const smsPerDay = (options.smsPerDay ?? 10_000) * scale
  // installations may share a Redis, and test installations also a JWT secret
  const secret = `${options.jwtSecret} ${new URL(url).pathname}`

  // connections
  const pools = await createPools(url, bounds.deadlineMs)
  const redis = createRedis({ url: options.redisUrl, name: 'api', failFast: true, log })
  const channels = ['log', 'read', 'refolded', 'accounts', 'slots', 'capacities']
  const listener = createListener({ url, name: 'api listen', channels, log })

  // one wake signal per loop that waits: a signal wakes one waiter only
  const wake = {
    relay: createWakeSignal(),
    barrier: createWakeSignal(),
    tail: createWakeSignal(),
    dashboard: createWakeSignal(),
    operations: createWakeSignal(),
  }

  // HTTP and gateway
  const stopping = new AbortController()
  const barrier = createReadBarrier(pools.barrier, wake.barrier, {
    version,
    hasReplicas: readDatabaseUrls.length > 0,
  })
  const context: Context = {
    db: pools.queries,
    accountsDb: pools.accounts,
    pushDb: pools.push,
    logDb: pools.record,
    operationsDb: pools.operations,
    operations: createOperations({
      operationsDb: pools.operations,
      modelVersion: version,
      redisUrl: options.redisUrl,
      now,
    }),
    redis,
    queuePrefix: createQueuePrefix(pools.background),
    appender: createAppender({ pool: pools.append, rowsSql: visitRowsSql }),
    modelVersion: version,
    barrier,
    catalogueAnswers: createCatalogueAnswers(pools.barrier),
    limitedAreas: createLimitedAreas(pools.record),
    nearbyLabs: createNearbyLabs(pools.queries, barrier),
    dashboard: createDashboard({ db: pools.push, modelVersion: version, now }),
    pushHealth: createPushHealth(log),
    readPrepared: createReadPrepared(pools.pages),
    readSlots: createReadSlots({ pool: pools.pages, now }),
    replicas: await createReadReplicas(pools.queries, readDatabaseUrls, log),
    sessionTokens: createSessionTokens(options.jwtSecret),
    standings: createStandings(pools.barrier, now),
    audit: createAudit(pools.audit, log),
    accessLog: createAccessLog(options.accessLog, { log, now }),
    contactCodes: createContactCodes({
      db: pools.accounts,
      secret,
      scale,
      smsCountries: options.smsCountries ?? ['IN'],
      smsPerDay,
      now,
    }),
    passwords: createPasswords(bounds),
    erasureLedger: createErasureLedger(options.erasureLedger),
    fileScanner: options.clamdUrl ? createFileScanner(options.clamdUrl) : undefined,
    devices: createDevices(options.jwtSecret),
    limits,
    smsPerDay,
    secretBox: createSecretBox(options.jwtSecret, 'second-factors'),
    rateLimits: createRateLimits({
      redis,
      bounds,
      limits,
      secret,
    }),
    requestGates: createRequestGates(bounds),
    bodyMemory: createBodyMemory(bounds),
    downloads: createDownloads(bounds),
    bounds,
    publicUrl: options.publicUrl,
    stopping: stopping.signal,
    requireStaffMfa: options.requireStaffMfa ?? false,
    log,
    now,
  }
  const app = await buildApp(context, options)
  const gateway = openGateway(app.server, context, {
    onAdminConnected: wake.dashboard.notify,
    onOperatorWatching: wake.operations.notify,
    trustedProxies: options.trustedProxies,
  })

  // notifications of Postgres
  listener.on('log', () => wake.relay.notify())
  listener.on('read', () => {
    wake.barrier.notify()
    wake.tail.notify()
    wake.dashboard.notify()
  })
  listenToAccounts(listener, context, gateway)
  listener.on('capacities', context.limitedAreas.forget)
  listener.on('capacities', () => context.nearbyLabs.forget())
  listenToPlaces(listener, gateway)
  pushMendedRows({
    listener,
    source: { db: pools.push, modelVersion: version },
    emit: gateway.emit,
    unpresentable: context.pushHealth.unpresentable,
    log,
  })

  const heartbeat = startHeartbeat({
    pool: pools.background,
    service: 'api',
    modelVersion: version,
    details: () => ({ tail: context.pushHealth.details() }),
    log,
  })

  const stopsObserving = [observePools(pools), observeDatabase(context)]

  // loops
  const stop = new AbortController()
  const { signal } = stop
  const workJobs = createJobProducer<WorkJob>({
    redis,
    prefix: context.queuePrefix,
    queue: 'work',
  })
  const loops = [
    runRelay({ pool: pools.background, wakeSignal: wake.relay, jobs: workJobs, log, signal }),
    tailReadTables({
      source: { db: pools.push, modelVersion: version },
      tailDb: pools.tail,
      logDb: pools.background,
      wakeSignal: wake.tail,
      onEpoch: gateway.beginEpoch,
      emit: gateway.emit,
      health: context.pushHealth,
      log,
      signal,
    }),
    pushDashboard({
      read: context.dashboard.read,
      wakeSignal: wake.dashboard,
      adminPresence: gateway.adminPresence,
      emit: gateway.emitDashboard,
      log,
      signal,
    }),
    pushOperations({
      read: context.operations.read,
      wakeSignal: wake.operations,
      isWatched: gateway.isWatched,
      emit: gateway.emitOperations,
      log,
      signal,
    }),
  ]

  // before the first request, so that no event is appended earlier; without Postgres nothing can be appended either
  await registerConsumers(pools.background).catch((error) =>
    log.warn({ err: error }, 'no consumer registered yet'),
  )
  const { port, closed } = await listen(app, options, bounds)
  async function assertReady(): Promise<void> {
    const { statusCode } = await app.inject(healthRoutes.ready.path)
    if (statusCode !== 200) throw new Error(`${healthRoutes.ready.path} answers ${statusCode}`)
  }
  const removeChecks = addChecks({
    ready: [assertReady],
    servers: [postgresAnswers(url), redisAnswers(redis)],
  })
  return {
    port,
    closings: [
      async () => {
        stopping.abort()
        if (drainSeconds > 0) await pause(drainSeconds * 1_000)
      },
      () => closeServer(app, closed, () => gateway.close(drainSeconds > 0 ? closeSocketsOverMs : 0)),
      removeChecks,
      () => Promise.all(stopsObserving.map((stopObserving) => stopObserving())),
      () => stop.abort(),
      () => Promise.all(loops),
      () => context.appender.close(),
      () => listener.close(),
      () => heartbeat.stop(),
      () => context.accessLog.close(),
      () => redis.disconnect(),
      () => Promise.all([endPools(pools), context.replicas.close()]),
    ],
  }
}

/**
 * Answers the requests under way and closes all connections. Node closes idle connections once, when it stops to listen: a
 * keep-alive connection that becomes idle after its last answer would stay open until its client closes it.
 */
async function closeServer(
  app: FastifyInstance,
  closed: Promise<unknown>,
  closeGateway: () => Promise<void>,
): Promise<void> {
  const closingIdle = setInterval(() => app.server.closeIdleConnections(), closeIdleEveryMs)
  await Promise.all([closeGateway(), app.close(), closed]).finally(() => clearInterval(closingIdle))
}

/**
 * Applies a changed account or the end of a session immediately. The payload is the user's id, and the session's after a blank; it
 * is empty after a reconnect of the listener.
 */
function listenToAccounts(listener: Listener, { standings }: Context, gateway: Gateway): void {
  listener.on('accounts', (payload) => {
    const [userId, sessionId] = payload.split(' ')
    if (userId) {
      standings.invalidate(userId)
      gateway.disconnectUser(userId, sessionId)
      return
    }
    // notifications may have been lost: any account may have changed
    standings.invalidate()
    gateway.disconnectRevoked()
  })
}

/** The payload of `slots` is a date and the id of a lab; it is empty after a reconnect of the listener. */
function listenToPlaces(listener: Listener, { slots }: Gateway): void {
  listener.on('slots', (payload) => {
    const [date, labPartnerId] = payload.split(' ')
    if (date && labPartnerId) slots.changed(date, labPartnerId)
    else slots.anyChanged()
  })
  listener.on('capacities', slots.anyChanged)
}
