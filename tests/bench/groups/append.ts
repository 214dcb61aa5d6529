import { randomUUID } from 'node:crypto'
import { createAppender } from '@jaanch/eventlog/appender'
import { createPostgresPool } from '@jaanch/platform/postgres'
import { type Group, rate } from '../group.ts'
import { inBareDatabase } from '../in-bare-database.ts'
import { runPgbench } from '../peers/pgbench.ts'

const callers = 64

/** @returns events per second of the appender, one for each call */
async function appendAll(url: string, seconds: number): Promise<number> {
  const pool = createPostgresPool({ url, name: 'bench', max: 2, lookups: true })
  const appender = createAppender({ pool })
  const startedAt = performance.now()
  let count = 0
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < startedAt + seconds * 1_000) {
        await appender.append({
          id: randomUUID(),
          streamId: `booking-${randomUUID()}`,
          expected: 0,
          events: [{ type: 'LabAssigned', data: { labPartnerId: randomUUID() } }],
          actor: 'system:bench',
        })
        count += 1
      }
    }),
  )
  const taken = (performance.now() - startedAt) / 1_000
  await appender.close()
  await pool.end()
  return count / taken
}

/** Of this checkout, fully durable. */
export const append: Group = {
  isInProcess: true,
  rows: [rate(`append, ${callers} callers`, 'events/s', '>= 2.3 times')],
  measure: ({ databaseUrl }, { seconds }) =>
    inBareDatabase(databaseUrl, async ({ url }) => [await appendAll(url, seconds)]),
  peer: {
    name: `pgbench, ${callers} clients, the same insert`,
    lacks: 'versions of streams, positions without gaps, repeated appends',
    measure: ({ databaseUrl }, { seconds }) =>
      inBareDatabase(databaseUrl, async ({ url, db }) => [await runPgbench(url, db, callers, seconds)]),
  },
}
