import type { BookingSummary } from '@jaanch/contracts/booking'
import { istDate } from '@jaanch/contracts/calendar'
import { AppError } from '@jaanch/contracts/errors'
import { visitCodeTriesADay } from '@jaanch/contracts/visit-code'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { Audit } from '../../auth/audit.ts'
import { actorOf, type Caller } from '../../auth/caller.ts'

const codeRow = z.object({ visitCode: z.string().nullable() })
type Parts = { db: Pick<CommonQueryMethods, 'maybeOne' | 'query'>; audit: Audit; now: () => Date }

/**
 * Compares what somebody said at the door with the code of the booking. A try is counted before it is compared, so that phones that guess at
 * the same time have no more of them, and a right one is taken back. Each is in the audit trail.
 * @throws AppError visit-code-early before the day of the visit; visit-code-locked after five wrong codes on a day; wrong-visit-code, also
 *   for a booking without a code and one whose person was erased
 */
export async function checkVisitCode(
  { db, audit, now }: Parts,
  booking: BookingSummary,
  caller: Caller,
  code: string | undefined,
): Promise<void> {
  const { bookingId } = booking
  const today = istDate(now())
  if (!isCodeUsable(booking, now())) throw new AppError('visit-code-early')
  const row = await db.maybeOne(sql.type(codeRow)`
    update booking_details
       set code_tries = case when code_tried_on = ${today}::date then code_tries + 1 else 1 end, code_tried_on = ${today}::date
     where booking_id = ${bookingId} and (code_tried_on is distinct from ${today}::date or code_tries < ${visitCodeTriesADay})
    returning visit_code`)
  if (!row) throw new AppError('visit-code-locked')
  const isRight = code !== undefined && row.visitCode === code
  await recordTry(audit, caller, booking, code ?? '', isRight)
  if (!isRight) throw new AppError('wrong-visit-code')
  await db.query(
    sql.unsafe`update booking_details set code_tries = code_tries - 1 where booking_id = ${bookingId} and code_tries > 0`,
  )
}

/** Adds the codes that a phone found to be wrong by itself: they count as tries of the day, and each is in the audit trail. */
export async function recordWrongCodes(
  { db, audit, now }: Parts,
  booking: BookingSummary,
  caller: Caller,
  codes: readonly string[],
): Promise<void> {
  if (codes.length === 0) return
  const today = istDate(now())
  await db.query(sql.unsafe`
    update booking_details
       set code_tries = case when code_tried_on = ${today}::date then code_tries else 0 end + ${codes.length},
           code_tried_on = ${today}::date
     where booking_id = ${booking.bookingId}`)
  for (const code of codes) await recordTry(audit, caller, booking, code, false)
}

function recordTry(
  audit: Audit,
  caller: Caller,
  { bookingId, customerId }: BookingSummary,
  code: string,
  isRight: boolean,
): Promise<void> {
  return audit.record({
    action: 'visit-code-tried',
    actor: actorOf(caller),
    userId: customerId,
    object: `booking:${bookingId}`,
    details: { code, isRight },
  })
}

/** Before the day of the visit, nobody needs the code, and a phone that had it could try all of them. */
export function isCodeUsable({ scheduledDate }: Pick<BookingSummary, 'scheduledDate'>, now: Date): boolean {
  return scheduledDate === null || scheduledDate <= istDate(now)
}
