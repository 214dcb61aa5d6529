import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { Caller } from '../auth/authentication.ts'
import { readTable } from '../reads/read-tables.ts'
import { type Change, type ChangeKind, changeKinds } from './change-kinds.ts'
import type { UnpresentableRows } from './unpresentable-rows.ts'

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
  { generation, after, reader }: Span,
  limit: number,
): Promise<number | undefined> {
  const pages = visibleKinds(reader).map(
    ({ table, condition }) => sql.fragment`
      select max(position) as last from (
        select position from ${readTable({ generation }, table)}
         where position > ${after} and ${condition} order by position limit ${limit}) page
      having count(*) >= ${limit}`,
  )
  const { upto } = await tx.one(sql.type(cutRow)`
    select min(last) as upto from (${sql.join(pages, sql.fragment` union all `)}) cuts`)
  return upto ?? undefined
}

/**
 * The changed rows, oldest change first, without those that cannot be presented. Must be read in the snapshot that the
 * checkpoint was read in.
 */
export async function readChanges(
  tx: CommonQueryMethods,
  span: Span & { /** Inclusive */ upto: number },
  unpresentable: UnpresentableRows,
): Promise<Change[]> {
  const changes: Change[] = []
  for (const { condition, ...kind } of visibleKinds(span.reader)) {
    const inSpan = sql.fragment`position > ${span.after} and position <= ${span.upto} and ${condition}`
    const rows = await tx.any(sql.type(unvalidatedRow)`${kind.select(span, inSpan)}`)
    changes.push(...presentAll(kind, rows, unpresentable))
  }
  return changes.sort((one, other) => one.message.position - other.message.position)
}

/** Validated row by row, so that one invalid row does not fail the others. */
const unvalidatedRow = z.looseObject({ id: z.string().nullable(), position: z.number() })

function presentAll(
  { table, present }: Pick<ChangeKind, 'table' | 'present'>,
  rows: readonly z.output<typeof unvalidatedRow>[],
  unpresentable: UnpresentableRows,
): Change[] {
  return rows.flatMap((row) => {
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
}

function visibleKinds(reader: Caller | undefined): (ChangeKind & { condition: FragmentSqlToken })[] {
  return changeKinds.flatMap((kind) => {
    const condition = kind.visible(reader)
    return condition ? [{ ...kind, condition }] : []
  })
}
