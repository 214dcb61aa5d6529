/** Removes everything about a person from the ordinary tables. The log and the read tables contain ids only. */

import { randomUUID } from 'node:crypto'
import { insertAudit } from '@jaanch/account/audit/audit'
import type { ErasureLedger } from '@jaanch/account/privacy/erasure-ledger'
import { AppError } from '@jaanch/contracts/errors'
import { appendWithRows } from '@jaanch/eventlog/append-with-rows'
import { streamId } from '@jaanch/eventlog/events'
import type pg from 'pg'
import { ofBookings, ofPerson, statementOf } from './tables.ts'

type Person = {
  userId: string
  /** All bookings of the person */
  bookingIds: readonly string[]
}
type Erasure = Person & { actor: string; correlationId?: string; ledger?: ErasureLedger }

/**
 * Erases a person: rows are deleted, or blanked where bookings refer to them; files are gone. The event, which makes clients and caches
 * read the person again, and the audit entry are in the same transaction. A repetition changes nothing more. Audit entries and consents
 * stay: they contain ids only, and prove what was done. The ledger knows of it before it is committed: otherwise a restore could bring
 * the person back. Of an erasure that failed after that, it says too much, about somebody who asked for it. What is repeated after a
 * restore by itself needs no ledger.
 * @throws AppError critical-call-open while somebody still has to be told about a critical value; unavailable if the ledger can't be
 * written: nothing is erased
 */
export async function erasePerson(
  pool: pg.Pool,
  { userId, bookingIds, actor, correlationId, ledger }: Erasure,
): Promise<void> {
  const append = {
    id: randomUUID(),
    streamId: streamId('user', userId),
    expected: 'any' as const,
    events: [{ type: 'PersonChanged', data: { userId } } as const],
    actor,
    ...(correlationId !== undefined && { correlationId }),
  }
  await appendWithRows(pool, append, async (client) => {
    // requests under way wait for this row, and then find the person erased
    await client.query('select 1 from users where id = $1 for update', [userId])
    if (await hasOpenCall(client, userId)) throw new AppError('critical-call-open')
    await eraseRows(client, { userId, bookingIds })
    await insertAudit(client, [{ action: 'account-erased', actor, userId }])
    await ledger?.record('erased', userId)
  })
  await releaseHoldsOf(pool, userId)
}

/** Whether a call about critical values of an account's bookings, also those for relatives, is open. */
export async function hasOpenCall(
  db: Pick<pg.Pool | pg.ClientBase, 'query'>,
  userId: string,
): Promise<boolean> {
  const { rowCount } = await db.query(
    'select from critical_calls where customer_id = $1 and closed_at is null limit 1',
    [userId],
  )
  return rowCount !== 0
}

/** Deletes and blanks what the ordinary tables say about a person. @returns the number of rows that changed: 0 when it is repeated */
export async function eraseRows(client: pg.ClientBase, { userId, bookingIds }: Person): Promise<number> {
  let changed = await eraseViews(client, userId)
  for (const rows of ofBookings)
    changed += (await client.query(statementOf(rows), [bookingIds])).rowCount ?? 0
  for (const rows of ofPerson) changed += (await client.query(statementOf(rows), [userId])).rowCount ?? 0
  return changed
}

/**
 * Apart from the erasure and one by one: a transaction that will wait for the log may have no lock of a date, and no transaction more
 * than one. Holds that a process leaves here expire within minutes.
 */
export async function releaseHoldsOf(pool: pg.Pool, userId: string): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from visit_places where customer_id = $1 and expires_at is not null',
    [userId],
  )
  for (const { id } of rows) await pool.query('select release_hold($1, $2)', [id, userId])
}

/** A shorter name is a word of other texts */
const shortestText = 3
/** Digits of a phone number without its country code */
const phoneDigits = 10

/**
 * Deletes the saved views of all staff whose name or query has, as whole words, the name, the e-mail address or the phone of a person or of somebody in the
 * person's family. To be called before these are blanked. Staff have 30 views at most, so all of them are read.
 * @returns the number of views that were deleted
 */
async function eraseViews(client: pg.ClientBase, userId: string): Promise<number> {
  const { rows: about } = await client.query<{ text: string | null; phone: string | null }>(
    `with person as (select id, name, email, phone from users where id = $1 and erased_at is null)
     select name as text, phone from person union select email, null from person
     union select f.name, f.phone from family_members f join person on f.customer_id = person.id`,
    [userId],
  )
  const texts = about.map(({ text }) => plain(text ?? '')).filter((text) => text.length >= shortestText)
  const phones = about.map(({ phone }) => digits(phone ?? '').slice(-phoneDigits))
  const numbers = phones.filter((phone) => phone.length === phoneDigits)
  if (texts.length + numbers.length === 0) return 0
  const { rows: views } = await client.query<{ id: string; name: string; query: string }>(
    'select id, name, query from saved_views',
  )
  const named = views.filter(({ name, query }) => {
    const said = [name, ...new URLSearchParams(query).values()].map(plain)
    return said.some(
      (words) =>
        texts.some((text) => ` ${words} `.includes(` ${text} `)) ||
        numbers.some((number) => digits(words).includes(number)),
    )
  })
  if (named.length === 0) return 0
  const { rowCount } = await client.query('delete from saved_views where id = any($1)', [
    named.map(({ id }) => id),
  ])
  return rowCount ?? 0
}

/** @returns the words of a text, separated by single spaces */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}

function digits(text: string): string {
  return text.replaceAll(/\D/g, '')
}
