import { adoptLineage, beginEpoch } from '@jaanch/eventlog/epoch'
import { type Origin, type Queryable, readOrigins } from '@jaanch/eventlog/read'
import type { Log } from '@jaanch/platform/logging'
import { isOfDroppedTables, NoReadTablesError } from '@jaanch/platform/reads/barrier'
import {
  inSnapshot,
  readTable,
  type Snapshot,
  type SnapshotSource,
  snapshotRow,
} from '@jaanch/platform/reads/read-tables'
import { runLoop, type WakeSignal } from '@jaanch/platform/run-loop'
import { camelCase, preparedStatement } from '@jaanch/platform/slonik'
import { count, isMeasuring, record } from '@jaanch/platform/telemetry/metrics'
import { isTraced, isTracing, recordSpan } from '@jaanch/platform/telemetry/traces'
import type pg from 'pg'
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { type Change, type ChangeKind, changeKinds } from './change-kinds.ts'
import {
  findCut,
  isDataError,
  type KindRow,
  presentAll,
  readChanges,
  type UnvalidatedRow,
} from './changes.ts'
import {
  findBreak,
  type LogState,
  logStateColumns,
  logStateRow,
  readLogState,
  type SeenLog,
} from './find-break.ts'
import type { PushHealth } from './push-health.ts'

export type TailOptions = {
  source: SnapshotSource
  /** For the one statement of a pass, and for the start of a new epoch; with `lookups` */
  db: pg.Pool
  /** Notified when the projector has committed */
  wakeSignal: WakeSignal
  /**
   * Called when the first position is known, and whenever another epoch began: from now on each later change is emitted. What
   * clients received before may contain events that the log does not have.
   */
  onEpoch: (epoch: string) => void
  emit: (changes: readonly Change[]) => void
  health: PushHealth
  /** Changes of each kind per pass, default 1,000: a client must be able to receive them before the next pass (`maxBufferedMessages`) */
  batchSize?: number
  log: Log
  signal: AbortSignal
}

const pollMs = 1_000
/** How often the lineage is looked at: another one is found in the log, too, or nothing was lost that was seen here */
const lineageMs = 1_000

/** `position`: up to which all changes were emitted */
type Seen = SeenLog & { position: number }

type Batch =
  | { kind: 'again' }
  | { kind: 'changes'; changes: Change[]; seen: Seen; lag: number; hasLineage: boolean }
  | { kind: 'break'; epoch: string; reason: string }

/**
 * Follows the read tables and emits each changed row, in order. Each pass reads the rows that changed between the last
 * checkpoint and the present one, in one snapshot. It starts at the present checkpoint; older changes are sent by catch-up.
 * If the log is not the one that it has seen, it begins a new epoch, and starts again at the present checkpoint.
 */
export function tailReadTables(options: TailOptions): Promise<void> {
  const { source, db, wakeSignal, onEpoch, emit, health, batchSize = 1_000, log, signal } = options
  let seen: Seen | undefined
  /** The one that was live at the last pass */
  let generation = 0
  let lineageAskedAt = Number.NEGATIVE_INFINITY

  async function pass(): Promise<boolean> {
    const batch = await readBatch()
    if (batch.kind === 'again') return true
    if (batch.kind === 'break') {
      const epoch = await beginEpoch(db, batch.reason, batch.epoch)
      log.error({ reason: batch.reason, epoch }, 'the log is not what it was: every client starts over')
      return true
    }
    if (batch.seen.epoch !== seen?.epoch) onEpoch(batch.seen.epoch)
    await emitMeasured(db, batch.changes, emit)
    seen = batch.seen
    health.passed({ position: seen.position, lag: batch.lag })
    if (!batch.hasLineage) await adoptLineage(db)
    return batch.lag > 0
  }

  async function readBatch(): Promise<Batch> {
    if (!seen) return inSnapshot(source, readInSnapshot)
    const startedAt = performance.now()
    const asksLineage = startedAt - lineageAskedAt >= lineageMs
    try {
      const { snapshot, state, upto, rows } = await readTail(db, {
        modelVersion: source.modelVersion,
        generation,
        after: seen.position,
        seenHead: seen.head,
        asksLineage,
        limit: batchSize,
      })
      if (asksLineage) lineageAskedAt = startedAt
      if (snapshot.generation !== generation) {
        generation = snapshot.generation
        return { kind: 'again' }
      }
      return toBatch(snapshot, state, { upto, changes: presentAll(rows, health.unpresentable) })
    } catch (error) {
      if (isDataError(error) || isOfDroppedTables(error)) return inSnapshot(source, readInSnapshot)
      throw error
    }
  }

  /** Slower than readTail, and finds the rows that Postgres cannot compute. */
  async function readInSnapshot(tx: CommonQueryMethods, snapshot: Snapshot): Promise<Batch> {
    const state = await readLogState(tx, snapshot, seen)
    generation = snapshot.generation
    const { position } = snapshot
    const span = { generation, after: seen?.position ?? position, position }
    const upto = (await findCut(tx, span, batchSize)) ?? position
    const changes = await readChanges(tx, { ...span, upto, isIsolating: true }, health.unpresentable)
    return toBatch(snapshot, state, { upto, changes })
  }

  function toBatch(
    snapshot: Snapshot,
    state: LogState,
    { upto, changes }: { upto: number; changes: Change[] },
  ): Batch {
    const { epoch, head, position } = snapshot
    const reason = findBreak(snapshot, state, seen)
    if (reason !== undefined) return { kind: 'break', epoch, reason }
    const hasLineage = state.lineage !== null || state.presentLineage === null
    const now = { epoch, head, headEvent: state.headEvent }
    if (seen?.epoch !== epoch || position <= seen.position) {
      const reached = seen?.epoch === epoch ? seen.position : position
      return { kind: 'changes', changes: [], seen: { ...now, position: reached }, lag: 0, hasLineage }
    }
    return { kind: 'changes', changes, seen: { ...now, position: upto }, lag: position - upto, hasLineage }
  }

  return runLoop({
    name: 'the tail',
    pass,
    wakeSignal,
    pollMs,
    maxPauseMs: 1_000,
    onError: (error) => log.warn({ err: error }, 'the read tables cannot be read, trying again'),
    signal,
  })
}

type Origins = ReadonlyMap<number, Origin>

/**
 * Emits changes, and measures how long after their events. While tracing is on, the events are looked up before, because a message
 * names its trace; otherwise afterwards, so that nobody waits for it. A failed lookup loses the measurement and nothing else.
 */
async function emitMeasured(
  db: Queryable,
  changes: readonly Change[],
  emit: (changes: readonly Change[]) => void,
): Promise<void> {
  if (changes.length === 0 || !(isMeasuring() || isTracing())) {
    emit(changes)
    return
  }
  const startedAt = performance.now()
  const lookUp = () =>
    readOrigins(
      db,
      changes.map(({ message }) => message.position),
    ).catch((): Origins => new Map())
  const origins = isTracing() ? await lookUp() : undefined
  emit(origins ? changes.map((change) => withTrace(change, origins)) : changes)
  const emitted = { startedAt, endedAt: performance.now(), at: Date.now() }
  for (const { event: kind } of changes) count('jaanch_pushed_messages_total', 1, { kind })
  if (origins) measure(changes, origins, emitted)
  else void lookUp().then((found) => measure(changes, found, emitted))
}

/** A recorded trace is named in the message, so that the client that receives it can be seen in it. */
function withTrace(change: Change, origins: Origins): Change {
  const trace = origins.get(change.message.position)?.correlationId
  return isTraced(trace) ? ({ ...change, message: { ...change.message, trace } } as Change) : change
}

/** Instants of `performance.now()`, and the last one in ms since 1970 */
type Emitted = { startedAt: number; endedAt: number; at: number }

function measure(changes: readonly Change[], origins: Origins, { startedAt, endedAt, at }: Emitted): void {
  for (const { event: kind, message } of changes) {
    const origin = origins.get(message.position)
    if (!origin) continue
    record('jaanch_push_delay_seconds', Math.max(0, at - origin.at.getTime()) / 1_000)
    const attributes = { kind, position: message.position, type: origin.type }
    recordSpan(origin.correlationId, { name: 'push', startedAt, endedAt, attributes })
  }
}

/** The result of one pass of the tail: the state of the log and of the read tables, and the rows that changed. */
type TailRead = {
  snapshot: Snapshot
  state: LogState
  /** Up to where `rows` is complete */
  upto: number
  /** Oldest change first within each kind; empty if the generation of the query is not live any more */
  rows: KindRow[]
}

type TailQuery = {
  /** The model version of this code's read tables */
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
 * The kinds that most batches change. To read a kind without changed rows costs Postgres as much as to find one row: of the others a pass
 * asks only whether there are any, and then reads again with them.
 */
const usualKinds = changeKinds.filter(({ table }) => table === 'bookings' || table === 'notifications')

/**
 * All in one statement, which is one snapshot and one round trip: as a transaction with a query for each kind, a pass took
 * eleven round trips and planned each query again, 6 to 8 ms of what a client waits for a change.
 * @throws NoReadTablesError; Postgres's error if a row cannot be computed, or if the generation was dropped
 */
async function readTail(pool: pg.Pool, query: TailQuery): Promise<TailRead> {
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
