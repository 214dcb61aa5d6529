import { bookingsOfOrders } from '@jaanch/booking/list/find-text'
import type { QueryOf } from '@jaanch/contracts/http/route'
import { phoneStarts } from '@jaanch/contracts/person-search'
import { exactTime, olderThan, type PageKey } from '@jaanch/platform/reads/paging'
import { escapeLike, readTable } from '@jaanch/platform/reads/read-tables'
import type { ReadQueries } from '@jaanch/platform/reads/replica'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { authCalls } from '../sessions/api.ts'
import { userColumns, userRow, usersWithLabs } from './user-rows.ts'

const listedUser = userRow.extend({ keyAt: z.string() })

const customerRow = z.object({ customerId: z.uuid() })

/** The end of an order number: '000123', 'JN-2026-000123'. Fewer digits alone are the start of a phone, and hundreds of orders end so */
const orderEnd = /^(\d{6,20}|(?=.*[a-z-])[a-z\d-]{0,20}\d{4,})$/i
const mostOrders = 100

export function mayEndOrderNumber(q: string | undefined): q is string {
  return q !== undefined && orderEnd.test(q)
}

/** @returns the customers of the bookings whose order number ends with the text: of the newest hundred at most */
export async function findOrderers(
  db: ReadQueries,
  view: { generation: number },
  q: string,
): Promise<string[]> {
  const rows = await db.any(sql.type(customerRow)`
    select customer_id from (
      select customer_id, created_at from ${readTable(view, 'bookings')}
       where id in (${bookingsOfOrders(q)}) offset 0) b
     order by created_at desc limit ${mostOrders}`)
  return rows.map(({ customerId }) => customerId)
}

/** @returns users, newest first, that follow `after`. @param orderers who is found by an order number */
export function listUsers(
  db: CommonQueryMethods,
  { role, q, limit }: QueryOf<typeof authCalls.listUsers>,
  { after, orderers }: { after: PageKey | undefined; orderers: readonly string[] },
): Promise<readonly z.output<typeof listedUser>[]> {
  const any = sql.fragment`true`
  return db.any(sql.type(listedUser)`
    select ${userColumns}, ${exactTime(sql.fragment`u.created_at`)} as key_at
      from ${usersWithLabs}
     where ${role ? sql.fragment`u.role = ${role}` : any}
       and ${q ? sql.fragment`(${startsWith(q)} or u.id = any (${sql.array(orderers, 'uuid')}))` : any}
       and ${olderThan(after, sql.fragment`u.created_at`, sql.fragment`u.id`)}
     order by u.created_at desc, u.id desc limit ${limit}`)
}

/** A word of the name, the e-mail or the phone starts with the text; the country code of a phone may be left out. */
function startsWith(typed: string) {
  const text = escapeLike(typed.toLowerCase())
  const phones = phoneStarts(typed).map((start) => `${start}%`)
  return sql.fragment`(
    lower(u.name) like ${`${text}%`} or lower(u.name) like ${`% ${text}%`} or lower(u.email) like ${`${text}%`}
    or u.phone like any (${sql.array(phones, 'text')}))`
}
