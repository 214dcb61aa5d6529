import { readFile } from 'node:fs/promises'
import type { GeneratedStack } from '@jaanch/tests/support/generated-stack'
import { startPeer } from './start-peer.ts'

export const foldSql = new URL('./fold.sql', import.meta.url)

/** Makes the tables of the plain service from the log, if it does not run yet, and starts it. */
export async function startPlainService({ databaseUrl, query }: GeneratedStack) {
  const [there] = await query<{ isThere: boolean }>(
    `select to_regclass('plain.bookings') is not null as "isThere"`,
  )
  if (!there?.isThere) {
    await query(await readFile(foldSql, 'utf8'))
    await query('vacuum analyze plain.bookings')
  }
  return startPeer(new URL('./plain-service.ts', import.meta.url), databaseUrl)
}
