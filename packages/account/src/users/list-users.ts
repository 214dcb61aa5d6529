import { actorOf } from '@jaanch/contracts/caller'
import type { QueryOf } from '@jaanch/contracts/http/route'
import { phoneStarts } from '@jaanch/contracts/person-search'
import { roles } from '@jaanch/contracts/vocabulary'
import { takePlace } from '@jaanch/platform/http/request-gates'
import { serveCall, serveRead } from '@jaanch/platform/http/served'
import { decodeCursor, exactTime, linkIfFull, olderThan, type PageKey } from '@jaanch/platform/reads/paging'
import { escapeLike, passBarrier, readTable } from '@jaanch/platform/reads/read-tables'
import type { ReadQueries } from '@jaanch/platform/reads/replicas'
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { authCalls } from '../sessions/api.ts'
import { userCalls } from './api.ts'
import { presentUser, userColumns, userRow, usersWithLabs } from './user-rows.ts'

const listedUser = userRow.extend({ keyAt: z.string() })

const roleCount = z.object({ role: z.enum(roles), n: z.number() })

export const countUsers = serveCall(userCalls.countUsers, async (_, { db }) => {
  const rows = await db.any(sql.type(roleCount)`
    select role, sum(n)::bigint as n from user_counts group by role`)
  const counts = new Map(rows.map(({ role, n }) => [role, n]))
  return {
    customer: counts.get('customer') ?? 0,
    'lab-partner': counts.get('lab-partner') ?? 0,
    admin: counts.get('admin') ?? 0,
  }
})

export const listUsers = serveRead(
  authCalls.listUsers,
  async ({ query, caller, request, reply }, services) => {
    const { q } = query
    const after = decodeCursor(query.cursor)
    let orderers: string[] = []
    if (mayEndOrderNumber(q)) {
      const view = await passBarrier(services, reply)
      orderers = await findOrderers(view.reads, view, q)
    }
    await takePlace(request)
    const rows = await readUsers(services.db, query, { after, orderers })
    linkIfFull({ request, reply, limit: query.limit }, rows, (last) => ({ at: last.keyAt, id: last.id }))
    // the text is a name or a phone: its length says whether it was a search
    const details = { people: rows.length, searchedCharacters: q?.length ?? 0 }
    await services.audit.record({ action: 'people-listed', actor: actorOf(caller), details })
    return rows.map(presentUser)
  },
)

const customerRow = z.object({ customerId: z.uuid() })

/** The end of an order number: '000123', 'JN-2026-000123'. Fewer digits alone are the start of a phone, and hundreds of orders end so */
const orderEnd = /^(\d{6,20}|(?=.*[a-z-])[a-z\d-]{0,20}\d{4,})$/i
const mostOrders = 100

function mayEndOrderNumber(q: string | undefined): q is string {
  return q !== undefined && orderEnd.test(q)
}

/** @returns the customers of the bookings whose order number ends with the text: of the newest hundred at most */
async function findOrderers(db: ReadQueries, view: { generation: number }, q: string): Promise<string[]> {
  const rows = await db.any(sql.type(customerRow)`
    select customer_id from (
      select customer_id, created_at from ${readTable(view, 'bookings')}
       where id in (${bookingsOfOrders(q)}) offset 0) b
     order by created_at desc limit ${mostOrders}`)
  return rows.map(({ customerId }) => customerId)
}

/** SQL: the ids of the bookings whose order number ends with the text. They come from the table that assigns the numbers: it has a row once. */
export function bookingsOfOrders(q: string): FragmentSqlToken {
  const reversed = [...q.toLowerCase()].reverse().join('')
  return sql.fragment`select booking_id from orders where reverse(lower(order_number)) like ${`${escapeLike(reversed)}%`}`
}

/** @returns users, newest first, that follow `after`. @param orderers who is found by an order number */
function readUsers(
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
