import { camelCase, preparedStatement } from '@jaanch/platform/slonik'
import type pg from 'pg'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { NoReadTablesError } from '../reads/barrier.ts'
import { type Snapshot, snapshotRow } from '../reads/snapshot.ts'
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
  /** About how many rows of each kind */
  limit: number
}

const stateRow = z.object({ ...snapshotRow.shape, ...logStateRow.shape })

/**
 * All in one statement, which is one snapshot and one round trip: as a transaction with a query for each kind, a pass took
 * eleven round trips and planned each query again, 6 to 8 ms of what a client waits for a change.
 * @throws NoReadTablesError; Postgres's error if a row cannot be computed, or if the generation was dropped
 */
export async function readTail(pool: pg.Pool, query: TailQuery): Promise<TailRead> {
  const { generation, limit } = query
  const { rows } = await pool.query<{ kind: number | null; row: Record<string, unknown> }>(
    preparedStatement(`tail ${generation} ${limit}`, tailQuery(query)),
  )
  const first = rows.find(({ kind }) => kind === null)
  if (!first) throw new NoReadTablesError(query.modelVersion)
  const { headEvent, seenEvent, lineage, presentLineage, ...snapshot } = stateRow.parse(camelCase(first.row))
  const read = { snapshot, state: { headEvent, seenEvent, lineage, presentLineage } }
  if (snapshot.generation !== generation) return { ...read, upto: query.after, rows: [] }

  const changed = changeKinds.map((kind, index) => ({
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

/** The limit is part of the text: the planner must know how few rows are joined. */
function tailQuery({ modelVersion, generation, after, seenHead, limit }: TailQuery) {
  const size = sql.literalValue(String(limit))
  const page = (kind: ChangeKind, index: number): FragmentSqlToken => sql.fragment`
    select ${index}::int as kind, row_to_json(changed) as row
      from (${kind.select({ generation, after }, sql.fragment`position > ${after} order by position fetch first (${size}) rows with ties`)}) changed`
  return sql.unsafe`
    with state as materialized (
      select g.generation, g.position, log.head, (select id from log.epoch) as epoch, ${logStateColumns(sql.fragment`log.head`, seenHead)}
        from read_generations g, (select coalesce(max(position), 0) as head from log.events) log
       where g.state = 'live' and g.model_version = ${modelVersion})
    select null::int as kind, row_to_json(state) as row from state
     union all ${sql.join(changeKinds.map(page), sql.fragment` union all `)}`
}
