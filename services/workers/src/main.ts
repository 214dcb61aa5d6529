import { createAppender } from '@jaanch/eventlog/appender'
import { loadConfig, required } from '@jaanch/platform/config'
import { createLog } from '@jaanch/platform/logging'
import { createPostgresPool } from '@jaanch/platform/postgres'
import { createRedis } from '@jaanch/platform/redis'
import { runService } from '@jaanch/platform/service'
import { handlers } from './handlers.ts'
import { answerDoorbell } from './work/doorbell.ts'
import { sweep } from './work/sweeper.ts'

const config = loadConfig(process.env)
const log = createLog('workers', config.logLevel)

await runService(log, async () => {
  const url = required(config, 'databaseUrl')
  const pool = createPostgresPool({ url, name: 'workers', max: 10 })
  const appender = createAppender({ pool: createPostgresPool({ url, name: 'workers append', max: 1 }) })
  const redis = createRedis({ url: required(config, 'redisUrl'), name: 'workers', failFast: false, log })
  const tools = { pool, appender, log }
  const stop = new AbortController()
  const doorbell = answerDoorbell(redis, handlers, tools, config.workerConcurrency)
  const sweeping = sweep(handlers, tools, stop.signal)
  return [
    () => stop.abort(),
    () => sweeping,
    () => (redis.status === 'ready' ? doorbell.close() : doorbell.close(true)),
    () => appender.close(),
    () => redis.disconnect(),
    () => pool.end(),
  ]
})
