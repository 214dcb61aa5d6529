import { NoReadTablesError } from '@jaanch/platform/reads/barrier'
import { readTable } from '@jaanch/platform/reads/read-tables'
import { type Snapshot, snapshotRow } from '@jaanch/platform/reads/snapshot'
import { camelCase, preparedStatement } from '@jaanch/platform/slonik'
import type pg from 'pg'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { type ChangeKind, changeKinds } from './change-kinds.ts'
import type { KindRow, UnvalidatedRow } from './changes.ts'
import { type LogState, logStateColumns, logStateRow } from './find-break.ts'

/** What one pass of the tail reads: the state of the log and of the read tables, and the rows that changed. */
export type TailRead = {
  snapshot: Snapshot
  state: LogState
  /** Up to where `rows` is complete */
  upto: number
  /** Oldest change first within each kind; empty if the generation of the query is not live any more */
  rows: KindRow[]
}

type TailQuery = {
  /** Of this code's read tables */
  modelVersion: number
  /** Expected to be live */
  generation: number
  /** Exclusive: only rows that changed after this position */
  after: number
  /** Head of the log at the last pass */
  seenHead: number
  /** Whether to look at the present lineage, too: findBreak */
  asksLineage: boolean
  /** About how many rows of each kind */
  limit: number
}

const stateRow = z.object({ ...snapshotRow.shape, ...logStateRow.shape, hasOthers: z.boolean() })

/**
 * What most batches change. To read a kind without changed rows costs Postgres as much as to find one row: of the others a pass
 * asks only whether there are any, and then reads again with them.
 */
const usualKinds = changeKinds.filter(({ table }) => table === 'bookings' || table === 'notifications')

/**
 * All in one statement, which is one snapshot and one round trip: as a transaction with a query for each kind, a pass took
 * eleven round trips and planned each query again, 6 to 8 ms of what a client waits for a change.
 * @throws NoReadTablesError; Postgres's error if a row cannot be computed, or if the generation was dropped
 */
export async function readTail(pool: pg.Pool, query: TailQuery): Promise<TailRead> {
  return (
    (await readKinds(pool, query, usualKinds)) ?? ((await readKinds(pool, query, changeKinds)) as TailRead)
  )
}

/** @returns undefined if rows of other kinds changed, too */
async function readKinds(
  pool: pg.Pool,
  query: TailQuery,
  kinds: readonly ChangeKind[],
): Promise<TailRead | undefined> {
  const { generation, limit } = query
  const { rows } = await pool.query<{ kind: number | null; row: Record<string, unknown> }>(
    statementFor(query, kinds),
  )
  const first = rows.find(({ kind }) => kind === null)
  if (!first) throw new NoReadTablesError(query.modelVersion)
  const { headEvent, seenEvent, lineage, presentLineage, hasOthers, ...snapshot } = stateRow.parse(
    camelCase(first.row),
  )
  const read = { snapshot, state: { headEvent, seenEvent, lineage, presentLineage } }
  if (snapshot.generation !== generation) return { ...read, upto: query.after, rows: [] }
  if (hasOthers) return undefined

  const changed = kinds.map((kind, index) => ({
    kind,
    rows: rows.flatMap((each) => (each.kind === index ? [camelCase(each.row) as UnvalidatedRow] : [])),
  }))
  // a full page may have later rows than it contains; rows of one position are never divided (with ties)
  const ends = changed.flatMap((page) => (page.rows.length < limit ? [] : [lastPosition(page.rows)]))
  const upto = Math.min(snapshot.position, ...ends)
  return {
    ...read,
    upto,
    rows: changed.flatMap((page) =>
      page.rows.filter(({ position }) => position <= upto).map((row) => ({ kind: page.kind, row })),
    ),
  }
}

function lastPosition(rows: readonly UnvalidatedRow[]): number {
  return rows.reduce((last, { position }) => Math.max(last, position), 0)
}

type Statement = ReturnType<typeof preparedStatement>

/** By name. To make the text takes Node as long as the rest of a pass. */
const statements = new Map<string, Statement>()

function statementFor(query: TailQuery, kinds: readonly ChangeKind[]): Statement {
  const { generation, limit } = query
  const name = `tail of ${kinds.length} kinds ${generation} ${limit}`
  const statement = statements.get(name) ?? preparedStatement(name, tailQuery(query, kinds))
  statements.set(name, statement)
  return { ...statement, values: statement.values.map((value) => valueIn(query, value)) }
}

/** Stand for the values that differ from pass to pass. */
const marks = { modelVersion: ':model', after: ':after', seenHead: ':seen', asksLineage: ':lineage' } as const

function valueIn(query: TailQuery, value: unknown): unknown {
  for (const name in marks) {
    const key = name as keyof typeof marks
    if (value === marks[key]) return query[key]
  }
  return value
}

/** The limit is part of the text: the planner must know how few rows are joined. */
function tailQuery({ generation, limit, after: anyPosition }: TailQuery, kinds: readonly ChangeKind[]) {
  const view = { generation, after: anyPosition }
  const size = sql.literalValue(String(limit))
  const after = sql.fragment`position > ${marks.after}`
  // changes are looked for along the log, which may have much that is not in the read tables yet
  const isRead = sql.fragment`position <= (select position from state)`
  const page = (kind: ChangeKind, index: number): FragmentSqlToken => sql.fragment`
    select ${index}::int as kind, row_to_json(changed) as row
      from (${kind.select(view, sql.fragment`${after} and ${isRead} order by position fetch first (${size}) rows with ties`)}) changed`
  const others = changeKinds
    .filter((kind) => !kinds.includes(kind))
    .map(({ table }) => sql.fragment`exists (select from ${readTable({ generation }, table)} where ${after})`)
  return sql.unsafe`
    with state as materialized (
      select g.generation, g.position, log.head, (select id from log.epoch) as epoch,
             ${logStateColumns(sql.fragment`log.head`, marks.seenHead, marks.asksLineage)},
             ${sql.join([sql.fragment`false`, ...others], sql.fragment` or `)} as has_others
        from read_generations g, (select coalesce(max(position), 0) as head from log.events) log
       where g.state = 'live' and g.model_version = ${marks.modelVersion})
    select null::int as kind, row_to_json(state) as row from state
     union all ${sql.join(kinds.map(page), sql.fragment` union all `)}`
}
