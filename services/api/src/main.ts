import { configOfProcess } from '@jaanch/platform/config'
import { reportConfig } from '@jaanch/platform/config-check'
import { boundsWithin } from '@jaanch/platform/http/bounds'
import { createLog } from '@jaanch/platform/logging'
import { runService } from '@jaanch/platform/service'
import { startTelemetry } from '@jaanch/platform/telemetry/start-telemetry'
import { startApi } from './start.ts'

const config = configOfProcess('databaseUrl', 'redisUrl', 'jwtSecret')
const log = createLog('api', config.logLevel)
const configReport = reportConfig('api', config, log)

await runService(log, config, async () => {
  const telemetry = await startTelemetry({ ...config, service: 'api', log })
  const api = await startApi({
    ...config,
    bounds: boundsWithin(config.requestDeadlineMs),
    configReport,
    log,
  })
  return [...api.closings, telemetry.close]
})
