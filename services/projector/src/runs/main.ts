/**
 * The process that carries out one run, which a projector took for it: `node main.ts <token>`. It has a lower priority than the
 * services, so that reads, writes and the feed go first. It stops with its parent.
 */
import { setPriority } from 'node:os'
import { configOfProcess } from '@jaanch/platform/config'
import { createLog } from '@jaanch/platform/logging'
import { createPostgresPool } from '@jaanch/platform/postgres'
import { readClaimed } from './claim-run.ts'
import { executeRun } from './execute-run.ts'
import { RunStopped } from './run-control.ts'

const lowerPriority = 10

const { databaseUrl: url, logLevel } = configOfProcess('databaseUrl')
const log = createLog('projector', logLevel)
const stop = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop.abort())
process.on('disconnect', () => stop.abort())
setPriority(lowerPriority)

const pool = createPostgresPool({ url, name: 'run claim', max: 1 })
const run = await readClaimed(pool, process.argv[2] ?? '').finally(() => pool.end())
if (run) {
  const about = { run: run.id, kind: run.kind }
  log.info(about, 'run began')
  await executeRun({
    url,
    run,
    signal: stop.signal,
    onFallback: (error) =>
      log.error(
        { err: error, ...about },
        'streams could not be folded one by one, feeding the log in its order',
      ),
  }).then(
    ({ different, wentLive }) => log.info({ ...about, different, wentLive }, 'run ended'),
    (error) =>
      error instanceof RunStopped
        ? log.info(about, 'run was stopped')
        : log.error({ err: error, ...about }, 'run failed'),
  )
}
// the channel to the parent would keep the process alive
process.exit(0)
