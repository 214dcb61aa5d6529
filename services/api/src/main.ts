import { configOfProcess } from '@jaanch/platform/config'
import { reportConfig } from '@jaanch/platform/config-check/report-config'
import { createLog } from '@jaanch/platform/logging'
import { runService } from '@jaanch/platform/service'
import { startTelemetry } from '@jaanch/platform/telemetry/start-telemetry'
import { boundsWithin } from './bounds.ts'
import { startApi } from './start.ts'

const config = configOfProcess('databaseUrl', 'redisUrl', 'jwtSecret')
const log = createLog('api', config.logLevel)
const configReport = reportConfig('api', config, log)

await runService(log, config, async () => {
  const telemetry = await startTelemetry({ ...config, service: 'api', log })
  const api = await startApi({
    databaseUrl: config.databaseUrl,
    readDatabaseUrls: config.readDatabaseUrls,
    redisUrl: config.redisUrl,
    jwtSecret: config.jwtSecret,
    secondFactorKey: config.secondFactorKey,
    publicUrl: config.publicUrl,
    trustedProxies: config.trustedProxies,
    requireStaffMfa: config.requireStaffMfa,
    limitScale: config.limitScale,
    bounds: boundsWithin(config.requestDeadlineMs),
    clamdUrl: config.clamdUrl,
    erasureLedger: config.erasureLedger,
    alertmanagerUrl: config.alertmanagerUrl,
    diskPaths: config.diskPaths,
    accessLog: config.accessLog,
    smsPerDay: config.smsPerDay,
    reverseGeocodeUrl: config.reverseGeocodeUrl,
    operator: config.operator,
    drainSeconds: config.drainSeconds,
    configReport,
    host: config.host,
    port: config.port,
    log,
  })
  return [...api.closings, telemetry.close]
})
