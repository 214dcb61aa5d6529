import type { authRoutes } from '@jaanch/contracts/http/auth'
import type { QueryOf } from '@jaanch/contracts/http/route'
import { phoneStarts } from '@jaanch/contracts/person-search'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { userColumns, userRow, usersWithLabs } from '../../auth/users.ts'
import { exactTime, olderThan, type PageKey } from '../../reads/paging.ts'

const listedUser = userRow.extend({ keyAt: z.string() })

/** @returns users, newest first, that follow `after` */
export function listUsers(
  db: CommonQueryMethods,
  { role, q, limit }: QueryOf<typeof authRoutes.listUsers>,
  after: PageKey | undefined,
): Promise<readonly z.output<typeof listedUser>[]> {
  const any = sql.fragment`true`
  return db.any(sql.type(listedUser)`
    select ${userColumns}, ${exactTime(sql.fragment`u.created_at`)} as key_at
      from ${usersWithLabs}
     where ${role ? sql.fragment`u.role = ${role}` : any}
       and ${q ? startsWith(q) : any}
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

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
