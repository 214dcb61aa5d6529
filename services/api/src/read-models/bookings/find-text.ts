import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { Caller } from '../../auth/caller.ts'
import { escapeLike } from '../../reads/like.ts'
import { readTable } from '../../reads/read-tables.ts'
import type { ReadQueries } from '../../reads/replica.ts'
import { type FoundPeople, findPeople } from './find-people.ts'

const nameRow = z.object({ name: z.string() })

export type Found = {
  /** Of packages: bookings of one of them */
  names: readonly string[]
  /** Conditions on the read table `bookings` */
  others: readonly FragmentSqlToken[]
  /** Undefined if the caller's text finds nobody */
  people: FoundPeople | undefined
}

/**
 * What a booking must fulfil one of: `q` is a part of its package's name, the end of its order number, or the beginning of its id; for
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

/** SQL: the ids of the bookings whose order number ends with the text. They come from the table that assigns the numbers: it has a row once. */
export function bookingsOfOrders(q: string): FragmentSqlToken {
  const reversed = [...q.toLowerCase()].reverse().join('')
  return sql.fragment`select booking_id from orders where reverse(lower(order_number)) like ${`${escapeLike(reversed)}%`}`
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
