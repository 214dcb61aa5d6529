/** A worker process that one event ends, as a lack of memory would. Arguments: the database's URL, the position of the event. */
import { createLog } from '@jaanch/platform/logging'
import { startWorkers } from '@jaanch/workers/start'
import { handleAll } from './handle-all.ts'

const [databaseUrl = '', ending] = process.argv.slice(2)

startWorkers({
  databaseUrl,
  redisUrl: 'redis://127.0.0.1:1',
  concurrency: 10,
  log: createLog('test', 'silent'),
  reactions: handleAll(async ({ position }) => {
    if (`${position}` === ending) process.exit(7)
  }),
  retryPolicy: { attempts: 3, baseMs: 10, maxMs: 20 },
  // the test ends the leases of a process that ended
  leaseSeconds: 600,
  pollMs: 20,
})
