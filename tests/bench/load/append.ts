import { createAppender } from '@jaanch/eventlog/appender'
import { createPostgresPool } from '@jaanch/platform/postgres'
import { smallAppend } from './small-append.ts'

/** Appends one event per call through the group commit, fully durable. @returns events per second */
export async function benchAppend(
  url: string,
  options: { callers: number; seconds: number },
): Promise<number> {
  const pool = createPostgresPool({ url, name: 'bench', max: 1 })
  const appender = createAppender({ pool })
  let count = 0
  const startedAt = performance.now()
  const until = startedAt + options.seconds * 1_000
  await Promise.all(
    Array.from({ length: options.callers }, async () => {
      while (performance.now() < until) {
        await appender.append(smallAppend())
        count += 1
      }
    }),
  )
  const seconds = (performance.now() - startedAt) / 1_000
  await appender.close()
  await pool.end()
  return count / seconds
}
