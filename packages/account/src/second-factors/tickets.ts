/**
 * A ticket proves that the password was correct. It is valid once, for five minutes and five attempts, and as long as the user's
 * token version is that of its creation (a new password raises it). One that sets up the first second factor is valid for ten minutes,
 * because a code is mailed with it, and until there is a factor.
 */
import { hash, randomBytes, randomInt } from 'node:crypto'
import { AppError } from '@jaanch/contracts/errors'
import { TooManyError } from '@jaanch/platform/limits/limits'
import { type CommonQueryMethods, type DatabasePool, type DatabaseTransactionConnection, sql } from 'slonik'
import { z } from 'zod'
import { insertMessage, setUpCodeMail } from '../messages.ts'
import { lockUser } from '../sessions/set-password.ts'

const validMs = 5 * 60 * 1_000
const validWithCodeMs = 10 * 60 * 1_000
const maxFailures = 5
const tooManyTickets = {
  max: 60,
  text: () => 'Too many logins to this account. Please try again in an hour.',
}
const tooManyTries = { max: 10, text: () => 'Too many wrong codes. Please try again in an hour.' }
/**
 * The limits of one account. Only somebody who knows the password can reach them, and a new password resets them. `allFailures` is not reset:
 * whoever reads the mails of the account could otherwise guess without end, with a new password after each ten.
 */
const perHour = { failures: 10, tickets: 60, codes: 10, allFailures: 30 }
const hourMs = 60 * 60 * 1_000

const purposes = ['sign-in', 'set-up', 'change'] as const
type Purpose = (typeof purposes)[number]

const ticketRow = z.object({
  userId: z.uuid(),
  purpose: z.enum(purposes),
  tokenVersion: z.number(),
  challenge: z.string(),
  secret: z.custom<Uint8Array<ArrayBuffer>>().nullable(),
  codeHash: z.string().nullable(),
})
export type Ticket = z.output<typeof ticketRow>

const ownerRow = z.object({ userId: z.uuid() })
const hourRow = z.object({
  failures: z.number(),
  tickets: z.number(),
  codes: z.number(),
  allFailures: z.number(),
})

type NewTicket = {
  user: { id: string; tokenVersion: number }
  purpose: Purpose
  /** The challenge of WebAuthn; '' if there is none */
  challenge: string
  /** The secret of an app that is being set up, encrypted */
  secret: Buffer | null
  /** Whether a code is mailed with it, which `matchesCode` compares */
  withCode?: boolean
}

/** @returns the ticket; its hash is stored. @throws TooManyError */
export function openTicket(
  db: DatabasePool,
  { user, purpose, challenge, secret, withCode = false }: NewTicket,
  now: Date,
): Promise<string> {
  return db.transaction(async (tx) => {
    await lockUser(tx, user.id)
    const { tickets, codes } = await countLastHour(tx, user.id, now)
    if (tickets >= perHour.tickets || (withCode && codes >= perHour.codes))
      throw new TooManyError(tooManyTickets, hourMs)
    const ticket = randomBytes(32).toString('base64url')
    const code = withCode ? String(randomInt(1_000_000)).padStart(6, '0') : null
    await tx.query(sql.unsafe`
      insert into second_factor_tickets
        (ticket_hash, user_id, purpose, token_version, challenge, secret, code_hash, created_at)
      values (${hashOf(ticket)}, ${user.id}, ${purpose}, ${user.tokenVersion}, ${challenge},
              ${secret && sql.binary(secret)}, ${code && hashOf(`${ticket} ${code}`)}, ${now.toISOString()})`)
    if (code) await insertMessage(tx, { userId: user.id, validMs: validWithCodeMs, ...setUpCodeMail(code) })
    return ticket
  })
}

type Attempt<Result> = {
  ticket: string
  /** The ticket must have one of these */
  purposes: readonly Purpose[]
  /** The user whose ticket it must be; not given before the login */
  userId?: string
  now: Date
  /** @returns undefined if what the user sent is wrong. What it throws does not count as an attempt. */
  work: (tx: DatabaseTransactionConnection, ticket: Ticket) => Promise<Result | undefined>
  /** Called for a wrong attempt */
  onFailure?: (userId: string) => Promise<void>
}

/**
 * Uses a ticket for one attempt; attempts of one user wait for each other. A success consumes the ticket in the same transaction.
 * @throws AppError ticket-void, wrong-second-factor; TooManyError
 */
export async function useTicket<Result>(db: DatabasePool, attempt: Attempt<Result>): Promise<Result> {
  const outcome = await db.transaction((tx) => tryTicket(tx, attempt))
  // thrown here, so that the failure is stored
  if ('failed' in outcome) {
    await attempt.onFailure?.(outcome.failed)
    throw new AppError('wrong-second-factor')
  }
  return outcome.result
}

async function tryTicket<Result>(
  tx: DatabaseTransactionConnection,
  { ticket: text, purposes: allowed, userId, now, work }: Attempt<Result>,
): Promise<{ result: Result } | { failed: string }> {
  const ticketHash = hashOf(text)
  const owner = await tx.maybeOne(sql.type(ownerRow)`
    select user_id from second_factor_tickets where ticket_hash = ${ticketHash}`)
  if (!owner || (userId !== undefined && owner.userId !== userId)) throw new AppError('ticket-void')
  await lockUser(tx, owner.userId)
  const ticket = await tx.maybeOne(sql.type(ticketRow)`
    select t.user_id, t.purpose, t.token_version, t.challenge, t.secret, t.code_hash
      from second_factor_tickets t join users u on u.id = t.user_id
     where t.ticket_hash = ${ticketHash} and t.failures < ${maxFailures}
       and t.token_version = u.token_version and u.is_active
       and case when t.code_hash is null then t.created_at > ${before(now, validMs)}
                else t.created_at > ${before(now, validWithCodeMs)}
                     and not exists (select from second_factors f where f.user_id = t.user_id) end`)
  if (!ticket || !allowed.includes(ticket.purpose)) throw new AppError('ticket-void')
  const { failures, allFailures } = await countLastHour(tx, owner.userId, now)
  if (failures >= perHour.failures || allFailures >= perHour.allFailures) {
    throw new TooManyError(tooManyTries, hourMs)
  }
  const result = await work(tx, ticket)
  if (result === undefined) {
    await tx.query(sql.unsafe`
      update second_factor_tickets set failures = failures + 1 where ticket_hash = ${ticketHash}`)
    return { failed: owner.userId }
  }
  await tx.query(sql.unsafe`delete from second_factor_tickets where ticket_hash = ${ticketHash}`)
  return { result }
}

function countLastHour(tx: CommonQueryMethods, userId: string, now: Date) {
  return tx.one(sql.type(hourRow)`
    select count(*) filter (where t.token_version = u.token_version) as tickets,
           count(*) filter (where t.code_hash is not null) as codes,
           coalesce(sum(t.failures) filter (where t.token_version = u.token_version), 0) as failures,
           coalesce(sum(t.failures), 0) as all_failures
      from second_factor_tickets t join users u on u.id = t.user_id
     where t.user_id = ${userId} and t.created_at > ${before(now, hourMs)}`)
}

/** Whether the code was mailed with this ticket. Without the ticket, its hash says nothing about the code. */
export function matchesCode({ codeHash }: Ticket, ticket: string, typed: string): boolean {
  return codeHash !== null && codeHash === hashOf(`${ticket} ${typed.replaceAll(/\s/g, '')}`)
}

/** Deletes the tickets whose failures do not count any more. */
export async function deleteOldTickets(db: CommonQueryMethods, now: Date): Promise<void> {
  await db.query(sql.unsafe`delete from second_factor_tickets where created_at <= ${before(now, hourMs)}`)
}

function before(now: Date, ms: number): string {
  return new Date(now.getTime() - ms).toISOString()
}

function hashOf(text: string): string {
  return hash('sha256', text)
}
