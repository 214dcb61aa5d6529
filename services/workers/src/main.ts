import { configOfProcess, required } from '@jaanch/platform/config'
import { createLog } from '@jaanch/platform/logging'
import { runService } from '@jaanch/platform/service'
import { startWorkers } from './start.ts'

const config = configOfProcess()
const log = createLog('workers', config.logLevel)

await runService(log, async () =>
  startWorkers({
    databaseUrl: required(config, 'databaseUrl'),
    redisUrl: required(config, 'redisUrl'),
    concurrency: config.workerConcurrency,
    log,
  }),
)
