import type { AuditEntry } from '@jaanch/account/audit/actions'
import { type Audit, insertAudit } from '@jaanch/account/audit/audit'
import type { BookingSummary } from '@jaanch/booking/booking'
import { istDate } from '@jaanch/contracts/calendar'
import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type pg from 'pg'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { hashVisitCode, visitCodeTriesADay } from './visit-code.ts'

/** Number of codes whose hashes a process keeps: 5 MB */
const mostHashes = 20_000

const triedRow = z.object({ isRight: z.boolean() })
type Services = { db: Pick<CommonQueryMethods, 'maybeOne'>; audit: Pick<Audit, 'record'>; now: () => Date }

/**
 * Compares what somebody said at the door with the code of the booking. The statement that compares a code counts it if it is wrong, so that
 * phones that guess at the same time have no more tries, and a right code costs none, however often its request fails afterwards. Each
 * is in the audit trail.
 * @throws AppError visit-code-early before the day of the visit; visit-code-locked after five wrong codes on a day; wrong-visit-code, also
 *   for a booking without a code and one whose person was erased
 */
export async function checkVisitCode(
  { db, audit, now }: Services,
  booking: Pick<BookingSummary, 'bookingId' | 'customerId' | 'scheduledDate'>,
  caller: Pick<Caller, 'role' | 'userId'>,
  code = '',
): Promise<void> {
  const today = istDate(now())
  if (!isCodeUsable(booking, now())) throw new AppError('visit-code-early')
  const tried = await db.maybeOne(sql.type(triedRow)`
    update booking_details
       set code_tries = case when code_tried_on = ${today}::date then code_tries else 0 end
                        + case when visit_code = ${code} then 0 else 1 end,
           code_tried_on = ${today}::date
     where booking_id = ${booking.bookingId}
       and (code_tried_on is distinct from ${today}::date or code_tries < ${visitCodeTriesADay})
    returning coalesce(visit_code = ${code}, false) as is_right`)
  if (!tried) throw new AppError('visit-code-locked')
  await audit.record(tryOf(caller, booking, code, tried.isRight))
  if (!tried.isRight) throw new AppError('wrong-visit-code')
}

/**
 * Adds the codes that a phone found to be wrong by itself: they count as tries of the day, and each is in the audit trail.
 * @param client in the transaction of the record that names them, so that they are added once
 */
export async function writeWrongCodes(
  client: pg.ClientBase,
  booking: Pick<BookingSummary, 'bookingId' | 'customerId'>,
  caller: Caller,
  codes: readonly string[],
  now: Date,
): Promise<void> {
  if (codes.length === 0) return
  await client.query(
    `update booking_details
        set code_tries = case when code_tried_on = $2::date then code_tries else 0 end + $3, code_tried_on = $2::date
      where booking_id = $1`,
    [booking.bookingId, istDate(now), codes.length],
  )
  await insertAudit(
    client,
    codes.map((code) => tryOf(caller, booking, code, false)),
  )
}

function tryOf(
  caller: Pick<Caller, 'role' | 'userId'>,
  { bookingId, customerId }: Pick<BookingSummary, 'bookingId' | 'customerId'>,
  code: string,
  isRight: boolean,
): AuditEntry {
  return {
    action: 'visit-code-tried',
    actor: actorOf(caller),
    userId: customerId,
    object: `booking:${bookingId}`,
    details: { code, isRight },
  }
}

/** Before the day of the visit, nobody needs the code, and a phone that had it could try all of them. */
export function isCodeUsable({ scheduledDate }: Pick<BookingSummary, 'scheduledDate'>, now: Date): boolean {
  return scheduledDate === null || scheduledDate <= istDate(now)
}

/** @returns the hash by which a phone without a network checks the code of a booking */
export type VisitCodeHash = (bookingId: string, code: string) => Promise<{ salt: string; hash: string }>

/** A hash takes 3.5 ms. Its salt is the booking's id: a code has the same hash in each answer of each process. */
export function createVisitCodeHashes(): VisitCodeHash {
  const kept = new Map<string, string>()
  return async (salt, code) => {
    const key = `${salt} ${code}`
    const hash = kept.get(key) ?? (await hashVisitCode(salt, code))
    if (kept.size >= mostHashes) kept.clear()
    kept.set(key, hash)
    return { salt, hash }
  }
}
