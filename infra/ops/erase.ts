import type { ErasureLedger } from '@jaanch/account/privacy/erasure-ledger'
import { streamId } from '@jaanch/eventlog/events'
import { formatNumber } from '@jaanch/operations/format'
import { erasePerson, hasOpenCall } from '@jaanch/operations/privacy/erase-person'
import { erased } from '@jaanch/platform/personal-data'
import type pg from 'pg'
import { Problem } from '../local/problem.ts'
import { type Searched, searchTables } from './search.ts'

type PersonalTexts = {
  /** Lower case, without duplicates */
  searched: string[]
  /** How many are also those of another person, such as a family's phone: they cannot be searched for */
  shared: number
}

/** Shorter texts are found in anything. */
const minLength = 6

const textsSql = `
  with person as (select * from users where id = $1),
  texts as (
    select unnest(array[name, email, phone]) as text from person
    union select unnest(array[name, phone]) from family_members where customer_id = $1
    union select unnest(array[address_line1, address_line2, landmark, phone]) from customer_addresses where customer_id = $1
    union select unnest(array[address ->> 'address_line1', address ->> 'address_line2', address ->> 'landmark',
                              address ->> 'phone', special_instructions])
            from booking_details where booking_id = any($2)
    union select unnest(array[original_file_name, notes, admin_notes]) from prescriptions where customer_id = $1
    union select doctor_comments from health_reports where customer_id = $1
    union select reference from payment_references where booking_id = any($2)
    union select text from reviews where booking_id = any($2)
    union select text from booking_messages where booking_id = any($2))
  select lower(text) as text, exists (
           select from users u where u.id <> $1 and lower(t.text) in (lower(u.name), lower(u.email), u.phone)
           union all select from family_members f where f.customer_id <> $1 and lower(t.text) in (lower(f.name), f.phone)
           union all select from customer_addresses a where a.customer_id <> $1
                        and lower(t.text) in (lower(a.address_line1), lower(a.address_line2), lower(a.landmark), a.phone)
           union all select from prescriptions p where p.customer_id <> $1
                        and lower(t.text) in (lower(p.original_file_name), lower(p.notes), lower(p.admin_notes))
         ) as "isShared"
    from (select distinct text from texts
           where length(text) >= ${minLength} and text <> all ($3) and text not like 'deleted-%@invalid') t`

/** Reads the texts that identify a person, before they are erased. */
async function readPersonalTexts(
  pool: pg.Pool,
  userId: string,
  bookingIds: readonly string[],
): Promise<PersonalTexts> {
  const { rows } = await pool.query<{ text: string; isShared: boolean }>(textsSql, [
    userId,
    bookingIds,
    Object.values(erased),
  ])
  const searched = rows.filter(({ isShared }) => !isShared).map(({ text }) => text)
  return { searched: [...new Set(searched)], shared: rows.length - searched.length }
}

/** Proves an erasure without containing the person's data. */
export type Certificate = {
  userId: string
  erasedAt: string
  bookings: number
  prescriptions: number
  /** How many of the person's texts were searched for afterwards, and how many were those of others too */
  texts: { searched: number; shared: number }
  places: Searched[]
  isClean: boolean
}

/** The places outside Postgres. */
type Elsewhere = {
  /** Deletes the files of messages that a local stack wrote instead of sending them */
  deleteMessages(ids: readonly string[]): Promise<void>
  search(texts: readonly string[]): Promise<Searched[]>
  ledger: ErasureLedger
}

type Person = { id: string; role: string; isLab: boolean; erased: boolean }
type Found = { id: string; isOpen: boolean }

/** @param given id, e-mail or phone. @throws Problem if there is no such person, or none whose data may be erased */
export async function findPerson(pool: pg.Pool, given: string): Promise<Person> {
  const { rows } = await pool.query<Person>(
    `select id, role, role = 'lab-partner' and works_for is null as "isLab", erased_at is not null as erased from users
      where id::text = $1 or lower(email) = lower($1) or phone = $1 limit 2`,
    [given],
  )
  const [person, another] = rows
  if (!person) throw new Problem(`No account has the id, e-mail or phone ${given}.`)
  if (another) throw new Problem(`Several accounts have the phone ${given}: give the id or the e-mail.`)
  if (person.isLab)
    throw new Problem('This is the account of a lab, which is an organisation: suspend it instead.')
  return person
}

/**
 * Erases a person and searches all that is stored for what was known of them.
 * @throws Problem if bookings or calls about critical values are open
 */
export async function erase(
  pool: pg.Pool,
  person: Person,
  actor: string,
  elsewhere: Elsewhere,
): Promise<Certificate> {
  const userId = person.id
  const bookings = await readBookings(pool, userId)
  const open = bookings.filter(({ isOpen }) => isOpen)
  if (open.length > 0) {
    throw new Problem(
      `${formatNumber(open.length)} bookings are not completed or cancelled: they need the name and the address. Cancel them first.`,
    )
  }
  if (await hasOpenCall(pool, userId))
    throw new Problem(
      'A call about a critical result is open: it needs the name and the phone number. It has to be confirmed, or ended as not reached, first.',
    )
  const bookingIds = bookings.map(({ id }) => id)
  const { searched, shared } = await readPersonalTexts(pool, userId, bookingIds)
  const { rows: prescriptions } = await pool.query<{ id: string }>(
    'select id from prescriptions where customer_id = $1',
    [userId],
  )

  const { rows: messages } = await pool.query<{ id: string }>(
    'select id from outbox where recipient_user_id = $1',
    [userId],
  )

  await erasePerson(pool, { userId, bookingIds, actor, ledger: elsewhere.ledger })
  await elsewhere.deleteMessages(messages.map(({ id }) => id))

  const streams = [
    streamId('user', userId),
    ...bookingIds.map((id) => streamId('booking', id)),
    ...prescriptions.map(({ id }) => streamId('prescription', id)),
  ]
  const places = [...(await searchTables(pool, searched, streams)), ...(await elsewhere.search(searched))]
  return {
    userId,
    erasedAt: new Date().toISOString(),
    bookings: bookings.length,
    prescriptions: prescriptions.length,
    texts: { searched: searched.length, shared },
    places,
    isClean: places.every(({ found }) => found === 0),
  }
}

/** All bookings of a person, from the log: independent of the read tables. */
async function readBookings(pool: pg.Pool, userId: string): Promise<Found[]> {
  const { rows } = await pool.query<Found>(
    `select substr(placed.stream_id, 9) as id, not exists (
              select from log.events e where e.stream_id = placed.stream_id
                 and e.type in ('BookingCancelled', 'BookingCompleted', 'OrderDeclined')) as "isOpen"
       from log.events placed where placed.version = 1 and placed.stream_id like 'booking-%'
        and placed.data ->> 'customerId' = $1`,
    [userId],
  )
  return rows
}
