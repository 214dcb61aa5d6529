/** The SQL of leases. The rule that all of it follows is described in leased-table.ts. */

type KeyColumn = { column: string; type: 'text' | 'uuid' }

export type TableDefinition<Key extends string> = {
  table: 'work' | 'outbox' | 'timers'
  /** Primary key, by the property that holds each column */
  key: Readonly<Record<Key, KeyColumn>>
  /** What a worker reads besides key, token and attempts: a select list */
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
export function leaseStatements<Key extends string>(definition: TableDefinition<Key>) {
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
