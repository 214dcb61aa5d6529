import { createAppender } from '@jaanch/eventlog/appender'
import { createPostgresPool } from '@jaanch/platform/postgres'
import { quantile } from '@jaanch/tests/support/quantile'
import { smallAppend } from './small-append.ts'

/** Appends `rate` events a second, each on its own. */
export function startAppendLoad(url: string, rate: number) {
  const pool = createPostgresPool({ url, name: 'bench', max: 2 })
  const appender = createAppender({ pool })
  let times: number[] = []
  const pending = new Set<Promise<unknown>>()
  async function append(): Promise<void> {
    const startedAt = performance.now()
    await appender.append(smallAppend())
    times.push(performance.now() - startedAt)
  }
  const timer = setInterval(() => {
    const appending = append()
    pending.add(appending)
    appending.finally(() => pending.delete(appending))
  }, 1_000 / rate)
  return {
    /** Of the appends since the last call, ms */
    latencies() {
      const measured = times
      times = []
      return { p50: quantile(measured, 0.5), p99: quantile(measured, 0.99) }
    },
    async stop() {
      clearInterval(timer)
      await Promise.all(pending)
      await appender.close()
      await pool.end()
    },
  }
}
