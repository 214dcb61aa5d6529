import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'

/**
 * Leases of rows, the same way for work, outbox messages and timers:
 *
 *  1. lease       writes a new token and the time until which the lease is valid; only due rows without a valid lease
 *                 and counts the attempt of a lease that expired: its process ended or was frozen
 *  2. renew       moves that time while a worker handles the row
 *  3. settle      each table has its own statement: the row is done
 *     retryLater  or it is due again after a pause
 *     deadLetter  or it waits for an operator
 *     giveBack    or another worker begins it anew, because this one stops: no attempt is counted
 *
 * A lease is begun at once, unless the row is handled later and alone: see batched-leases.ts.
 *
 * THE RULE: each statement of 2 and 3 has `lease_token = <token of the lease>` in its condition. A lease that expires may be
 * taken by another worker, which writes another token: from then on the first worker can change nothing.
 *
 * Statements on many rows skip locked rows instead of waiting for them, so two of them never wait for each other in a circle.
 */

/** The columns of each leased row besides its key. */
export type Lease = {
  leaseToken: string
  /** Failed attempts so far, and those whose end nobody recorded */
  attempts: number
  /** The last one is of the latter */
  wasLost: boolean
}

/** @param now for tests with their own clock; the clock of Postgres by default */
type Clock = { now?: Date | undefined }

/** How many rows to lease of each scope */
export type Limits<Scope extends string> = Partial<Record<Scope, number>>
type Retry = Clock & { attempts: number; pauseMs: number; error: string }
export type NewDeadLetter = {
  consumer: string
  streamId: string
  /** The event that failed or that the message is about; 0 where there is none */
  position: number
  attempts: number
  error: string
}

export type LeasedTable<Row extends Lease, Key extends string, Scope extends string> = {
  readonly leaseMs: number
  /** @returns the leased rows in the order of the keys; undefined where a row is done, not due or leased by another worker */
  lease(db: pg.Pool, keys: readonly Record<Key, string>[], clock?: Clock): Promise<(Row | undefined)[]>
  /** Leases due rows, oldest first. */
  leaseDue(db: pg.Pool, limits: Limits<Scope>, clock?: Clock): Promise<Row[]>
  /** @returns the tokens of the leases that were renewed; rows that another statement has locked are skipped */
  renew(db: pg.Pool, leases: readonly Row[]): Promise<Set<string>>
  /** Tries again for a moment where another statement has locked a row: an event is added to it, or the lease is being renewed. */
  giveBack(db: pg.Pool, leases: readonly Row[]): Promise<void>
  /** They are not begun: their attempts do not count until they are. Rows that another statement has locked are skipped. */
  postpone(db: pg.Pool, leases: readonly Row[]): Promise<void>
  /** @returns false when the lease was lost */
  begin(db: pg.Pool, lease: Row): Promise<boolean>
  /** @returns false when the lease was lost */
  retryLater(db: pg.Pool, lease: Row, retry: Retry): Promise<boolean>
  /** @returns false when the lease was lost */
  deadLetter(db: pg.Pool, lease: Row, letter: NewDeadLetter): Promise<boolean>
}

export function createLeasedTable<
  Row extends Lease & Record<Key, string>,
  Key extends string,
  Scope extends string,
>(definition: TableDefinition<Key>): LeasedTable<Row, Key, Scope> {
  const sql = leaseStatements(definition)
  const properties = Object.keys(definition.key) as Key[]
  const keyOf = (row: Record<Key, string>) => properties.map((property) => row[property])
  const arraysOf = (keys: readonly Record<Key, string>[]) =>
    properties.map((property) => keys.map((key) => key[property]))
  const tokensOf = (leases: readonly Row[]) => leases.map(({ leaseToken }) => leaseToken)

  return {
    leaseMs: definition.leaseSeconds * 1_000,
    async lease(db, keys, { now } = {}) {
      const { rows } = await db.query<Row>({
        name: `lease ${definition.table}`,
        text: sql.lease,
        values: [...arraysOf(keys), now ?? null],
      })
      const leased = new Map(rows.map((row) => [keyOf(row).join(' '), row]))
      // two jobs may name the same row: one of them gets the lease
      return keys.map((key) => {
        const name = keyOf(key).join(' ')
        const row = leased.get(name)
        leased.delete(name)
        return row
      })
    },
    async leaseDue(db, limits, { now } = {}) {
      const { rows } = await db.query<Row>({
        name: `lease due ${definition.table}`,
        text: sql.leaseDue,
        values: [Object.keys(limits), Object.values(limits), now ?? null],
      })
      return rows
    },
    async renew(db, leases) {
      const values = [...arraysOf(leases), tokensOf(leases)]
      return new Set(tokensOf((await db.query<Row>(sql.renew, values)).rows))
    },
    async giveBack(db, leases) {
      let left = leases
      for (let tries = 0; left.length > 0 && tries < 5; tries += 1) {
        if (tries > 0) await setTimeout(20)
        const { rows } = await db.query<Row>(sql.giveBack, [...arraysOf(left), tokensOf(left)])
        const given = new Set(rows.map((row) => keyOf(row).join(' ')))
        left = left.filter((lease) => !given.has(keyOf(lease).join(' ')))
      }
    },
    async postpone(db, leases) {
      await db.query(sql.postpone, [...arraysOf(leases), tokensOf(leases)])
    },
    async begin(db, lease) {
      return (await db.query(sql.begin, [...keyOf(lease), lease.leaseToken])).rowCount === 1
    },
    async retryLater(db, lease, { attempts, pauseMs, error, now }) {
      const values = [attempts, error, pauseMs / 1_000, now ?? null, ...keyOf(lease), lease.leaseToken]
      return (await db.query(sql.retryLater, values)).rowCount === 1
    },
    async deadLetter(db, lease, { attempts, error, consumer, streamId, position }) {
      const values = [attempts, error, consumer, streamId, position, ...keyOf(lease), lease.leaseToken]
      return (await db.query(sql.deadLetter, values)).rowCount === 1
    },
  }
}

type KeyColumn = { column: string; type: 'text' | 'uuid' }

type TableDefinition<Key extends string> = {
  table: 'work' | 'outbox' | 'timers'
  /** Primary key, by the property that holds each column */
  key: Readonly<Record<Key, KeyColumn>>
  /** A select list: the columns that a worker reads besides key, token and attempts */
  columns: string
  /** Condition: the row is still to be handled */
  isOpen: string
  /** Assignment: the row waits for an operator */
  markDead: string
  /** How long a worker may be silent before another one takes the row */
  leaseSeconds: number
  /** Column: `leaseDue` takes rows of some of its values only, and of each up to a limit */
  scope: string
  /** Operators pause its scopes: `leaseDue` takes no row of one that is paused */
  isPausable?: boolean
  /** The column of dead_letters that holds the row's id; a dead letter of a work row is identified by consumer and stream */
  deadLetterColumn?: 'message_id' | 'timer_id'
}

/** The error of an attempt that ended with its process */
export const lostMessage = 'The process that handled it ended or was frozen'

/** Assignments of every statement that ends a lease. */
export const endLease = 'lease_token = null, leased_until = null'

export function leasedUntil(seconds: number): string {
  return `leased_until = clock_timestamp() + interval '${seconds} seconds'`
}

/**
 * The parameter, which is null unless a test has its own clock, or the clock of Postgres. It is stable: clock_timestamp() is
 * not, so it cannot bound an index scan, which then reads every row that is not due yet.
 */
function clock(parameter: string): string {
  return `coalesce(${parameter}::timestamptz, statement_timestamp())`
}

/** `unnest($1::text[], …)`: one array parameter per type */
function unnest(types: readonly string[]): string {
  return `unnest(${types.map((type, index) => `$${index + 1}::${type}[]`).join(', ')})`
}

/** The parameters are listed beside each statement; `key` is one parameter per column of the primary key. */
function leaseStatements<Key extends string>(definition: TableDefinition<Key>) {
  const { table, isOpen, markDead, leaseSeconds, scope, isPausable, deadLetterColumn } = definition
  const keys = Object.entries<KeyColumn>(definition.key)
  const columns = keys.map(([, { column }]) => column)
  const types = keys.map(([, { type }]) => type)
  const key = columns.join(', ')
  // a lease that was begun and that nobody ended was an attempt, which nobody counted
  const startLease = `lease_token = gen_random_uuid(), begun_at = clock_timestamp(), ${leasedUntil(leaseSeconds)},
      attempts = attempts + (lease_token is not null and begun_at is not null)::integer,
      last_error = case when lease_token is null then last_error else '${lostMessage}' end`
  const keysOfRow = keys.map(([property, { column }]) => `${table}.${column} as "${property}"`).join(', ')
  const row = [
    keysOfRow,
    'lease_token as "leaseToken"',
    'attempts',
    'old.lease_token is not null as "wasLost"',
    definition.columns,
  ].join(', ')
  const isDue = (now: string) =>
    `${isOpen} and due_at <= ${now} and (leased_until is null or leased_until < clock_timestamp())`

  /** The rows of many leases: arrays of keys and tokens from parameter 1 on */
  const areHeld = `(${key}) in (
    select ${columns.map((column) => `${table}.${column}`).join(', ')}
      from ${table} join ${unnest([...types, 'uuid'])} as held (${key}, lease_token) using (${key}, lease_token)
       for update of ${table} skip locked)`
  /** The row of one lease: key and token from a parameter on */
  const isHeld = (first: number) =>
    [...columns, 'lease_token'].map((column, index) => `${column} = $${first + index}`).join(' and ')
  const sizeOfScope = isPausable
    ? 'case when exists (select from pauses p where p.name = s.scope and p.continued_at is null) then 0 else s.size end'
    : 's.size'
  const deadLetterId = deadLetterColumn ? `, ${deadLetterColumn}` : ''
  const isLetterOfDead = deadLetterColumn
    ? `d.${deadLetterColumn} = dead.${deadLetterColumn}`
    : 'd.consumer = $3 and d.stream_id = $4 and d.message_id is null and d.timer_id is null'

  return {
    /** keys[], now */
    lease: `update ${table} set ${startLease}
      where (${key}) in (
        select ${key} from ${table}
         where (${key}) in (select * from ${unnest(types)}) and ${isDue(clock(`$${types.length + 1}`))}
           for update skip locked)
     returning ${row}`,
    /**
     * scopes[], limits[], now. The subquery locks the rows, so they keep their ctid; joined by their keys, a plan that was made while
     * the table was empty compared each row with each, 200 ms for 600 messages. A row that was changed between the start of the
     * statement and its lock is left to the next pass.
     */
    leaseDue: `update ${table} set ${startLease}
      where ctid = any(array(
        select found.ctid
          from (select s.scope, ${sizeOfScope} as size
                  from unnest($1::text[], $2::integer[]) as s (scope, size)) taken
         cross join lateral (
           select ctid from ${table}
            where ${scope} = taken.scope and ${isDue(clock('$3'))}
            order by due_at limit taken.size for update skip locked) found))
     returning ${row}`,
    /** keys[], tokens[] */
    postpone: `update ${table} set begun_at = null where ${areHeld}`,
    /** key, token */
    begin: `update ${table} set begun_at = clock_timestamp() where ${isHeld(1)}`,
    /** keys[], tokens[]. The attempts stay as they are: this one does not count. */
    giveBack: `update ${table} set ${endLease} where ${areHeld} returning ${keysOfRow}`,
    /** keys[], tokens[] */
    renew: `update ${table} set ${leasedUntil(leaseSeconds)} where ${areHeld} returning lease_token as "leaseToken"`,
    /** attempts, error, pause in seconds, now, key, token */
    retryLater: `update ${table}
        set ${endLease}, attempts = $1, last_error = $2, due_at = ${clock('$4')} + make_interval(secs => $3)
      where ${isHeld(5)}`,
    /**
     * attempts, error, consumer, stream, position, key, token. A letter of the row that is still open is answered: somebody made the row
     * due again without it. With both open, this would fail for ever, and the row with it.
     */
    deadLetter: `with dead as (
        update ${table} set ${markDead}, ${endLease}, attempts = $1, last_error = $2 where ${isHeld(6)}
        returning ${deadLetterColumn ? `id as ${deadLetterColumn}` : 'null'}),
      answered as (
        update dead_letters d set resolution = 'retried', resolved_by = 'system:workers', resolved_at = clock_timestamp()
          from dead where d.resolution is null and ${isLetterOfDead} returning 1)
      insert into dead_letters (attempts, error, consumer, stream_id, position${deadLetterId})
      select $1, $2, $3::text, $4::text, $5::bigint${deadLetterId} from dead, (select count(*) from answered) first`,
  }
}
