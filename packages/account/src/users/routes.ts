import { isDeepStrictEqual } from 'node:util'
import { ageOn, istDate } from '@jaanch/contracts/calendar'
import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { BodyOf } from '@jaanch/contracts/http/route'
import { type Gender, roles } from '@jaanch/contracts/vocabulary'
import { streamId } from '@jaanch/eventlog/events/streams'
import { recordChange, withChanges } from '@jaanch/eventlog/record-change'
import { takePlace } from '@jaanch/platform/http/request-gates'
import type { RateLimits } from '@jaanch/platform/limits/rate-limits'
import type { Log } from '@jaanch/platform/logging'
import { inTransaction } from '@jaanch/platform/postgres'
import { decodeCursor, linkIfFull } from '@jaanch/platform/reads/paging'
import { passBarrier, type Reads } from '@jaanch/platform/reads/read-tables'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import type { Audit } from '../audit/audit.ts'
import { insertAudit } from '../audit/record-audit.ts'
import type { ContactCodes } from '../contacts/contact-codes.ts'
import { registerContacts } from '../contacts/contacts.ts'
import { confirmIdentity, formerIdentities, identityEntry } from '../people/confirm-identity.ts'
import type { ErasureLedger } from '../privacy/erasure-ledger.ts'
import { adultAge } from '../privacy/notice-texts.ts'
import { authCalls, type UserView } from '../sessions/api.ts'
import type { Standings } from '../sessions/standings.ts'
import { userCalls } from './api.ts'
import { registerChangeStanding } from './change-standing.ts'
import { findOrderers, listUsers, mayEndOrderNumber } from './list-users.ts'
import { mostViews, savedViewCalls, viewPages } from './saved-views-api.ts'
import { changeStaffRole } from './staff-role-rows.ts'
import { findUser, presentUser } from './user-rows.ts'

type Parts = Reads & {
  db: DatabasePool
  accountsDb: DatabasePool
  logDb: pg.Pool
  standings: Standings
  audit: Audit
  contactCodes: ContactCodes
  erasureLedger: ErasureLedger
  rateLimits: RateLimits
  log: Log
  now: () => Date
}

const roleCount = z.object({ role: z.enum(roles), n: z.number() })

export function registerUserRoutes(app: FastifyInstance, parts: Parts): void {
  const { db } = parts
  registerContacts(app, parts)
  registerChangeStanding(app, parts)
  registerChangeStaffRole(app, parts)
  registerSavedViews(app, parts)

  async function readUser(userId: string): Promise<UserView> {
    const user = await findUser(db, userId)
    if (!user) throw new AppError('not-signed-in')
    return presentUser(user)
  }

  app.serve(authCalls.getMe, ({ caller }) => readUser(caller.userId))

  app.serve(userCalls.changeMe, async ({ body, caller, request }) => {
    await changeProfile(parts, { caller, changes: body, requestId: request.id })
    return readUser(caller.userId)
  })

  app.serve(userCalls.countUsers, async () => {
    const rows = await db.any(sql.type(roleCount)`
      select role, sum(n)::bigint as n from user_counts group by role`)
    const counts = new Map(rows.map(({ role, n }) => [role, n]))
    return {
      customer: counts.get('customer') ?? 0,
      'lab-partner': counts.get('lab-partner') ?? 0,
      admin: counts.get('admin') ?? 0,
    }
  })

  app.serveUnplaced(authCalls.listUsers, async ({ query, caller, request, reply }) => {
    const { q } = query
    const after = decodeCursor(query.cursor)
    let orderers: string[] = []
    if (mayEndOrderNumber(q)) {
      const view = await passBarrier(parts, reply)
      orderers = await findOrderers(view.reads, view, q)
    }
    await takePlace(request)
    const rows = await listUsers(db, query, { after, orderers })
    linkIfFull({ request, reply, limit: query.limit }, rows, (last) => ({ at: last.keyAt, id: last.id }))
    // the text is a name or a phone: its length says whether it was a search
    const details = { people: rows.length, searchedCharacters: query.q?.length ?? 0 }
    await parts.audit.record({ action: 'people-listed', actor: actorOf(caller), details })
    return rows.map(presentUser)
  })
}

type Profile = { name: string; phone: string | null; dateOfBirth: string | null; gender: Gender | null }
type ProfileChange = { caller: Caller; changes: BodyOf<typeof userCalls.changeMe>; requestId: string }

/** Changes the given fields of the caller's profile and records the event, unless nothing changes. */
async function changeProfile(
  parts: { logDb: pg.Pool; now: () => Date },
  { caller, changes, requestId }: ProfileChange,
): Promise<void> {
  if (changes.dateOfBirth && changes.dateOfBirth > istDate(parts.now())) {
    throw new AppError('invalid', 'The date of birth lies in the future.')
  }
  if (changes.dateOfBirth && ageOn(changes.dateOfBirth, istDate(parts.now())) < adultAge) {
    throw new AppError('parent-account')
  }
  const { userId } = caller
  const { confirm, ...given } = changes
  const person = { customerId: userId, familyMemberId: null }
  const event = { type: 'PersonChanged', data: { userId } } as const
  const change = { streamId: streamId('user', userId), event, caller, requestId }
  await recordChange(parts, change, async (client) => {
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
      today: istDate(parts.now()),
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
        JSON.stringify(formerIdentities(before, profile, parts.now())),
      ],
    )
  })
}

/** An owner gives an admin a role. Read tables do not contain it: there is no event. */
function registerChangeStaffRole(app: FastifyInstance, parts: Parts): void {
  app.serve(userCalls.changeStaffRole, async ({ params, body, caller }) => {
    const change = { userId: params.id, staffRole: body.staffRole, actor: actorOf(caller) }
    const outcome = await inTransaction(parts.logDb, (client) => changeStaffRole(client, change))
    if (outcome === 'not-found' || outcome === 'last-owner') throw new AppError(outcome)
    parts.standings.invalidate(params.id)
    const user = await findUser(parts.accountsDb, params.id)
    if (!user) throw new AppError('not-found')
    return presentUser(user)
  })
}

const viewRow = z.object({ id: z.uuid(), page: z.enum(viewPages), name: z.string(), query: z.string() })
const usedRow = z.object({ isStale: z.boolean() })
const viewColumns = sql.fragment`id, page, name, query`

function registerSavedViews(app: FastifyInstance, { db }: Parts): void {
  app.serve(savedViewCalls.listViews, async ({ caller }) => [
    ...(await db.any(sql.type(viewRow)`
      select ${viewColumns} from saved_views where user_id = ${caller.userId} order by name, id`)),
  ])

  app.serve(savedViewCalls.saveView, async ({ caller: { userId }, body: { page, name, query } }) => {
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
  })

  /** The day is enough, and is written once on it. */
  app.serve(savedViewCalls.useView, async ({ caller, params }) => {
    const view = await db.maybeOne(sql.type(usedRow)`
      select used_on < current_date as is_stale from saved_views where id = ${params.id} and user_id = ${caller.userId}`)
    if (!view) throw new AppError('not-found')
    if (view.isStale)
      await db.query(sql.unsafe`update saved_views set used_on = current_date where id = ${params.id}`)
    return undefined
  })

  app.serve(savedViewCalls.removeView, async ({ caller, params }) => {
    const { rowCount } = await db.query(
      sql.unsafe`delete from saved_views where id = ${params.id} and user_id = ${caller.userId}`,
    )
    if (rowCount === 0) throw new AppError('not-found')
    return undefined
  })
}
