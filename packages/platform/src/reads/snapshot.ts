import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { NoReadTablesError, stateColumns } from './barrier.ts'

export const snapshotRow = z.object({
  generation: z.number(),
  position: z.number(),
  head: z.number(),
  epoch: z.string(),
})
export type Snapshot = z.output<typeof snapshotRow>

/** What is needed to read in a snapshot */
export type SnapshotSource = { db: DatabasePool; modelVersion: number }

/** Runs queries in one snapshot together with the live generation and its checkpoint. @throws NoReadTablesError */
export function inSnapshot<Result>(
  { db, modelVersion }: SnapshotSource,
  read: (tx: CommonQueryMethods, snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.query(sql.unsafe`set transaction isolation level repeatable read, read only`)
    const snapshot = await tx.maybeOne(sql.type(snapshotRow)`
      select ${stateColumns} from read_generations g where g.state = 'live' and g.model_version = ${modelVersion}`)
    if (!snapshot) throw new NoReadTablesError(modelVersion)
    return read(tx, snapshot)
  })
}
