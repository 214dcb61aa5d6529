import { expect } from 'vitest'
import type { TestDatabase } from './database.ts'

/** Waits until every event so far has been relayed and handled by all its consumers. */
export function untilWorkDone(database: TestDatabase): Promise<void> {
  return untilNone(
    database,
    `(select count(*) from work) +
     (select count(*) from work_consumers where cursor < (select max(position) from log.events))`,
  )
}

/** Waits for the work, and until each of its messages was sent, given up or skipped. */
export async function untilMessagesSent(database: TestDatabase): Promise<void> {
  await untilWorkDone(database)
  await untilNone(database, '(select count(*) from outbox where outcome is null)')
}

function untilNone(database: TestDatabase, count: string): Promise<void> {
  const read = async () => (await database.asOwner(`select (${count})::int as n`)).rows[0].n
  // some tests leave much to do
  return expect.poll(read, { timeout: 120_000 }).toBe(0)
}

/**
 * Deletes the work, the messages and the timers of earlier files, which no worker took: workers that a file starts on a shared stack
 * handle what this file does, and nothing else.
 */
export async function forgetWork(database: TestDatabase): Promise<void> {
  // the relay writes no rows for what is before the cursors
  await database.asOwner(
    `update work_consumers set cursor = greatest(cursor, (select max(position) from log.events));
     delete from work; delete from outbox; delete from timers`,
  )
}
