/**
 * Appends a second through the group commit: 64 callers at once, one event each, full durability.
 * @returns events a second
 */
import { randomUUID } from 'node:crypto'
import { createAppender } from '@jaanch/eventlog/appender'
import { createPostgresPool } from '@jaanch/platform/postgres'

export async function benchAppend(
  url: string,
  options: { callers: number; seconds: number },
): Promise<number> {
  const pool = createPostgresPool({ url, name: 'bench', max: 1 })
  const appender = createAppender({ pool })
  let done = 0
  const until = performance.now() + options.seconds * 1_000
  const began = performance.now()
  await Promise.all(
    Array.from({ length: options.callers }, async () => {
      while (performance.now() < until) {
        await appender.append({
          id: randomUUID(),
          streamId: `booking-${randomUUID()}`,
          expected: 0,
          events: [{ type: 'LabAssigned', data: { labPartnerId: randomUUID() } }],
          actor: 'system:bench',
        })
        done += 1
      }
    }),
  )
  const seconds = (performance.now() - began) / 1_000
  await appender.close()
  await pool.end()
  return done / seconds
}
