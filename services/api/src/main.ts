import { createAppender } from '@jaanch/eventlog/appender'
import { createBell } from '@jaanch/platform/bell'
import { loadConfig, required } from '@jaanch/platform/config'
import { createListener } from '@jaanch/platform/listener'
import { createLog } from '@jaanch/platform/logging'
import { createPostgresPool } from '@jaanch/platform/postgres'
import { createRedis } from '@jaanch/platform/redis'
import { runService } from '@jaanch/platform/service'
import { createSlonikPool } from '@jaanch/platform/slonik'
import { buildApp } from './app.ts'
import { createAccounts } from './auth/accounts.ts'
import { createTokens } from './auth/tokens.ts'
import type { Context } from './context.ts'
import { openGateway } from './gateway/gateway.ts'
import { tailReadTables } from './gateway/tail.ts'
import { createReadBarrier } from './reads/barrier.ts'
import { createDoorbell, ringDoorbells } from './relay/doorbell.ts'
import { runRelay } from './relay/relay.ts'

const config = loadConfig(process.env)
const log = createLog('api', config.logLevel)

await runService(log, async () => {
  const url = required(config, 'databaseUrl')
  const logDb = createPostgresPool({ url, name: 'api', max: 10 })
  const appendDb = createPostgresPool({ url, name: 'api append', max: 1 })
  const db = await createSlonikPool({ url, name: 'api queries', max: 15 })
  const redis = createRedis({ url: required(config, 'redisUrl'), name: 'api', failFast: true, log })
  const doorbell = createDoorbell(redis)

  const [appended, moved, changed] = [createBell(), createBell(), createBell()]
  const listener = createListener({ url, name: 'api listen', channels: ['log', 'read', 'accounts'], log })

  const accounts = createAccounts(db)
  const context: Context = {
    db,
    logDb,
    appender: createAppender({ pool: appendDb }),
    barrier: createReadBarrier(logDb, moved),
    tokens: createTokens(required(config, 'jwtSecret')),
    accounts,
    log,
    now: () => new Date(),
  }
  const app = await buildApp(context, { https: config.publicUrl.startsWith('https:') })
  const gateway = openGateway(app.server, context)

  listener.on('log', () => appended.ring())
  listener.on('read', () => {
    moved.ring()
    changed.ring()
  })
  listener.on('accounts', (userId) => {
    accounts.forget(userId)
    gateway.cut(userId)
  })

  const stop = new AbortController()
  const { signal } = stop
  const relaying = runRelay({
    pool: logDb,
    bell: appended,
    ring: (rings) => ringDoorbells(doorbell, rings),
    log,
    signal,
  })
  const tailing = tailReadTables({ db, bell: changed, emit: gateway.emit, log, signal })

  await app.listen({ port: config.port, host: config.host })
  return [
    () => gateway.close(),
    () => app.close(),
    () => stop.abort(),
    () => Promise.all([relaying, tailing]),
    () => context.appender.close(),
    () => listener.close(),
    () => redis.disconnect(),
    () => Promise.all([db.end(), logDb.end(), appendDb.end()]),
  ]
})
