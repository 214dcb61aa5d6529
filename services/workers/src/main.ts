import { join } from 'node:path'
import { configOfProcess } from '@jaanch/platform/config'
import { createLog } from '@jaanch/platform/logging'
import { runService, stopWithinMs } from '@jaanch/platform/service'
import { startTelemetry } from '@jaanch/platform/telemetry/start-telemetry'
import { startWorkers } from './start.ts'

const config = configOfProcess('databaseUrl', 'redisUrl')
const log = createLog('workers', config.logLevel)
const { smsGatewayUrl, smsTemplate } = config

await runService(log, config, async () => {
  const telemetry = await startTelemetry({ ...config, service: 'workers', log })
  const closings = startWorkers({
    databaseUrl: config.databaseUrl,
    redisUrl: config.redisUrl,
    concurrency: config.workerConcurrency,
    // before the process is cut off
    releaseAfterMs: stopWithinMs(config.drainSeconds) - 2_000,
    publicUrl: config.publicUrl,
    smsCountries: config.smsCountries,
    limitScale: config.limitScale,
    smsPerDay: config.smsPerDay,
    providers: {
      mailFrom: config.mailFrom,
      smtpUrl: config.smtpUrl,
      sms: smsGatewayUrl ? { url: smsGatewayUrl, template: smsTemplate } : undefined,
      outboxDir: config.production ? undefined : join(config.dataDir, 'outbox'),
    },
    log,
  })
  return [...closings, telemetry.close]
})
