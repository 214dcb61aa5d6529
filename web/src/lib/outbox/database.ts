import type { Method } from '@jaanch/contracts/http/route'
import { Dexie, type EntityTable, type Table } from 'dexie'

/** A command of a person, until the server has answered it. */
export type Entry = {
  /** The order in which entries were made, and are sent */
  seq: number
  /** The Idempotency-Key: made at entry, so that a command that is sent again after a lost answer or a restart has one effect */
  key: string
  userId: string
  method: Method
  /** With its id: '/api/bookings/01…/custody' */
  path: string
  body: unknown
  /** When it was done, by the clock of the device (ISO) */
  at: string
  /** The id of the visit or booking that it concerns */
  subject: string
  /** The same for people, as an order number. No names: it outlives the session */
  about?: string
  /** 'refused': the server has answered, and will not do it. 'sent': it has done it; only with `isKept` */
  state: 'waiting' | 'refused' | 'sent'
  /** Stays when it is sent, until what is shown in its place was fetched: see `saveRound` */
  isKept?: boolean
  refusal?: { code: string; text: string }
}

/** A collector's visits of a day, as they were last fetched. */
export type KeptRound = {
  userId: string
  /** IST date */
  date: string
  /** ISO */
  savedAt: string
  /** null: it was ended, and nothing is kept of it */
  round: unknown
}

export type OutboxDatabase = Dexie & {
  entries: EntityTable<Entry, 'seq'>
  rounds: Table<KeptRound, [userId: string, date: string]>
}

/** Opens the database of this browser with its first use; all tabs share it. */
export function openDatabase(): OutboxDatabase {
  const database = new Dexie('jaanch-outbox') as OutboxDatabase
  database.version(1).stores({
    entries: '++seq, &key, [userId+state], [userId+seq]',
    rounds: '[userId+date]',
  })
  return database
}

/** The entries of a user, in order */
export function entriesOf({ entries }: OutboxDatabase, userId: string) {
  return entries.where('[userId+seq]').between([userId, Dexie.minKey], [userId, Dexie.maxKey])
}
