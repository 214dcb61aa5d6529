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
  /** Bookings of one of the customers that fulfil the condition, too */
  groups: readonly { customers: readonly string[]; isMeant: FragmentSqlToken }[]
  /** Conditions on the read table `bookings` */
  others: readonly FragmentSqlToken[]
  /** For the audit trail: of a lab how many bookings, of an admin how many customers were looked at */
  found: { bookings: number } | { customers: number }
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
  const patterns = patternsOf(q)
  if (caller.role === 'lab-partner') {
    const isMeant = sql.fragment`(${isNamed(patterns)} or ${isThere(patterns)})`
    const ids = await findOfLab(db, view, { lab: caller.labPartnerId, isMeant, now })
    const others = ids.length > 0 ? [sql.fragment`id = any(${sql.array(ids, 'uuid')})`] : []
    return { groups: [], others, found: { bookings: ids.length } }
  }
  const [named, there] = await Promise.all([findNamed(db, patterns), findThere(db, patterns)])
  const groups = [
    { customers: named, isMeant: isNamed(patterns) },
    { customers: there, isMeant: isThere(patterns) },
  ]
  const isMany = ({ customers }: (typeof groups)[number]) => customers.length > mostCustomers
  return {
    groups: groups.filter((group) => group.customers.length > 0 && !isMany(group)),
    others: groups.filter(isMany).map(({ isMeant }) => isMeant),
    found: { customers: new Set([...named, ...there]).size },
  }
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

const most = sql.fragment`limit ${sql.literalValue(String(mostCustomers + 1))}`

/** @returns the customers who have this name or a member of the family with it: one more than `mostCustomers` if there are more */
function findNamed(db: ReadQueries, { name }: Patterns): Promise<string[]> {
  return readIds(
    db,
    sql.fragment`
      (select id from users where lower(name) like any (${name}) ${most}) union
      (select customer_id from family_members where lower(name) like any (${name}) ${most})`,
  )
}

/** The same of a phone or an address. */
function findThere(db: ReadQueries, { part, start, phones }: Patterns): Promise<string[]> {
  return readIds(
    db,
    sql.fragment`
      (select id from users where phone like any (${phones}) ${most}) union
      (select customer_id from customer_addresses
        where lower(address_line1 || ' ' || coalesce(address_line2, '') || ' ' || coalesce(landmark, '') || ' ' || city) like ${part}
           or pincode like ${start} or phone like any (${phones}) ${most})`,
  )
}

async function readIds(db: ReadQueries, found: FragmentSqlToken): Promise<string[]> {
  const rows = await db.any(sql.type(idRow)`select id from (${found}) found ${most}`)
  return rows.map(({ id }) => id)
}

/**
 * Condition on rows with the column data of the read table: a word of the patient's name begins with the text. Subqueries, here and below,
 * because each condition is a page of `page.ts`; none of their tables has a column data.
 */
function isNamed({ name }: Patterns): FragmentSqlToken {
  return sql.fragment`
    lower(coalesce((select f.name from family_members f where f.id = (data->>'familyMemberId')::uuid),
                   (select u.name from users u where u.id = (data->>'customerId')::uuid))) like any (${name})`
}

/** The phone or the PIN code begins with the text, or it is in the address: as they were when it was booked. */
function isThere({ part, start, phones }: Patterns): FragmentSqlToken {
  return sql.fragment`
    coalesce((select d.address->>'pincode' like ${start}
                  or coalesce(d.address->>'phone', (select u.phone from users u where u.id = d.customer_id)) like any (${phones})
                  or lower(concat_ws(' ', d.address->>'address_line1', d.address->>'address_line2', d.address->>'landmark',
                                     d.address->>'city')) like ${part}
                from booking_details d where d.booking_id = (data->>'bookingId')::uuid), false)`
}

type Patterns = ReturnType<typeof patternsOf>

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
