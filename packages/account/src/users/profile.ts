import { isDeepStrictEqual } from 'node:util'
import { ageOn, istDate } from '@jaanch/contracts/calendar'
import type { Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { BodyOf } from '@jaanch/contracts/http/route'
import type { Gender } from '@jaanch/contracts/vocabulary'
import { streamId } from '@jaanch/eventlog/events/streams'
import { recordChange, withChanges } from '@jaanch/eventlog/record-change'
import { serveCall } from '@jaanch/platform/http/served'
import type pg from 'pg'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { insertAudit } from '../audit/audit.ts'
import { confirmIdentity, formerIdentities, identityEntry } from '../people/confirm-identity.ts'
import { adultAge } from '../privacy/notice-texts.ts'
import { authCalls, type UserView } from '../sessions/api.ts'
import { mostViews, savedViewCalls, userCalls, viewPages } from './api.ts'
import { findUser, presentUser } from './user-rows.ts'

type Services = { db: DatabasePool; logDb: pg.Pool; now: () => Date }

export const getMe = serveCall(authCalls.getMe, ({ caller }, { db }) => readUser(db, caller.userId))

export const changeMe = serveCall(userCalls.changeMe, async ({ body, caller, request }, services) => {
  await changeProfile(services, { caller, changes: body, requestId: request.id })
  return readUser(services.db, caller.userId)
})

async function readUser(db: DatabasePool, userId: string): Promise<UserView> {
  const user = await findUser(db, userId)
  if (!user) throw new AppError('not-signed-in')
  return presentUser(user)
}

type Profile = { name: string; phone: string | null; dateOfBirth: string | null; gender: Gender | null }
type ProfileChange = { caller: Caller; changes: BodyOf<typeof userCalls.changeMe>; requestId: string }

/** Changes the given fields of the caller's profile and records the event, unless nothing changes. */
async function changeProfile(
  services: Pick<Services, 'logDb' | 'now'>,
  { caller, changes, requestId }: ProfileChange,
): Promise<void> {
  if (changes.dateOfBirth && changes.dateOfBirth > istDate(services.now())) {
    throw new AppError('invalid', 'The date of birth lies in the future.')
  }
  if (changes.dateOfBirth && ageOn(changes.dateOfBirth, istDate(services.now())) < adultAge) {
    throw new AppError('parent-account')
  }
  const { userId } = caller
  const { confirm, ...given } = changes
  const person = { customerId: userId, familyMemberId: null }
  const event = { type: 'PersonChanged', data: { userId } } as const
  const change = { streamId: streamId('user', userId), event, caller, requestId }
  await recordChange(services, change, async (client) => {
    const { rows } = await client.query<Profile>(
      // not of an account that was erased while this waited
      `select name, phone, date_of_birth as "dateOfBirth", gender from users
        where id = $1 and erased_at is null for update`,
      [userId],
    )
    if (!rows[0]) throw new AppError('not-signed-in')
    const [before] = rows
    const profile = withChanges(before, given)
    if (isDeepStrictEqual(profile, before)) return false
    const edit = await confirmIdentity(client, {
      person,
      before,
      after: profile,
      confirm,
      today: istDate(services.now()),
    })
    if (edit) await insertAudit(client, [identityEntry(caller, person, edit)])
    return client.query(
      `update users set name = $2, phone = $3, date_of_birth = $4, gender = $5, corrected = corrected || $6,
              former_identities = with_former_identity(former_identities, $7)
        where id = $1`,
      [
        userId,
        profile.name,
        profile.phone,
        profile.dateOfBirth,
        profile.gender,
        JSON.stringify(edit?.corrected ?? {}),
        JSON.stringify(formerIdentities(before, profile, services.now())),
      ],
    )
  })
}

// The choices of members of staff in a list, each under a name

const viewRow = z.object({ id: z.uuid(), page: z.enum(viewPages), name: z.string(), query: z.string() })
const usedRow = z.object({ isStale: z.boolean() })
const viewColumns = sql.fragment`id, page, name, query`

export const listViews = serveCall(savedViewCalls.listViews, async ({ caller }, { db }) => [
  ...(await db.any(sql.type(viewRow)`
    select ${viewColumns} from saved_views where user_id = ${caller.userId} order by name, id`)),
])

export const saveView = serveCall(
  savedViewCalls.saveView,
  async ({ caller: { userId }, body: { page, name, query } }, { db }) => {
    // one statement: of two devices that save at once, neither gets an error
    const view = await db.maybeOne(sql.type(viewRow)`
      insert into saved_views (user_id, page, name, query)
      select ${userId}, ${page}, ${name}, ${query}
       where (select count(*) from saved_views v
               where v.user_id = ${userId} and (v.page, v.name) <> (${page}, ${name})) < ${mostViews}
      on conflict (user_id, page, name) do update set query = excluded.query, used_on = excluded.used_on
      returning ${viewColumns}`)
    if (!view) throw new AppError('too-many', `You have ${mostViews} views. Please remove one first.`)
    return view
  },
)

/** The day is enough, and is written once on it. */
export const useView = serveCall(savedViewCalls.useView, async ({ caller, params }, { db }) => {
  const view = await db.maybeOne(sql.type(usedRow)`
    select used_on < current_date as is_stale from saved_views where id = ${params.id} and user_id = ${caller.userId}`)
  if (!view) throw new AppError('not-found')
  if (view.isStale)
    await db.query(sql.unsafe`update saved_views set used_on = current_date where id = ${params.id}`)
  return undefined
})

export const removeView = serveCall(savedViewCalls.removeView, async ({ caller, params }, { db }) => {
  const { rowCount } = await db.query(
    sql.unsafe`delete from saved_views where id = ${params.id} and user_id = ${caller.userId}`,
  )
  if (rowCount === 0) throw new AppError('not-found')
  return undefined
})
