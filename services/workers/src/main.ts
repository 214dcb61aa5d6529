import { join } from 'node:path'
import { configOfProcess } from '@jaanch/platform/config'
import { reportConfig } from '@jaanch/platform/config-check'
import { createLog } from '@jaanch/platform/logging'
import { runService, stopWithinMs } from '@jaanch/platform/service'
import { startTelemetry } from '@jaanch/platform/telemetry/start-telemetry'
import { startWorkers } from './start.ts'

const config = configOfProcess('databaseUrl', 'redisUrl')
const log = createLog('workers', config.logLevel)
const configReport = reportConfig('workers', config, log)
/** Streams that one process handles at the same time */
const concurrency = 20

await runService(log, config, async () => {
  const telemetry = await startTelemetry({ ...config, service: 'workers', log })
  const closings = startWorkers({
    ...config,
    concurrency,
    // before the process is cut off
    releaseAfterMs: stopWithinMs(config.drainSeconds) - 2_000,
    configReport,
    providers: {
      ...config,
      sms: config.smsGateway,
      withoutProvider: config.production ? 'wait' : 'store',
      outboxDir: config.production ? undefined : join(config.dataDir, 'outbox'),
    },
    log,
  })
  return [...closings, telemetry.close]
})
