import { type CommonQueryMethods, InvalidInputError } from 'slonik'
import { inSnapshot, type Snapshot, type SnapshotSource } from '../reads/snapshot.ts'

/**
 * As `inSnapshot`. If Postgres cannot compute a row (an invalid uuid in a document, for example), reads again, with
 * `isIsolating`: then each query must have a savepoint, so that what fails can be found. Savepoints are two round trips per
 * query, which a read without such a row does not pay.
 */
export async function inIsolatingSnapshot<Result>(
  source: SnapshotSource,
  read: (tx: CommonQueryMethods, snapshot: Snapshot, isIsolating: boolean) => Promise<Result>,
): Promise<Result> {
  try {
    return await inSnapshot(source, (tx, snapshot) => read(tx, snapshot, false))
  } catch (error) {
    if (!isDataError(error)) throw error
    return inSnapshot(source, (tx, snapshot) => read(tx, snapshot, true))
  }
}

/** Whether Postgres could not compute a value: SQLSTATE class 22, one of which slonik replaces by an error of its own. */
export function isDataError(error: unknown): boolean {
  if (error instanceof InvalidInputError) return true
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code)
}
