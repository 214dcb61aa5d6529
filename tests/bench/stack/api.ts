/** The API as services/api/src/main.ts starts it, with bounds that admit one user with thousands of sockets. */
import { startApi } from '@jaanch/api/start'
import { configOfProcess } from '@jaanch/platform/config'
import { createLog } from '@jaanch/platform/logging'
import { runService } from '@jaanch/platform/service'
import { startTelemetry } from '@jaanch/platform/telemetry/start-telemetry'

const config = configOfProcess('databaseUrl', 'redisUrl', 'jwtSecret')
const log = createLog('api', config.logLevel)

// with --expose-gc: memory is compared without garbage
process.on('SIGUSR2', () => globalThis.gc?.())

await runService(log, config, async () => {
  const telemetry = await startTelemetry({ ...config, service: 'api', log })
  const { closings } = await startApi({
    databaseUrl: config.databaseUrl,
    redisUrl: config.redisUrl,
    jwtSecret: config.jwtSecret,
    publicUrl: config.publicUrl,
    limitScale: config.limitScale,
    host: config.host,
    port: config.port,
    bounds: { sockets: 20_000, connections: 40_000 },
    log,
  })
  return [...closings, telemetry.close]
})
