import type { Caller } from '@jaanch/contracts/caller'
import { inSnapshot, type Snapshot, type SnapshotSource } from '@jaanch/platform/reads/read-tables'
import { type CommonQueryMethods, type FragmentSqlToken, InvalidInputError, sql } from 'slonik'
import { z } from 'zod'
import { type Change, type ChangeKind, changeKinds } from './change-kinds.ts'
import type { UnpresentableRows } from './push-health.ts'

type Span = {
  generation: number
  /** Exclusive: only rows that changed after this position */
  after: number
  /** Only rows that this caller may see; all rows by default */
  reader?: Caller
}

const cutRow = z.object({ upto: z.number().nullable() })

/**
 * Where to end so that about `limit` rows of each kind are read. Rows of one position are never divided: several
 * notifications report the same event, and a reader that has seen one of them asks for later positions only.
 * @returns undefined if there are fewer rows of each kind; otherwise the position up to which at least one kind has `limit`
 */
export async function findCut(
  tx: CommonQueryMethods,
  span: Span & { /** The checkpoint */ position: number },
  limit: number,
): Promise<number | undefined> {
  const { after, reader, position } = span
  const pages = visibleKinds(reader).map(
    ({ rows, condition }) => sql.fragment`
      select max(position) as last from (
        select position from ${rows(span)}
         where position > ${after} and position <= ${position} and ${condition} order by position limit ${limit}) page
      having count(*) >= ${limit}`,
  )
  // of an admin whose role includes none of the lists
  if (pages.length === 0) return undefined
  const { upto } = await tx.one(sql.type(cutRow)`
    select min(last) as upto from (${sql.join(pages, sql.fragment` union all `)}) cuts`)
  return upto ?? undefined
}

/**
 * The changed rows, oldest change first, without those that cannot be presented. Must be read in the snapshot that the
 * checkpoint was read in, an isolating one (inIsolatingSnapshot).
 */
export async function readChanges(
  tx: CommonQueryMethods,
  span: Span & { /** Inclusive */ upto: number; isIsolating: boolean },
  unpresentable: UnpresentableRows,
): Promise<Change[]> {
  const rows: KindRow[] = []
  for (const kind of visibleKinds(span.reader)) {
    for (const row of await readRows(tx, kind, span, unpresentable)) rows.push({ kind, row })
  }
  return presentAll(rows, unpresentable)
}

/** A changed row and its kind. */
export type KindRow = { kind: ChangeKind; row: UnvalidatedRow }

/** @returns the changes, oldest first, without those that cannot be presented */
export function presentAll(rows: readonly KindRow[], unpresentable: UnpresentableRows): Change[] {
  const changes = rows.flatMap(({ kind: { table, present }, row }) => {
    const key = { table, id: row.id, position: row.position }
    try {
      const change = present(row)
      unpresentable.remove(key)
      return [change]
    } catch (error) {
      unpresentable.add(key, error)
      return []
    }
  })
  return changes.sort((one, other) => one.message.position - other.message.position)
}

/** Validated row by row, so that one invalid row does not fail the others. */
export const unvalidatedRow = z.looseObject({ id: z.string().nullable(), position: z.number() })
export type UnvalidatedRow = z.output<typeof unvalidatedRow>

async function readRows(
  tx: CommonQueryMethods,
  kind: VisibleKind,
  span: Span & { upto: number; isIsolating: boolean },
  unpresentable: UnpresentableRows,
): Promise<readonly UnvalidatedRow[]> {
  const { after, upto } = span
  const inSpan = sql.fragment`position > ${after} and position <= ${upto} and ${kind.condition}`
  const query = sql.type(unvalidatedRow)`${kind.select(span, inSpan)}`
  if (!span.isIsolating) return tx.any(query)
  try {
    return await tx.transaction((savepoint) => savepoint.any(query))
  } catch (error) {
    if (!isDataError(error)) throw error
    if (upto - after === 1) {
      unpresentable.add({ table: kind.table, id: null, position: upto }, error)
      return []
    }
    const middle = Math.floor((after + upto) / 2)
    const first = await readRows(tx, kind, { ...span, upto: middle }, unpresentable)
    return [...first, ...(await readRows(tx, kind, { ...span, after: middle }, unpresentable))]
  }
}

type VisibleKind = ChangeKind & { condition: FragmentSqlToken }

function visibleKinds(reader: Caller | undefined): VisibleKind[] {
  return changeKinds.flatMap((kind) => {
    const condition = kind.visible(reader)
    return condition ? [{ ...kind, condition }] : []
  })
}

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
