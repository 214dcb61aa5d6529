import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { NoReadTablesError } from './barrier.ts'

const snapshotRow = z.object({
  generation: z.number(),
  position: z.number(),
  head: z.number(),
  epoch: z.string(),
})
export type Snapshot = z.output<typeof snapshotRow>

/** Runs queries in one snapshot together with the live generation and its checkpoint. @throws NoReadTablesError */
export function inSnapshot<Result>(
  db: DatabasePool,
  read: (tx: CommonQueryMethods, snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.query(sql.unsafe`set transaction isolation level repeatable read, read only`)
    const snapshot = await tx.maybeOne(sql.type(snapshotRow)`
      select generation, position, (select coalesce(max(e.position), 0) from log.events e) as head,
             (select id from log.epoch) as epoch
        from read_generations where is_live`)
    if (!snapshot) throw new NoReadTablesError('The read tables are still being built')
    return read(tx, snapshot)
  })
}
