import '@jaanch/booking-stream/streams'
import { renewSecrets } from '@jaanch/account/second-factors/secret-box'
import type { Standings } from '@jaanch/account/sessions/standings'
import { modelVersion } from '@jaanch/booking-stream/model-version'
import type { WorkJob } from '@jaanch/eventlog/work/jobs'
import { healthCalls } from '@jaanch/operations/health-api'
import { startHeartbeat } from '@jaanch/platform/heartbeat'
import { bounds as defaultBounds } from '@jaanch/platform/http/bounds'
import { createListener, type Listener } from '@jaanch/platform/postgres'
import { addChecks, postgresAnswers, redisAnswers } from '@jaanch/platform/probes'
import { createJobProducer } from '@jaanch/platform/queues'
import { createReadBarrier } from '@jaanch/platform/reads/barrier'
import { createRedis } from '@jaanch/platform/redis'
import { createWakeSignal, pause } from '@jaanch/platform/run-loop'
import { type Closing, closeSocketsOverMs } from '@jaanch/platform/service'
import { observePools } from '@jaanch/platform/telemetry/process-gauges'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { type Gateway, openGateway } from './gateway/gateway.ts'
import { pushMendedRows } from './gateway/push-health.ts'
import { pushDashboard, pushOperations } from './gateway/push-views.ts'
import { tailReadTables } from './gateway/tail.ts'
import { listen } from './http/listen.ts'
import { registerConsumers, runRelay } from './relay/relay.ts'
import { type ApiOptions, createPools, createServices, endPools } from './services.ts'
import { observeDatabase } from './telemetry.ts'

const closeIdleEveryMs = 100

/** Starts an API process: HTTP, the gateway, the relay, the tail of the read tables and the dashboard push. */
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

  // connections
  const pools = await createPools(url, bounds.deadlineMs)
  const redis = createRedis({ url: options.redisUrl, name: 'api', failFast: true, log })
  const channels = ['log', 'read', 'refolded', 'accounts', 'slots', 'capacities', 'maintenance']
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
  const services = await createServices(options, {
    pools,
    redis,
    barrier,
    bounds,
    version,
    stopping: stopping.signal,
    now,
  })
  const app = await buildApp(services, options)
  const gateway = openGateway(app.server, services, {
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
  listenToAccounts(listener, services.standings, gateway)
  listener.on('capacities', services.limitedAreas.forget)
  listener.on('capacities', () => services.nearbyLabs.forget())
  listenToPlaces(listener, gateway)
  listener.on('maintenance', services.maintenance.refresh)
  services.maintenance.onChange(gateway.emitMaintenance)
  pushMendedRows({
    listener,
    source: { db: pools.push, modelVersion: version },
    emit: gateway.emit,
    unpresentable: services.pushHealth.unpresentable,
    log,
  })

  const heartbeat = startHeartbeat({
    pool: pools.background,
    service: 'api',
    modelVersion: version,
    configReport: options.configReport,
    details: () => ({ tail: services.pushHealth.details() }),
    log,
  })

  const stopsObserving = [observePools(pools), observeDatabase(services)]

  // loops
  const stop = new AbortController()
  const { signal } = stop
  const workJobs = createJobProducer<WorkJob>({
    redis,
    prefix: services.queuePrefix,
    queue: 'work',
  })
  const loops = [
    runRelay({ pool: pools.background, wakeSignal: wake.relay, jobs: workJobs, log, signal }),
    tailReadTables({
      source: { db: pools.push, modelVersion: version },
      db: pools.background,
      wakeSignal: wake.tail,
      onEpoch(epoch) {
        // the log may lack entries that this process has added
        services.audit.forgetLooks()
        gateway.beginEpoch(epoch)
      },
      emit: gateway.emit,
      health: services.pushHealth,
      log,
      signal,
    }),
    pushDashboard({
      read: services.dashboard.read,
      wakeSignal: wake.dashboard,
      adminPresence: gateway.adminPresence,
      emit: gateway.emitDashboard,
      log,
      signal,
    }),
    pushOperations({
      read: services.operations.read,
      wakeSignal: wake.operations,
      isWatched: gateway.isWatched,
      emit: gateway.emitOperations,
      log,
      signal,
    }),
  ]

  const renewing = renewSecrets(services, log).catch((error) =>
    log.warn({ err: error }, 'second factors keep their key until they are used'),
  )

  // before the first request, so that no event is appended earlier; without Postgres nothing can be appended either
  await registerConsumers(pools.background).catch((error) =>
    log.warn({ err: error }, 'no consumer registered yet'),
  )
  const { port, closed } = await listen(app, options, bounds)
  async function assertReady(): Promise<void> {
    const { statusCode } = await app.inject(healthCalls.ready.path)
    if (statusCode !== 200) throw new Error(`${healthCalls.ready.path} answers ${statusCode}`)
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
      () => Promise.all([...loops, renewing]),
      () => Promise.all([services.labelRenderer.close(), services.receiptRenderer.close()]),
      () => services.appender.close(),
      () => listener.close(),
      () => heartbeat.stop(),
      () => services.accessLog.close(),
      () => redis.disconnect(),
      () => Promise.all([endPools(pools), services.replicas.close()]),
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
function listenToAccounts(listener: Listener, standings: Standings, gateway: Gateway): void {
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
