/**
 * The process that carries out one run, which a projector took for it: `node main.ts <run as JSON>`. It has a lower priority than the
 * services, so that reads, writes and the feed go first. It stops with its parent.
 */
import { setPriority } from 'node:os'
import { configOfProcess } from '@jaanch/platform/config'
import { createLog } from '@jaanch/platform/logging'
import { executeRun, RunStopped } from './execute-run.ts'
import type { ClaimedRun } from './run-row.ts'

const lowerPriority = 10

const { databaseUrl: url, logLevel } = configOfProcess('databaseUrl')
const log = createLog('projector', logLevel)
const stop = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop.abort())
process.on('disconnect', () => stop.abort())
setPriority(lowerPriority)

const run: ClaimedRun = JSON.parse(process.argv[2] as string)
const { kind } = run
log.info({ kind }, 'run began')
await executeRun({
  url,
  run,
  signal: stop.signal,
  onFallback: (error) =>
    log.error({ err: error, kind }, 'streams could not be folded one by one, feeding the log in its order'),
}).then(
  ({ different, wentLive }) => log.info({ kind, different, wentLive }, 'run ended'),
  (error) =>
    error instanceof RunStopped
      ? log.info({ kind }, 'run was stopped')
      : log.error({ err: error, kind }, 'run failed'),
)
// the channel to the parent would keep the process alive
process.exit(0)
