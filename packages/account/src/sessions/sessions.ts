/** Sessions are rows: a deleted row ends its session everywhere. */
import { randomUUID } from 'node:crypto'
import type { Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { networkOf } from '@jaanch/platform/http/network'
import Bowser from 'bowser'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { UserRow } from '../users/user-rows.ts'

const hourMs = 60 * 60 * 1_000
const maxTextLength = 100
/** Anybody can sign in to an account of their own without end: the sessions that were not seen for longest end. */
const maxPerUser = 1_000

type SessionOwner = Pick<UserRow, 'id' | 'role' | 'labRole'>

/** How long a session lasts: 90 days for customers, 36 hours for collectors, whose phones have no network at times, 12 hours for other staff, ms */
function lifetimeMsOf({ role, labRole }: SessionOwner): number {
  if (role === 'customer') return 90 * 24 * hourMs
  return labRole === 'collector' ? 36 * hourMs : 12 * hourMs
}

/** 'Chrome on Android'; what the browser does not say is left out. */
export function describeDevice(userAgent: string | undefined): string {
  if (!userAgent) return 'Unknown device'
  const { browser, os } = Bowser.parse(userAgent)
  const text = [browser.name, os.name].filter(Boolean).join(' on ')
  return text.slice(0, maxTextLength) || 'Unknown device'
}

/** Stores a session of the request's device and network. */
export async function insertSession(
  db: CommonQueryMethods,
  request: FastifyRequest,
  user: SessionOwner,
  now: Date,
): Promise<{ id: string; lifetimeMs: number }> {
  const session = { id: randomUUID(), lifetimeMs: lifetimeMsOf(user) }
  const device = describeDevice(request.headers['user-agent'])
  const network = networkOf(request.ip).slice(0, maxTextLength)
  const at = now.toISOString()
  const endsAt = new Date(now.getTime() + session.lifetimeMs).toISOString()
  await db.query(sql.unsafe`
    insert into sessions (id, user_id, device, network, created_at, last_seen_at, ends_at)
    values (${session.id}, ${user.id}, ${device}, ${network}, ${at}, ${at}, ${endsAt})`)
  await db.query(sql.unsafe`
    delete from sessions where id in (
      select id from sessions where user_id = ${user.id} order by last_seen_at desc, id offset ${maxPerUser})`)
  return session
}

export const sessionRow = z.object({
  id: z.uuid(),
  device: z.string(),
  createdAt: z.date(),
  lastSeenAt: z.date(),
  endsAt: z.date(),
})

export function presentSession({ id, device, createdAt, lastSeenAt, endsAt }: z.output<typeof sessionRow>) {
  return {
    id,
    device,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    endsAt: endsAt.toISOString(),
  }
}

/** How long a session counts as confirmed, after its login too, ms */
const confirmedForMs = 10 * 60 * 1_000

/**
 * To be called before a route that is declared `confirmed`, which cannot be undone or exposes much: a stolen session alone is not enough
 * for it. Reads the row: a session that was confirmed in another process counts at once.
 * @throws AppError confirmation-required
 */
export async function demandConfirmation(db: CommonQueryMethods, caller: Caller, now: Date): Promise<void> {
  const since = new Date(now.getTime() - confirmedForMs).toISOString()
  const isConfirmed = await db.exists(sql.unsafe`
    select 1 from sessions
     where id = ${caller.sessionId ?? null}::uuid and user_id = ${caller.userId}
       and coalesce(confirmed_at, created_at) > ${since}`)
  if (!isConfirmed) throw new AppError('confirmation-required')
}

/** Notes that a session proved itself. @returns false if it ended meanwhile */
export async function confirmSession(db: CommonQueryMethods, caller: Caller, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(sql.unsafe`
    update sessions set confirmed_at = ${now.toISOString()}
     where id = ${caller.sessionId ?? null}::uuid and user_id = ${caller.userId}`)
  return rowCount > 0
}

/** Ends the sessions of a user but one. @param keptId undefined: all */
export async function endOtherSessions(
  db: CommonQueryMethods,
  userId: string,
  keptId: string | undefined,
): Promise<void> {
  await db.query(sql.unsafe`
    delete from sessions where user_id = ${userId} and id is distinct from ${keptId ?? null}::uuid`)
}

/** Whether a user has an open session from a network. @param userId undefined if there is no user: takes the same time */
export function isUsedFrom(
  db: CommonQueryMethods,
  userId = '00000000-0000-0000-0000-000000000000',
  network: string,
  now: Date,
): Promise<boolean> {
  return db.exists(sql.unsafe`
    select 1 from sessions
     where user_id = ${userId} and network = ${network.slice(0, maxTextLength)} and ends_at > ${now.toISOString()}`)
}

const versionRow = z.object({ tokenVersion: z.number() })

/**
 * Ends all sessions of a user, and what phones may still hand in. To be called in a transaction with what causes it.
 * @returns the token version of new sessions
 */
export async function endAllSessions(tx: CommonQueryMethods, userId: string): Promise<number> {
  await tx.query(sql.unsafe`delete from sessions where user_id = ${userId}`)
  await tx.query(sql.unsafe`delete from former_sessions where user_id = ${userId}`)
  const { tokenVersion } = await tx.one(sql.type(versionRow)`
    update users set token_version = token_version + 1 where id = ${userId} returning token_version`)
  return tokenVersion
}

/** As endAllSessions, on the connection of an append's transaction. */
export async function endAllSessionsWith(client: pg.ClientBase, userId: string): Promise<void> {
  await client.query('delete from sessions where user_id = $1', [userId])
  await client.query('delete from former_sessions where user_id = $1', [userId])
  await client.query('update users set token_version = token_version + 1 where id = $1', [userId])
}

type OpenSession = { id: string; endsAt: Date }

/** @returns the sessions of a user that have not ended, for `keepFormerSessions` */
export async function openSessionsOf(client: pg.ClientBase, userId: string): Promise<OpenSession[]> {
  const { rows } = await client.query<OpenSession>(
    'select id, ends_at as "endsAt" from sessions where user_id = $1 and ends_at > clock_timestamp()',
    [userId],
  )
  return rows
}

/**
 * Lets the phones of these sessions, which have ended, hand in what was done before: a collector may have worked without a network when
 * access or role was taken away.
 */
export async function keepFormerSessions(
  client: pg.ClientBase,
  userId: string,
  sessions: readonly OpenSession[],
): Promise<void> {
  await client.query(
    `insert into former_sessions (id, user_id, ends_at)
     select s.id, $1, s.ends_at from unnest($2::uuid[], $3::timestamptz[]) s (id, ends_at)`,
    [userId, sessions.map(({ id }) => id), sessions.map(({ endsAt }) => endsAt.toISOString())],
  )
}

const formerRow = z.object({ endedAt: z.date() })

/** @returns when a session ended whose phone may still hand in what was done before; null: it is none */
export async function formerSessionEnd(
  db: Pick<CommonQueryMethods, 'maybeOne'>,
  { sub, sid }: { sub: string; sid: string },
  now: Date,
): Promise<Date | null> {
  const row = await db.maybeOne(sql.type(formerRow)`
    select ended_at from former_sessions where id = ${sid} and user_id = ${sub} and ends_at > ${now.toISOString()}`)
  return row?.endedAt ?? null
}
