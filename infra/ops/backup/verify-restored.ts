import { formatNumber } from '@jaanch/operations/format'
import type pg from 'pg'
import { Problem } from '../../local/problem.ts'
import { quoteName, runInParallel } from './connections.ts'
import type { Manifest } from './manifest.ts'
import { logTable } from './tables.ts'

/** @throws Problem unless each table has as many rows as the manifest says, and the log all positions from 1 to the head */
export async function verifyRestored(
  clients: readonly pg.Client[],
  { tables, head }: Manifest,
): Promise<void> {
  await runInParallel(clients, tables, async (client, { name, rows: expected }) => {
    const isLog = name === logTable
    const { rows } = await client.query<{ count: number; first: number | null; last: number | null }>(
      `select count(*)::float8 as count${isLog ? ', min(position)::float8 as first, max(position)::float8 as last' : ''}
         from ${quoteName(name)}`,
    )
    const found = rows[0]
    if (found?.count !== expected)
      throw new Problem(
        `${name} has ${formatNumber(found?.count ?? 0)} rows after the restore, but the manifest says ${formatNumber(expected)}.`,
      )
    // positions are unique: as many as the head, within 1 to the head, are all of them
    if (isLog && (expected !== head || (head > 0 && (found.first !== 1 || found.last !== head))))
      throw new Problem(
        `The restored log has ${formatNumber(expected)} events from ${formatNumber(found.first ?? 0)} to ${formatNumber(found.last ?? 0)}, not 1 to ${formatNumber(head)}.`,
      )
  })
}
