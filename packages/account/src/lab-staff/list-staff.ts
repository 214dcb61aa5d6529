import { labOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { serveCall } from '@jaanch/platform/http/served'
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { presentSession, sessionRow } from '../sessions/sessions.ts'
import { noPassword } from '../users/user-rows.ts'
import { type LabPersonView, labPersonView, labStaffCalls } from './api.ts'

/** Beyond it, those whose access ended first are left out */
const mostListed = 500
/** Each in another browser: whoever has more ends all of them */
const mostSessions = 20

const personRow = labPersonView
  .pick({ id: true, name: true, email: true, labRole: true, status: true })
  .extend({ createdAt: z.date(), endedAt: z.date().nullable(), lastSeenAt: z.date().nullable() })
const staffSessionRow = sessionRow.extend({ userId: z.uuid() })

/** The owner may go too. @throws AppError not-a-collector: somebody of another lab, or who has left, looks the same */
export async function checkCollector(
  db: CommonQueryMethods,
  userId: string,
  labPartnerId: string | null,
): Promise<void> {
  const isOne = await db.exists(sql.unsafe`
    select 1 from users u left join lab_partners l on l.user_id = u.id
     where u.id = ${userId} and u.is_active and u.ended_at is null
       and (l.id = ${labPartnerId} or (u.works_for = ${labPartnerId} and u.lab_role = 'collector'))`)
  if (!isOne) throw new AppError('not-a-collector')
}

/** SQL: condition on users `u`: who works for a lab, or did */
export const isOfLab = (labPartnerId: string): FragmentSqlToken =>
  sql.fragment`u.works_for = ${labPartnerId} and u.erased_at is null`

export const listLabStaff = serveCall(labStaffCalls.listLabStaff, ({ caller }, { accountsDb, now }) =>
  readStaff(accountsDb, labOf(caller), now()),
)

/** The people of a lab, by name, those whose access has ended last. */
async function readStaff(
  db: CommonQueryMethods,
  labPartnerId: string,
  now: Date,
  only?: string,
): Promise<LabPersonView[]> {
  const people = await db.any(sql.type(personRow)`
    select u.id, u.name, u.email, u.lab_role, u.created_at, u.ended_at,
           case when u.ended_at is not null then 'ended' when not u.is_active then 'disabled'
                when u.password_hash = ${noPassword} then 'invited' else 'active' end as status,
           greatest((select max(last_seen_at) from sessions s where s.user_id = u.id),
                    (select a.at from audit a where a.user_id = u.id and a.action = 'signed-in'
                      order by a.at desc, a.id desc limit 1)) as last_seen_at
      from users u
     where ${isOfLab(labPartnerId)} and ${only === undefined ? sql.fragment`true` : sql.fragment`u.id = ${only}`}
     order by u.ended_at desc nulls first, lower(u.name), u.id limit ${mostListed}`)
  const sessions = await db.any(sql.type(staffSessionRow)`
    select s.user_id, s.id, s.device, s.created_at, s.last_seen_at, s.ends_at
      from unnest(${sql.array(
        people.map(({ id }) => id),
        'uuid',
      )}) p (id)
     cross join lateral (select * from sessions where user_id = p.id and ends_at > ${now.toISOString()}
                          order by last_seen_at desc, id limit ${mostSessions}) s
     order by s.last_seen_at desc, s.id`)
  return people.map(({ createdAt, endedAt, lastSeenAt, ...person }) => ({
    ...person,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    sessions: sessions.filter(({ userId }) => userId === person.id).map(presentSession),
  }))
}

/** @throws AppError not-found, also for a person of another lab */
export async function readPerson(
  db: CommonQueryMethods,
  labPartnerId: string,
  id: string,
  now: Date,
): Promise<LabPersonView> {
  const [person] = await readStaff(db, labPartnerId, now, id)
  if (!person) throw new AppError('not-found')
  return person
}
