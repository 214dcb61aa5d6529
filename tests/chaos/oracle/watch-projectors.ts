import { setTimeout } from 'node:timers/promises'
import { withDatabase } from './outcome.ts'

/** A projector holds an advisory lock of this class while it writes the read tables. */
const countActive = `
  select count(*)::int as active from pg_locks
   where locktype = 'advisory' and classid = 5129204 and granted
     and database = (select oid from pg_database where datname = current_database())`

/**
 * Watches how many projectors are active, also across failovers, until it is told to end, and then waits for the one that takes over.
 * @returns one sentence for each moment with several, and one if there is none at the end
 */
export async function watchProjectors(
  databaseUrl: () => Promise<string>,
  signal: AbortSignal,
): Promise<string[]> {
  const problems: string[] = []
  const watch = async (isOver: (active: number) => boolean) =>
    withDatabase(await databaseUrl(), async (db) => {
      for (;;) {
        const { active } = (await db.query<{ active: number }>(countActive)).rows[0] ?? { active: 0 }
        if (active > 1) problems.push(`${active} projectors were active at ${new Date().toISOString()}`)
        if (isOver(active)) return
        await setTimeout(100)
      }
    })
  // the database goes away and comes back
  while (!signal.aborted) await watch(() => signal.aborted).catch(() => setTimeout(100))
  const deadline = performance.now() + 120_000
  await watch((active) => active === 1 || performance.now() > deadline)
  if (performance.now() > deadline) problems.push('No projector was active within two minutes after the end')
  return problems
}
