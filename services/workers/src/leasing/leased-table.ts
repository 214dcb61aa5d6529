import type pg from 'pg'

/**
 * Leases of rows, the same way for work, outbox messages and timers:
 *
 *  1. lease       writes a new token and the time until which the lease is valid; only due rows without a valid lease
 *  2. renew       moves that time while a worker handles the row
 *  3. settle      each table has its own statement: the row is done
 *     retryLater  or it is due again after a pause
 *     deadLetter  or it waits for an operator
 *     release     or it is due again at once
 *
 * THE RULE: each statement of 2 and 3 has `lease_token = <token of the lease>` in its condition. A lease that expires may be
 * taken by another worker, which writes another token: from then on the first worker can change nothing.
 *
 * Statements on many rows skip locked rows instead of waiting for them, so two of them never wait for each other in a circle.
 */

/** What each leased row has besides its key. */
export type Lease = {
  leaseToken: string
  /** Failed attempts so far */
  attempts: number
}

export type TableDefinition<Key extends string> = {
  table: 'work' | 'outbox' | 'timers'
  /** Primary key, by the property that holds each column */
  key: Readonly<Record<Key, { column: string; type: 'text' | 'uuid' }>>
  /** What a worker reads besides key, token and attempts: a select list */
  columns: string
  /** Condition: the row is still to be handled */
  isOpen: string
  /** Assignment: the row waits for an operator */
  markDead: string
  /** How long a worker may be silent before another one takes the row */
  leaseSeconds: number
  /** Polling leaves a new row to its job for this time */
  jobHeadStartSeconds: number
  /** Condition on $3: which rows `leaseDue` may take */
  scope?: string
  /** The column of dead_letters that holds the row's id; a dead letter of a work row is identified by consumer and stream */
  deadLetterColumn?: 'message_id' | 'timer_id'
}

/** @param now for tests with their own clock; the clock of Postgres by default */
type Clock = { now?: Date | undefined }

type DueOptions<Scope> = Clock & { limit: number; scope?: Scope }
type Retry = Clock & { attempts: number; pauseMs: number; error: string }
export type NewDeadLetter = {
  consumer: string
  streamId: string
  /** The event that failed or that the message is about; 0 where there is none */
  position: number
  attempts: number
  error: string
}

export type LeasedTable<Row extends Lease, Key extends string, Scope> = {
  readonly leaseMs: number
  /** @returns the leased rows in the order of the keys; undefined where a row is done, not due or leased by another worker */
  lease(db: pg.Pool, keys: readonly Record<Key, string>[], clock?: Clock): Promise<(Row | undefined)[]>
  /** Leases due rows that no job announced: Redis was away, a worker was killed, or a pause is over. Oldest first. */
  leaseDue(db: pg.Pool, options: DueOptions<Scope>): Promise<Row[]>
  /** @returns the tokens of the leases that were renewed; rows that another statement has locked are skipped */
  renew(db: pg.Pool, leases: readonly Row[]): Promise<Set<string>>
  release(db: pg.Pool, leases: readonly Row[]): Promise<void>
  /** @returns false when the lease was lost */
  retryLater(db: pg.Pool, lease: Row, retry: Retry): Promise<boolean>
  /** @returns false when the lease was lost */
  deadLetter(db: pg.Pool, lease: Row, letter: NewDeadLetter): Promise<boolean>
}

/** Assignments of every statement that ends a lease. */
export const endLease = 'lease_token = null, leased_until = null'

export function leasedUntil(seconds: number): string {
  return `leased_until = clock_timestamp() + interval '${seconds} seconds'`
}

export function createLeasedTable<Row extends Lease & Record<Key, string>, Key extends string, Scope = never>(
  definition: TableDefinition<Key>,
): LeasedTable<Row, Key, Scope> {
  const { table, columns, isOpen, markDead, leaseSeconds, jobHeadStartSeconds, deadLetterColumn } = definition
  const properties = Object.keys(definition.key) as Key[]
  const keyColumns = properties.map((property) => definition.key[property])
  const key = keyColumns.map(({ column }) => column).join(', ')
  const read = [
    ...properties.map((property) => `${table}.${definition.key[property].column} as "${property}"`),
    `lease_token as "leaseToken"`,
    'attempts',
    columns,
  ].join(', ')
  const startLease = `lease_token = gen_random_uuid(), begun_at = clock_timestamp(), ${leasedUntil(leaseSeconds)}`
  const isDue = (now: string) =>
    `${isOpen} and due_at <= ${now} and (leased_until is null or leased_until < clock_timestamp())`
  const clock = (parameter: string) => `coalesce(${parameter}::timestamptz, clock_timestamp())`

  /** `unnest($1::text[], …)`, from parameter 1 on */
  const arrays = (types: readonly string[]) =>
    `unnest(${types.map((type, index) => `$${index + 1}::${type}[]`).join(', ')})`
  const keyTypes = keyColumns.map(({ type }) => type)
  const keyArrays = (keys: readonly Record<Key, string>[]) =>
    properties.map((property) => keys.map((each) => each[property]))
  /** The rows of many leases, from parameter 1 on */
  const heldRows = `(${key}) in (
    select ${keyColumns.map(({ column }) => `${table}.${column}`).join(', ')}
      from ${table} join ${arrays([...keyTypes, 'uuid'])} as held (${key}, lease_token) using (${key}, lease_token)
       for update of ${table} skip locked)`
  const heldArrays = (leases: readonly Row[]) => [
    ...keyArrays(leases),
    leases.map(({ leaseToken }) => leaseToken),
  ]
  /** The row of one lease, from parameter 1 on */
  const heldRow = [...keyColumns.map(({ column }) => column), 'lease_token']
    .map((column, index) => `${column} = $${index + 1}`)
    .join(' and ')
  const heldValues = (lease: Row) => [...properties.map((property) => lease[property]), lease.leaseToken]
  const next = keyColumns.length + 2

  const sql = {
    lease: `update ${table} set ${startLease}
      where (${key}) in (
        select ${key} from ${table}
         where (${key}) in (select * from ${arrays(keyTypes)}) and ${isDue(clock(`$${keyTypes.length + 1}`))}
           for update skip locked)
     returning ${read}`,
    leaseDue: `update ${table} set ${startLease}
      where (${key}) in (
        select ${key} from ${table}
         where ${isDue(clock('$2'))} ${definition.scope ? `and ${definition.scope}` : ''}
           -- no job announces a retry
           and (attempts > 0 or due_at <= ${clock('$2')} - interval '${jobHeadStartSeconds} seconds')
         order by due_at limit $1 for update skip locked)
     returning ${read}`,
    renew: `update ${table} set ${leasedUntil(leaseSeconds)} where ${heldRows} returning lease_token as "leaseToken"`,
    release: `update ${table} set ${endLease} where ${heldRows}`,
    retryLater: `update ${table}
        set ${endLease}, attempts = $${next}, last_error = $${next + 1},
            due_at = ${clock(`$${next + 3}`)} + make_interval(secs => $${next + 2})
      where ${heldRow}`,
    deadLetter: `with dead as (
        update ${table} set ${markDead}, ${endLease}, attempts = $${next}, last_error = $${next + 1} where ${heldRow}
        returning ${deadLetterColumn ? `id as ${deadLetterColumn}` : 'null'})
      insert into dead_letters (attempts, error, consumer, stream_id, position${deadLetterColumn ? `, ${deadLetterColumn}` : ''})
      select $${next}, $${next + 1}, $${next + 2}::text, $${next + 3}::text, $${next + 4}::bigint${deadLetterColumn ? `, ${deadLetterColumn}` : ''}
        from dead`,
  }

  return {
    leaseMs: leaseSeconds * 1_000,
    async lease(db, keys, { now } = {}) {
      const { rows } = await db.query<Row>({
        name: `lease ${table}`,
        text: sql.lease,
        values: [...keyArrays(keys), now ?? null],
      })
      const nameOf = (each: Record<Key, string>) => properties.map((property) => each[property]).join(' ')
      const leased = new Map(rows.map((row) => [nameOf(row), row]))
      // two jobs may name the same row: one of them gets the lease
      return keys.map((each) => {
        const row = leased.get(nameOf(each))
        leased.delete(nameOf(each))
        return row
      })
    },
    async leaseDue(db, { limit, scope, now }) {
      const values = [limit, now ?? null, ...(definition.scope ? [scope] : [])]
      return (await db.query<Row>(sql.leaseDue, values)).rows
    },
    async renew(db, leases) {
      const { rows } = await db.query<{ leaseToken: string }>(sql.renew, heldArrays(leases))
      return new Set(rows.map(({ leaseToken }) => leaseToken))
    },
    async release(db, leases) {
      await db.query(sql.release, heldArrays(leases))
    },
    async retryLater(db, lease, { attempts, pauseMs, error, now }) {
      const values = [...heldValues(lease), attempts, error, pauseMs / 1_000, now ?? null]
      return (await db.query(sql.retryLater, values)).rowCount === 1
    },
    async deadLetter(db, lease, { attempts, error, consumer, streamId, position }) {
      const values = [...heldValues(lease), attempts, error, consumer, streamId, position]
      return (await db.query(sql.deadLetter, values)).rowCount === 1
    },
  }
}
