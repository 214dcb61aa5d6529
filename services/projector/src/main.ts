import { configOfProcess } from '@jaanch/platform/config'
import { createLog } from '@jaanch/platform/logging'
import { runService } from '@jaanch/platform/service'
import { startTelemetry } from '@jaanch/platform/telemetry/start-telemetry'
import { runProjector } from './feed/projector.ts'

const config = configOfProcess('databaseUrl')
const log = createLog('projector', config.logLevel)

await runService(log, async () => {
  const telemetry = await startTelemetry({ ...config, service: 'projector', log })
  const stop = new AbortController()
  const running = runProjector({ url: config.databaseUrl, log, signal: stop.signal })
  return [() => stop.abort(), () => running, telemetry.close]
})
