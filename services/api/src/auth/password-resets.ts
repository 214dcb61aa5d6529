import { createHash, randomBytes } from 'node:crypto'
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { leaveMail, type Mail } from '../outbox/outbox.ts'

export const resetLifeMs = 60 * 60 * 1_000

/** More links than this at a time are not sent to one person: nobody shall fill another's mailbox. */
const mostLinks = 3

const owner = z.object({ user_id: z.uuid() })
const tally = z.object({ n: z.number() })

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/**
 * Makes a token that sets a new password once, within an hour, and leaves the mail that `write` makes of it.
 * @returns the mail; undefined when the user has three links already
 */
export function makeReset(
  db: DatabasePool,
  userId: string,
  now: Date,
  write: (token: string) => Mail,
): Promise<Mail | undefined> {
  return db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const live = await tx.one(sql.type(tally)`
      select count(*) as n from password_resets where user_id = ${userId} and expires_at > ${now.toISOString()}`)
    if (live.n >= mostLinks) return undefined
    const token = randomBytes(32).toString('base64url')
    const mail = write(token)
    await leaveMail(tx, mail)
    await tx.query(sql.unsafe`
      insert into password_resets (token_hash, user_id, mail_id, expires_at)
      values (${hashOf(token)}, ${userId}, ${mail.id}, ${new Date(now.getTime() + resetLifeMs).toISOString()})`)
    return mail
  })
}

/** Is this a token that may still be used? */
export function isLiveReset(db: CommonQueryMethods, token: string, now: Date): Promise<boolean> {
  return db.exists(sql.unsafe`
    select 1 from password_resets where token_hash = ${hashOf(token)} and expires_at > ${now.toISOString()}`)
}

/**
 * Uses a token up: sets the password, ends all sessions of its user and makes their other links void.
 * @returns the user's id; undefined when the token is unknown, used or expired, or another was faster with it
 */
export function useReset(
  db: DatabasePool,
  token: string,
  passwordHash: string,
  now: Date,
): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const reset = await tx.maybeOne(sql.type(owner)`
      select user_id from password_resets where token_hash = ${hashOf(token)}`)
    if (!reset) return undefined
    await lockUser(tx, reset.user_id)
    // looked at again: whoever had the lock before may have used it
    if (!(await isLiveReset(tx, token, now))) return undefined
    await tx.query(sql.unsafe`
      update users set password_hash = ${passwordHash}, token_version = token_version + 1 where id = ${reset.user_id}`)
    await forgetResets(tx, sql.fragment`user_id = ${reset.user_id}`)
    return reset.user_id
  })
}

/** One after the other, or many at once would know nothing of each other. */
async function lockUser(tx: CommonQueryMethods, userId: string): Promise<void> {
  await tx.query(sql.unsafe`select 1 from users where id = ${userId} for no key update`)
}

/** Takes expired tokens, and the links in the mails that held them, out of the database. */
export async function forgetExpiredResets(db: CommonQueryMethods, now: Date): Promise<void> {
  await forgetResets(db, sql.fragment`expires_at <= ${now.toISOString()}`)
}

async function forgetResets(
  db: CommonQueryMethods,
  which: ReturnType<(typeof sql)['fragment']>,
): Promise<void> {
  await db.query(sql.unsafe`
    with gone as (delete from password_resets where ${which} returning mail_id)
    update outbox set body = null where id in (select mail_id from gone)`)
}
