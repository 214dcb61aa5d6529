/** For tests of the engine: a database without a relay, workers without Redis, and work rows that a test writes itself. */
import { randomUUID } from 'node:crypto'
import { placed } from '@jaanch/booking/testing/bookings'
import { createLog } from '@jaanch/platform/logging'
import { useAppender, useTestDatabase } from '@jaanch/tests/support/database'
import { anAppend } from '@jaanch/tests/support/histories'
import { startWorkers, type WorkersOptions } from '@jaanch/workers/start'
import { afterEach, beforeAll } from 'vitest'
import type { Recorded } from '../../events.ts'
import { handleAll } from './handle-all.ts'

type Stop = () => Promise<void>
type CreatedWork = { stream: string; position: number }

const submitted = { type: 'ReportSubmitted', data: { reportId: randomUUID(), reportVersion: 1 } } as const

/** No lease ends by itself, however slow the machine is. */
export const leaseSeconds = 600

/** Work and dead letters are deleted, and the workers stopped, after each test. */
export function useWork() {
  const database = useTestDatabase()
  const appender = useAppender(database)
  const running = new Set<Stop>()

  beforeAll(() => database.asOwner("insert into work_consumers (name, cursor) values ('orders', 0)"))
  afterEach(async () => {
    for (const stop of running) await stop()
    await database.asOwner('truncate work, dead_letters')
  })

  return {
    database,
    /** Appends an event and writes its work row, as the relay does. */
    async createWork(
      stream = `booking-${randomUUID()}`,
      consumer: 'orders' | 'reports' = 'orders',
    ): Promise<CreatedWork> {
      const event = consumer === 'orders' ? placed : submitted
      const { position } = await appender.append({ ...anAppend('', event), streamId: stream })
      await database.asOwner(
        `insert into work (consumer, stream_id, since, upto, due_at) values ($4, $1, $2, $3, now() - interval '2 seconds')
         on conflict (consumer, stream_id) do update set upto = excluded.upto`,
        [stream, position - 1, position, consumer],
      )
      return { stream, position }
    },
    /** Starts what a worker process consists of, with the same handler for all consumers. @returns stops it before the test ends */
    startWorker(handle: (event: Recorded) => Promise<void>, options: Partial<WorkersOptions> = {}): Stop {
      const closings = startWorkers({
        databaseUrl: database.url,
        redisUrl: 'redis://127.0.0.1:1',
        concurrency: 10,
        log: createLog('test', 'silent'),
        reactions: handleAll(handle),
        leaseSeconds,
        pollMs: 20,
        ...options,
      })
      async function stop(): Promise<void> {
        running.delete(stop)
        for (const close of closings) await close()
      }
      running.add(stop)
      return stop
    },
  }
}
