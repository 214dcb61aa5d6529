import { hash, randomBytes } from 'node:crypto'
import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { serveCall } from '@jaanch/platform/http/served'
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { type Invitation, insertMessage, invitationMail, type Message, resetMail } from '../messages.ts'
import { findUser, findUserByEmail } from '../users/user-rows.ts'
import { authCalls } from './api.ts'
import { rememberDevice } from './devices.ts'
import { demandPassword } from './passwords.ts'
import { endAllSessions } from './sessions.ts'

export const forgotPassword = serveCall(
  authCalls.forgotPassword,
  async ({ body, reply }, { accountsDb, background, publicUrl, now }) => {
    const user = await findUserByEmail(accountsDb, body.email)
    // writing the mail takes some milliseconds: an answer that waited for it would reveal that the account exists
    if (user?.isActive)
      background.afterReply(reply, 'creating a password reset', () =>
        createPasswordReset(accountsDb, { userId: user.id, publicUrl, now: now() }),
      )
    return { message: 'If there is an account with this e-mail address, a link is on its way to it.' }
  },
)

export const resetPassword = serveCall(
  authCalls.resetPassword,
  async ({ body, request, reply }, services) => {
    const { accountsDb, standings, passwords, audit, devices, now } = services
    // checked first: hashing a password is too expensive to do for invalid tokens
    if (!(await isValidResetToken(accountsDb, body.token, now()))) throw new AppError('link-void')
    const passwordHash = await passwords.hash(body.password)
    const userId = await useResetToken(accountsDb, body.token, passwordHash, now())
    if (!userId) throw new AppError('link-void')
    standings.invalidate(userId)
    const details = audit.networkOf(request)
    await audit.record({ action: 'password-reset', actor: null, userId, details })
    // whoever goes on guessing must not keep the owner out, who has proved that the mailbox is theirs
    rememberDevice(devices, { request, reply }, { id: userId, passwordHash })
    return undefined
  },
)

/** A signed-in user sets a new password: all sessions end, and the answer opens a new one for this device. */
export const changePassword = serveCall(
  authCalls.changePassword,
  async ({ body, caller, request, reply }, services) => {
    const { accountsDb, standings, passwords, audit, passwordCheck, openSession } = services
    const user = await findUser(accountsDb, caller.userId)
    if (!user) throw new AppError('not-signed-in')
    await demandPassword(passwordCheck, { request, caller, user, password: body.currentPassword })
    const passwordHash = await passwords.hash(body.newPassword)
    const tokenVersion = await replacePassword(accountsDb, user, passwordHash)
    // another request changed it meanwhile
    if (tokenVersion === undefined) throw new AppError('conflict')
    standings.invalidate(user.id)
    await audit.record({ action: 'password-changed', actor: actorOf(caller), userId: user.id })
    return openSession({ request, reply }, { ...user, passwordHash, tokenVersion })
  },
)

const lifetimeMs = 60 * 60 * 1_000
/** An invitation may wait some days until somebody looks into the mailbox */
const invitationLifetimeMs = 7 * 24 * 60 * 60 * 1_000
/** Maximum number of valid links per user: nobody can flood the mailbox of another person. */
const maxLinks = 3

const ownerRow = z.object({ userId: z.uuid() })
const countRow = z.object({ n: z.number() })

function hashOf(token: string): string {
  return hash('sha256', token)
}

/**
 * Creates a reset token, which is valid once and for an hour, and adds the mail with its link to the outbox. Does nothing if the user has
 * three valid links already.
 */
export function createPasswordReset(
  db: DatabasePool,
  { userId, publicUrl, now }: { userId: string; publicUrl: string; now: Date },
): Promise<void> {
  return db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const valid = await tx.one(sql.type(countRow)`
      select count(*) as n from password_resets where user_id = ${userId} and expires_at > ${now.toISOString()}`)
    if (valid.n >= maxLinks) return
    await insertLink(tx, { userId, lifetimeMs, now, mailWith: (token) => resetMail(publicUrl, token) })
  })
}

/**
 * Adds the mail with which a person who was invited sets the first password, by a link that is valid once and for seven days. Earlier
 * links of the person end. It has the purpose of a reset, to set the password, and is taken by the same call. To be called in a
 * transaction, with the user locked.
 */
export async function createInvitation(
  tx: CommonQueryMethods,
  { userId, now, ...invitation }: Invitation & { userId: string; now: Date },
): Promise<void> {
  await deleteResets(tx, sql.fragment`user_id = ${userId}`)
  const mailWith = (token: string) => invitationMail(invitation, token)
  await insertLink(tx, { userId, lifetimeMs: invitationLifetimeMs, now, mailWith })
}

type Link = { userId: string; lifetimeMs: number; now: Date; mailWith: (token: string) => Message }

async function insertLink(
  tx: CommonQueryMethods,
  { userId, lifetimeMs, now, mailWith }: Link,
): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  const mailId = await insertMessage(tx, { userId, validMs: lifetimeMs, ...mailWith(token) })
  await tx.query(sql.unsafe`
    insert into password_resets (token_hash, user_id, mail_id, expires_at)
    values (${hashOf(token)}, ${userId}, ${mailId}, ${new Date(now.getTime() + lifetimeMs).toISOString()})`)
}

function isValidResetToken(db: CommonQueryMethods, token: string, now: Date): Promise<boolean> {
  return db.exists(sql.unsafe`
    select 1 from password_resets where token_hash = ${hashOf(token)} and expires_at > ${now.toISOString()}`)
}

/**
 * Consumes a reset token: sets the password, proves the e-mail address, ends all sessions of the user and deletes their other reset links.
 * @returns the user's id; undefined if the token is unknown, expired or was used, also by a concurrent request
 */
function useResetToken(
  db: DatabasePool,
  token: string,
  passwordHash: string,
  now: Date,
): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const reset = await tx.maybeOne(sql.type(ownerRow)`
      select user_id from password_resets where token_hash = ${hashOf(token)}`)
    if (!reset) return undefined
    await lockUser(tx, reset.userId)
    // checked again under the lock: a concurrent request may have used the token
    if (!(await isValidResetToken(tx, token, now))) return undefined
    await setPassword(tx, reset.userId, passwordHash)
    // The link came with a mail: whoever has it reads the mails to the address. Somebody else may have made the account and proven a
    // phone, which must not get the messages about its owner.
    await tx.query(sql.unsafe`
      update users set email_proven_at = ${now.toISOString()}, phone_proven_at = null
       where id = ${reset.userId} and email_proven_at is null`)
    return reset.userId
  })
}

/**
 * Sets the password of a user unless it was changed since the user was read: of two changes at the same time, one wins. Ends all
 * sessions of the user and deletes their reset links.
 * @returns the new token version; undefined if the password was changed meanwhile
 */
function replacePassword(
  db: DatabasePool,
  user: { id: string; passwordHash: string },
  passwordHash: string,
): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    await lockUser(tx, user.id)
    const isUnchanged = await tx.exists(sql.unsafe`
      select 1 from users where id = ${user.id} and password_hash = ${user.passwordHash}`)
    return isUnchanged ? setPassword(tx, user.id, passwordHash) : undefined
  })
}

async function setPassword(tx: CommonQueryMethods, userId: string, passwordHash: string): Promise<number> {
  await tx.query(sql.unsafe`update users set password_hash = ${passwordHash} where id = ${userId}`)
  await deleteResets(tx, sql.fragment`user_id = ${userId}`)
  return endAllSessions(tx, userId)
}

/** Serialises what changes how a user signs in: concurrent requests would not see each other's rows. */
export async function lockUser(tx: CommonQueryMethods, userId: string): Promise<void> {
  await tx.query(sql.unsafe`select 1 from users where id = ${userId} for no key update`)
}

/** Deletes expired tokens, and the bodies of the mails that contain their links. */
export async function deleteExpiredResets(db: CommonQueryMethods, now: Date): Promise<void> {
  await deleteResets(db, sql.fragment`expires_at <= ${now.toISOString()}`)
}

async function deleteResets(
  db: CommonQueryMethods,
  condition: ReturnType<(typeof sql)['fragment']>,
): Promise<void> {
  await db.query(sql.unsafe`
    with deleted as (delete from password_resets where ${condition} returning mail_id)
    update outbox set body = null where id in (select mail_id from deleted)`)
}
