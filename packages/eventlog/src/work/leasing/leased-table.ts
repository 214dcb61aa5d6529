import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { leaseStatements, type TableDefinition } from './lease-statements.ts'

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

/** What each leased row has besides its key. */
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
