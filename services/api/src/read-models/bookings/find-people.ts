import { personSearchMinimum, phoneStarts } from '@jaanch/contracts/person-search'
import { whyCollectionClosed } from '@jaanch/domain/booking/collection-window'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { Caller } from '../../auth/caller.ts'
import { escapeLike } from '../../reads/like.ts'
import { readTable } from '../../reads/read-tables.ts'
import type { ReadQueries } from '../../reads/replica.ts'
import { bookingRow } from './bookings.ts'

/** What a booking must fulfil one of to be found by its patient, phone or place. */
export type FoundPeople = {
  /** Bookings of one of them that fulfil `isMeant` */
  customers: readonly string[]
  /** Conditions on the read table `bookings` */
  others: readonly FragmentSqlToken[]
  isMeant: FragmentSqlToken
  /** For the audit trail: how many bookings of a lab it is */
  ofLab: number
}

/**
 * More customers are not looked at one by one: with as many a page is soon found in the order of the list. With a million bookings, of
 * 100,000 customers, both cost the same here
 */
const mostCustomers = 500
/** A completed booking's person is shown no longer after its collection (collection-window.ts) */
const shownDays = 30

const idRow = z.object({ id: z.uuid() })

/** @returns undefined if the caller finds nobody: customers search their own tests, and a short text is no name */
export async function findPeople(
  db: ReadQueries,
  view: { generation: number },
  { caller, q, now }: { caller: Caller; q: string; now: Date },
): Promise<FoundPeople | undefined> {
  if (caller.role === 'customer' || q.length < personSearchMinimum) return undefined
  const isMeant = meansBooking(q)
  if (caller.role === 'lab-partner') {
    const ids = await findOfLab(db, view, { lab: caller.labPartnerId, isMeant, now })
    const others = ids.length > 0 ? [sql.fragment`id = any(${sql.array(ids, 'uuid')})`] : []
    return { customers: [], others, isMeant, ofLab: ids.length }
  }
  const customers = await findCustomers(db, q)
  const isMany = customers.length > mostCustomers
  return { customers: isMany ? [] : customers, others: isMany ? [isMeant] : [], isMeant, ofLab: 0 }
}

/** What a lab may see now: no other booking is looked at, so that neither an answer nor its time says anything about others. */
async function findOfLab(
  db: ReadQueries,
  view: { generation: number },
  { lab, isMeant, now }: { lab: string | null; isMeant: FragmentSqlToken; now: Date },
): Promise<string[]> {
  const since = sql.fragment`((${now.toISOString()}::timestamptz at time zone 'Asia/Kolkata')::date - ${shownDays + 1}::integer)`
  const ofLab = sql.fragment`from ${readTable(view, 'bookings')} where lab_partner_id = ${lab}`
  const rows = await db.any(sql.type(bookingRow.pick({ data: true }))`
    select data from (
      select id, customer_id, data ${ofLab} and status not in ('completed', 'cancelled')
       union all
      select id, customer_id, data ${ofLab} and status = 'completed' and collection_date >= ${since}) b
     where ${isMeant}`)
  return rows.flatMap(({ data }) => (whyCollectionClosed(data, now) ? [] : data.bookingId))
}

/** @returns the customers who may be meant: at least one more than `mostCustomers` if there are more */
async function findCustomers(db: ReadQueries, q: string): Promise<string[]> {
  const { name, part, start, phones } = patternsOf(q)
  const most = sql.fragment`limit ${sql.literalValue(String(mostCustomers + 1))}`
  const rows = await db.any(sql.type(idRow)`
    select id from (
      (select id from users
        where lower(name) like any (${name}) or phone like any (${phones}) ${most})
       union
      (select customer_id from family_members where lower(name) like any (${name}) ${most})
       union
      (select customer_id from customer_addresses
        where lower(address_line1 || ' ' || coalesce(address_line2, '') || ' ' || coalesce(landmark, '') || ' ' || city) like ${part}
           or pincode like ${start} or phone like any (${phones}) ${most})) found ${most}`)
  return rows.map(({ id }) => id)
}

/**
 * Condition on rows with the columns id, customer_id and data of the read table: a word of the patient's name or the phone begins with
 * the text, or it is in the address. Subqueries, because each condition is one page of `page.ts`; none of their tables has these columns.
 */
function meansBooking(q: string): FragmentSqlToken {
  const { name, part, start, phones } = patternsOf(q)
  return sql.fragment`(
    lower(coalesce((select f.name from family_members f where f.id = (data->>'familyMemberId')::uuid),
                   (select u.name from users u where u.id = (data->>'customerId')::uuid))) like any (${name})
    or coalesce((select d.address->>'pincode' like ${start}
                     or coalesce(d.address->>'phone', (select u.phone from users u where u.id = d.customer_id)) like any (${phones})
                     or lower(concat_ws(' ', d.address->>'address_line1', d.address->>'address_line2', d.address->>'landmark',
                                        d.address->>'city')) like ${part}
                   from booking_details d where d.booking_id = (data->>'bookingId')::uuid), false))`
}

function patternsOf(q: string) {
  const text = escapeLike(q.toLowerCase())
  return {
    name: sql.array([`${text}%`, `% ${text}%`], 'text'),
    part: `%${text}%`,
    start: `${text}%`,
    phones: sql.array(
      phoneStarts(q).map((digits) => `${digits}%`),
      'text',
    ),
  }
}
