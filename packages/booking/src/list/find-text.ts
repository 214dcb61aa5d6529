import { bookingsOfOrders } from '@jaanch/account/users/list-users'
import type { Caller } from '@jaanch/contracts/caller'
import { personSearchMinimum, phoneStarts } from '@jaanch/contracts/person-search'
import { escapeLike, readTable } from '@jaanch/platform/reads/read-tables'
import type { ReadQueries } from '@jaanch/platform/reads/replicas'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { whyCollectionClosed } from '../rules.ts'
import { bookingRow } from './bookings.ts'

const nameRow = z.object({ name: z.string() })

export type Found = {
  /** Names of packages: bookings of one of them */
  names: readonly string[]
  /** Conditions on the read table `bookings` */
  others: readonly FragmentSqlToken[]
  /** Undefined if the caller's text finds nobody */
  people: FoundPeople | undefined
}

/**
 * Finds what a booking must fulfil one of: `q` is a part of its package's name, the end of its order number, or the beginning of its id; for
 * staff also what `findPeople` finds. Each name and each condition can be one range of an index. Joined by `or` the planner has to choose
 * between reading all that match and reading the list until a page is full, and for a package that nobody has ordered for months the
 * second takes a second with a million bookings.
 */
export async function findText(
  db: ReadQueries,
  view: { generation: number },
  search: { caller: Caller; q: string; now: Date },
): Promise<Found> {
  const { q } = search
  const ofNumber = sql.fragment`id in (${bookingsOfOrders(q)})`
  const [names, people] = await Promise.all([findNames(db, view, q), findPeople(db, view, search)])
  return { names, others: [ofNumber, ...idRange(q), ...(people?.others ?? [])], people }
}

/** The different names of ordered packages that contain the text: steps from one name to the next in the index. */
async function findNames(db: ReadQueries, view: { generation: number }, q: string): Promise<string[]> {
  const bookings = readTable(view, 'bookings')
  const rows = await db.any(sql.type(nameRow)`
    with recursive names (name) as (
      select min(package_name) from ${bookings}
       union all
      select (select min(b.package_name) from ${bookings} b where b.package_name > names.name) from names
       where names.name is not null
    ) select name from names where name ilike ${`%${escapeLike(q)}%`}`)
  return rows.map(({ name }) => name)
}

const pattern = '00000000-0000-0000-0000-000000000000'

/** The ids that begin with the text, as a range: none if it is no beginning of an id */
function idRange(q: string): FragmentSqlToken[] {
  const text = q.toLowerCase()
  const rest = pattern.slice(text.length)
  const isBeginning = [...text].every((character, index) =>
    pattern[index] === '-' ? character === '-' : /[0-9a-f]/.test(character),
  )
  if (!isBeginning || text.length > pattern.length) return []
  return [sql.fragment`id between ${text + rest} and ${text + rest.replaceAll('0', 'f')}`]
}

/** The conditions by which a booking is found by its patient, phone or place: it must fulfil one of them. */
type FoundPeople = {
  /** Bookings of one of the customers that fulfil the condition, too */
  groups: readonly { customers: readonly string[]; isMeant: FragmentSqlToken }[]
  /** Conditions on the read table `bookings` */
  others: readonly FragmentSqlToken[]
  /** Conditions that too many may fulfil: only the next rows of the list are looked at */
  many: readonly FragmentSqlToken[]
  /** For the audit trail: bookings that were found, for an admin those of customers who are not found by what they have now */
  found: { bookings: number; customers?: number }
}

/**
 * More customers, or bookings, are not looked at one by one: with as many a page is soon found in the order of the list. With a million
 * bookings, of 100,000 customers, both cost the same here
 */
const mostFound = 500
/** A completed booking's person is shown no longer after its collection (collection-window.ts) */
const shownDays = 30

const idRow = z.object({ id: z.uuid() })

/** @returns undefined if the caller finds nobody: customers search their own tests, and a short text is no name */
async function findPeople(
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
    return { groups: [], others, many: [], found: { bookings: ids.length } }
  }
  const [named, there] = await Promise.all([findNamed(db, patterns), findThere(db, patterns)])
  const groups = [
    { customers: named, isMeant: isNamed(patterns) },
    { customers: there, isMeant: isThere(patterns) },
  ]
  const booked = isMany(there) ? [] : await findBooked(db, patterns, there)
  const isBooked = sql.fragment`id = any(${sql.array([...booked], 'uuid')})`
  return {
    groups: groups.filter(({ customers }) => customers.length > 0 && !isMany(customers)),
    others: booked.length > 0 && !isMany(booked) ? [isBooked] : [],
    many: [
      ...groups.filter(({ customers }) => isMany(customers)).map(({ isMeant }) => isMeant),
      ...(isMany(booked) ? [isThere(patterns)] : []),
    ],
    found: { customers: new Set([...named, ...there]).size, bookings: booked.length },
  }
}

/** Searches what a lab may see now: no other booking is looked at, so that neither an answer nor its time says anything about others. */
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

const most = sql.fragment`limit ${sql.literalValue(String(mostFound + 1))}`
const isMany = (ids: readonly string[]) => ids.length > mostFound

/** @returns the customers who have this name or a member of the family with it: one more than `mostFound` if there are more */
function findNamed(db: ReadQueries, { name }: Patterns): Promise<string[]> {
  return readIds(
    db,
    sql.fragment`
      (select id from users where lower(name) like any (${name}) ${most}) union
      (select customer_id from family_members where lower(name) like any (${name}) ${most})`,
  )
}

/** The same of a phone or an address, as the customers have them now. */
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

/**
 * @returns the bookings that were placed with this phone or address by customers who have another one since: one more than `mostFound` if
 * there are more. The text equals the one of the index `booking_details_search`
 */
function findBooked(
  db: ReadQueries,
  { part, start, phones }: Patterns,
  customers: readonly string[],
): Promise<string[]> {
  return readIds(
    db,
    sql.fragment`
      select booking_id as id from booking_details
       where (lower(coalesce(address->>'address_line1', '') || ' ' || coalesce(address->>'address_line2', '') || ' ' ||
                    coalesce(address->>'landmark', '') || ' ' || coalesce(address->>'city', '')) like ${part}
              or address->>'pincode' like ${start} or address->>'phone' like any (${phones}))
         and customer_id <> all (${sql.array([...customers], 'uuid')}) ${most}`,
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

/** Patterns of `like` for a text */
type Patterns = ReturnType<typeof patternsOf>

/** @param q as it was typed */
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
