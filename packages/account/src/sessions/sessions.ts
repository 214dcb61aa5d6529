/** Sessions are rows: a deleted row ends its session everywhere. */
import { randomUUID } from 'node:crypto'
import type { LabRole } from '@jaanch/contracts/staff-roles'
import type { Role } from '@jaanch/contracts/vocabulary'
import { networkOf } from '@jaanch/platform/http/network'
import Bowser from 'bowser'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { SessionView } from './api.ts'

const hourMs = 60 * 60 * 1_000
const maxTextLength = 100
/** Anybody can sign in to an account of their own without end: the sessions that were not seen for longest end. */
const maxPerUser = 1_000

type SessionOwner = { id: string; role: Role; labRole: LabRole | null }

/** How long a session lasts: 90 days for customers, 36 hours for collectors, whose phones have no network at times, 12 hours for other staff, ms */
function sessionLifetimeMs({ role, labRole }: SessionOwner): number {
  if (role === 'customer') return 90 * 24 * hourMs
  return labRole === 'collector' ? 36 * hourMs : 12 * hourMs
}

export type NewSession = { id: string; userId: string; device: string; network: string; lifetimeMs: number }

/** A session of the request's device and network, not yet stored. */
export function newSession(request: FastifyRequest, user: SessionOwner): NewSession {
  return {
    id: randomUUID(),
    userId: user.id,
    device: describeDevice(request.headers['user-agent']),
    network: networkOf(request.ip).slice(0, maxTextLength),
    lifetimeMs: sessionLifetimeMs(user),
  }
}

/** 'Chrome on Android'; what the browser does not say is left out. */
export function describeDevice(userAgent: string | undefined): string {
  if (!userAgent) return 'Unknown device'
  const { browser, os } = Bowser.parse(userAgent)
  const text = [browser.name, os.name].filter(Boolean).join(' on ')
  return text.slice(0, maxTextLength) || 'Unknown device'
}

export async function insertSession(
  db: CommonQueryMethods,
  { id, userId, device, network, lifetimeMs }: NewSession,
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  const endsAt = new Date(now.getTime() + lifetimeMs).toISOString()
  await db.query(sql.unsafe`
    insert into sessions (id, user_id, device, network, created_at, last_seen_at, ends_at)
    values (${id}, ${userId}, ${device}, ${network}, ${at}, ${at}, ${endsAt})`)
  await db.query(sql.unsafe`
    delete from sessions where id in (
      select id from sessions where user_id = ${userId} order by last_seen_at desc, id offset ${maxPerUser})`)
}

const sessionRow = z.object({
  id: z.uuid(),
  device: z.string(),
  network: z.string(),
  createdAt: z.date(),
  lastSeenAt: z.date(),
  endsAt: z.date(),
})

/** The open sessions of a user, the one last seen first. @param currentId marked as the caller's own */
export async function readSessions(
  db: CommonQueryMethods,
  userId: string,
  currentId: string | undefined,
  now: Date,
): Promise<SessionView[]> {
  const rows = await db.any(sql.type(sessionRow)`
    select id, device, network, created_at, last_seen_at, ends_at from sessions
     where user_id = ${userId} and ends_at > ${now.toISOString()}
     order by last_seen_at desc, id limit 100`)
  return rows.map(({ createdAt, lastSeenAt, endsAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    endsAt: endsAt.toISOString(),
    isCurrent: row.id === currentId,
  }))
}

/** @returns whether the user had the session */
export async function deleteSession(db: CommonQueryMethods, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    sql.unsafe`delete from sessions where id = ${id} and user_id = ${userId}`,
  )
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
