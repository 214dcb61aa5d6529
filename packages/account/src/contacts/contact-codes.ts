/** One-time codes: whoever types the code that was sent to an address reads what is sent there. */
import { randomInt, randomUUID } from 'node:crypto'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { Channel } from '@jaanch/messages/message'
import { networkOf } from '@jaanch/platform/http/network'
import { isEqual, macOf, type Secrets } from '@jaanch/platform/http/secrets'
import { serveCall } from '@jaanch/platform/http/served'
import { TooManyError } from '@jaanch/platform/limits/limits'
import { acceptsSms } from '@jaanch/platform/sms-gateway'
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { contactCode, insertMessage } from '../messages.ts'
import { findUser, presentUser } from '../users/user-rows.ts'
import { contactCalls } from './api.ts'

export const sendContactCode = serveCall(
  contactCalls.sendContactCode,
  async ({ body, caller, request }, { contactCodes, rateLimits }) => {
    const network = networkOf(request.ip)
    const isSms = body.channel === 'sms'
    if (isSms) await rateLimits.count('smsCodes', network)
    const expiresAt = await contactCodes.send(caller.userId, body.channel).catch(async (error) => {
      // what is refused is no SMS: nobody uses up the number of others behind the address by asking again and again
      if (isSms) await rateLimits.undo('smsCodes', network)
      throw error
    })
    return { expiresAt: expiresAt.toISOString() }
  },
)

export const proveContact = serveCall(
  contactCalls.proveContact,
  async ({ body, caller }, { accountsDb, audit, contactCodes }) => {
    const { userId } = caller
    const { outcome, lost } = await contactCodes.prove(userId, body.channel, body.code)
    const entry = { actor: actorOf(caller), details: { channel: body.channel } }
    if (outcome === 'void') throw new AppError('code-void')
    if (outcome === 'wrong' || outcome === 'exhausted') {
      await audit.record({ ...entry, action: 'contact-code-failed', userId })
      throw new AppError(outcome === 'wrong' ? 'wrong-code' : 'code-void')
    }
    if (outcome === 'proven') {
      const losses = lost.map((id) => audit.record({ ...entry, action: 'contact-lost', userId: id }))
      await Promise.all([audit.record({ ...entry, action: 'contact-proven', userId }), ...losses])
    }
    const user = await findUser(accountsDb, userId)
    if (!user) throw new AppError('not-signed-in')
    return presentUser(user)
  },
)

type Options = {
  db: DatabasePool
  /** The keys of the HMACs of codes and addresses */
  secrets: Secrets
  /** Multiplies the numbers of codes */
  scale: number
  /** SMS that the gateway gets in a day in India */
  smsPerDay: number
  now: () => Date
}

/**
 * wrong: another code was sent; exhausted: the same, and it was the last try; void: there is no code to try.
 * `lost`: ids of the accounts that had proven the number before
 */
type Proof = {
  outcome: 'proven' | 'unchanged' | 'wrong' | 'exhausted' | 'void'
  lost: readonly string[]
}

const hourMs = 60 * 60 * 1_000
const dayMs = 24 * hourMs
const lifetimeMs = 10 * 60 * 1_000
const maxTries = 5
/** Codes of a user per channel, and codes that an address gets from all users */
const limits = [
  { most: 3, withinMs: hourMs },
  { most: 10, withinMs: dayMs },
]

const contactRow = z.object({ address: z.string().nullable(), isProven: z.boolean() })
const timesRow = z.object({ createdAt: z.date() })
const triedRow = z.object({ id: z.uuid(), codeHash: z.string(), tries: z.number() })
const idRow = z.object({ id: z.uuid() })

const tooManyCodes = {
  max: 3,
  text: () => 'You asked for several codes already. Please use the newest one, or try again later.',
}

export function createContactCodes({ db, secrets, scale, smsPerDay, now }: Options) {
  const hashWith = (secret: string, text: string) =>
    macOf('contact-codes', secret, text).toString('base64url')
  /** By each secret; the first is what is written */
  const hashesOf = (text: string): Secrets => {
    const [current, ...others] = secrets
    return [hashWith(current, text), ...others.map((secret) => hashWith(secret, text))]
  }
  const hashesOfAddress = (channel: Channel, address: string) =>
    hashesOf(`${channel} ${address.toLowerCase()}`)
  const hashesOfCode = (id: string, code: string) => hashesOf(`${id} ${code}`)

  /** @returns ms until the limits allow another code after these; 0: now */
  async function waitMs(tx: CommonQueryMethods, whose: Condition, at: Date): Promise<number> {
    const since = new Date(at.getTime() - dayMs).toISOString()
    const rows = await tx.any(sql.type(timesRow)`
      select created_at from contact_codes where ${whose} and created_at > ${since} order by created_at desc`)
    const waits = limits.map(({ most, withinMs }) => {
      const last = rows[Math.floor(most * scale) - 1]
      return last ? last.createdAt.getTime() + withinMs - at.getTime() : 0
    })
    return Math.max(0, ...waits)
  }

  return {
    /**
     * Sends a code, which replaces the user's earlier one. The answer is the same, and no code is sent, if others have sent as many to
     * the address as it may get.
     * @returns when it expires
     * @throws AppError already-proven, no-phone, sms-refused; TooManyError
     */
    send: (userId: string, channel: Channel): Promise<Date> =>
      db.transaction(async (tx) => {
        const { address, isProven } = await lockContact(tx, userId, channel)
        if (isProven) throw new AppError('already-proven')
        if (address === null) throw new AppError('no-phone')
        if (channel === 'sms' && !acceptsSms(address)) throw new AppError('sms-refused')
        const at = now()
        const own = sql.fragment`user_id = ${userId} and channel = ${channel}`
        const ownWaitMs = await waitMs(tx, own, at)
        if (ownWaitMs > 0) throw new TooManyError(tooManyCodes, ownWaitMs)
        if (channel === 'sms') await refuseIfSmsUsedUp(tx, smsPerDay, at)

        const addressHashes = hashesOfAddress(channel, address)
        await lockAddress(tx, addressHashes)
        const sent = sql.fragment`${isOneOf(addressHashes)} and message_id is not null`
        const isSent = (await waitMs(tx, sent, at)) === 0
        await endCodes(tx, own, at)
        const id = randomUUID()
        // one that nobody gets must not be guessed: several accounts would have more tries than an address allows
        const code = isSent ? String(randomInt(1_000_000)).padStart(6, '0') : randomUUID()
        const expiresAt = new Date(at.getTime() + lifetimeMs)
        const message = { userId, channel, validMs: lifetimeMs, ...contactCode(channel, code) }
        const messageId = isSent ? await insertMessage(tx, message) : null
        await tx.query(sql.unsafe`
          insert into contact_codes (id, user_id, channel, address_hash, code_hash, message_id, created_at, expires_at)
          values (${id}, ${userId}, ${channel}, ${addressHashes[0]}, ${hashesOfCode(id, code)[0]}, ${messageId},
                  ${at.toISOString()}, ${expiresAt.toISOString()})`)
        return expiresAt
      }),

    /** Compares a code with the user's last one. The number of another account that had proven it becomes unproven there. */
    prove: (userId: string, channel: Channel, code: string): Promise<Proof> =>
      db.transaction(async (tx) => {
        const { address, isProven } = await lockContact(tx, userId, channel)
        // the same code twice, by a double click
        if (isProven) return { outcome: 'unchanged', lost: [] }
        const at = now()
        const addressHashes = hashesOfAddress(channel, address ?? '')
        // counted before the comparison, under the row's lock: parallel guesses cannot exceed the tries
        const tried = await tx.maybeOne(sql.type(triedRow)`
          update contact_codes set tries = tries + 1
           where user_id = ${userId} and channel = ${channel} and ${isOneOf(addressHashes)}
             and ended_at is null and expires_at > ${at.toISOString()}
          returning id, code_hash, tries`)
        if (!tried) return { outcome: 'void', lost: [] }
        const ended = sql.fragment`id = ${tried.id}`
        if (!hashesOfCode(tried.id, code).some((hash) => isEqual(tried.codeHash, hash))) {
          if (tried.tries < maxTries) return { outcome: 'wrong', lost: [] }
          await endCodes(tx, ended, at)
          return { outcome: 'exhausted', lost: [] }
        }
        await endCodes(tx, ended, at)
        await lockAddress(tx, addressHashes)
        return { outcome: 'proven', lost: await setProven(tx, userId, channel, at) }
      }),

    /** Ends expired codes, and deletes those of past days. */
    async deleteOld(): Promise<void> {
      const at = now()
      await endCodes(db, sql.fragment`expires_at <= ${at.toISOString()}`, at)
      const since = new Date(at.getTime() - dayMs).toISOString()
      await db.query(sql.unsafe`delete from contact_codes where created_at <= ${since}`)
    },
  }
}

type Condition = ReturnType<(typeof sql)['fragment']>

/** Serialises what a user does with codes. */
function lockContact(tx: CommonQueryMethods, userId: string, channel: Channel) {
  const columns =
    channel === 'email'
      ? sql.fragment`email as address, email_proven_at is not null as is_proven`
      : sql.fragment`phone as address, phone_proven_at is not null as is_proven`
  return tx.one(sql.type(contactRow)`select ${columns} from users where id = ${userId} for no key update`)
}

/** Serialises what several users do with one address; taken after the lock of the user, and in one order by all processes. */
async function lockAddress(tx: CommonQueryMethods, addressHashes: Secrets): Promise<void> {
  for (const hash of addressHashes.toSorted())
    await tx.query(sql.unsafe`select pg_advisory_xact_lock(hashtextextended(${hash}, 0))`)
}

const isOneOf = (addressHashes: Secrets) =>
  sql.fragment`address_hash = any(${sql.array([...addressHashes], 'text')})`

/** @returns the accounts that had proven the phone until now: whoever has the number today gets its messages */
async function setProven(
  tx: CommonQueryMethods,
  userId: string,
  channel: Channel,
  at: Date,
): Promise<readonly string[]> {
  if (channel === 'email') {
    await tx.query(sql.unsafe`update users set email_proven_at = ${at.toISOString()} where id = ${userId}`)
    return []
  }
  const lost = await tx.any(sql.type(idRow)`
    update users set phone_proven_at = null
     where phone = (select phone from users where id = ${userId}) and phone_proven_at is not null returning id`)
  await tx.query(sql.unsafe`update users set phone_proven_at = ${at.toISOString()} where id = ${userId}`)
  return lost.map(({ id }) => id)
}

/** Ends codes that have not ended, and deletes the texts of their messages. */
async function endCodes(tx: CommonQueryMethods, condition: Condition, at: Date): Promise<void> {
  await tx.query(sql.unsafe`
    with ended as (
      update contact_codes set ended_at = ${at.toISOString()} where ended_at is null and ${condition} returning message_id)
    update outbox set body = null where id in (select message_id from ended)`)
}

const sentRow = z.object({ sent: z.number() })

const usedUp = {
  max: 0,
  text: () =>
    'No more codes can be sent by SMS today. Please verify your email address instead, or try again tomorrow.',
}

/**
 * Whoever asks for a code is told that none can come.
 * @param most SMS of a day in India. @throws TooManyError if the workers have sent as many today
 */
async function refuseIfSmsUsedUp(tx: CommonQueryMethods, most: number, now: Date): Promise<void> {
  const { sent } = await tx.one(sql.type(sentRow)`select sms_of_today() as sent`)
  if (sent < most) return
  const midnight = new Date(`${addDays(istDate(now), 1)}T00:00:00+05:30`)
  throw new TooManyError(usedUp, midnight.getTime() - now.getTime())
}
