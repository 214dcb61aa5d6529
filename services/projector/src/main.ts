import { configOfProcess } from '@jaanch/platform/config'
import { reportConfig } from '@jaanch/platform/config-check'
import { createLog } from '@jaanch/platform/logging'
import { runService } from '@jaanch/platform/service'
import { startTelemetry } from '@jaanch/platform/telemetry/start-telemetry'
import { runProjector } from './feed/projector.ts'
import { watchRuns } from './runs/watch-runs.ts'

const config = configOfProcess('databaseUrl')
const log = createLog('projector', config.logLevel)
const configReport = reportConfig('projector', config, log)

await runService(log, config, async () => {
  const telemetry = await startTelemetry({ ...config, service: 'projector', log })
  const stop = new AbortController()
  const shared = { url: config.databaseUrl, log, signal: stop.signal }
  const running = [runProjector({ ...shared, configReport }), watchRuns(shared)]
  return [() => stop.abort(), () => Promise.all(running), telemetry.close]
})
