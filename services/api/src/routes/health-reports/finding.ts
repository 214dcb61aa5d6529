import type { Booking } from '@jaanch/contracts/booking'
import { AppError } from '@jaanch/contracts/errors'
import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { Recorded } from '@jaanch/contracts/events/registry'
import { streamId } from '@jaanch/contracts/events/streams'
import type { HealthReportView } from '@jaanch/contracts/http/health-reports'
import { bookingDecider } from '@jaanch/domain/booking/decider'
import { fold } from '@jaanch/domain/decider'
import { readStream } from '@jaanch/eventlog/read'
import { sql } from 'slonik'
import { z } from 'zod'
import type { Caller } from '../../auth/authentication.ts'
import type { Context } from '../../context.ts'
import type { ReceivedFile } from '../../files/receive-file.ts'
import { presentReport, reportColumns, reportRow } from '../../read-models/health-reports.ts'
import { answerBooking } from '../bookings/commanding.ts'
import { maySee } from '../bookings/visibility.ts'

const fileRow = z.object({
  booking_id: z.uuid(),
  content_type: z.literal('application/pdf'),
  bytes: z.custom<Buffer<ArrayBuffer>>(),
})
const bookingIdRow = fileRow.pick({ booking_id: true })
const fileOwnerRow = bookingIdRow.extend({ version: z.number() })

/** @returns a booking that the caller may see, from its stream's events. @throws AppError not-found */
export function seenBooking(history: readonly Recorded[], caller: Caller): Booking {
  const booking = fold(bookingDecider, history as Recorded<BookingEvent>[])
  if (booking.status === 'none' || !maySee(caller, booking)) throw new AppError('not-found')
  return booking
}

async function findBooking(
  context: Pick<Context, 'logDb'>,
  bookingId: string,
  caller: Caller,
): Promise<Booking> {
  return seenBooking(await readStream(context.logDb, streamId('booking', bookingId)), caller)
}

/**
 * @returns a report as it is kept, with its booking as the stream says it is now; undefined when there is none
 * @throws AppError not-found for another's
 */
export async function answerReport(
  context: Context,
  reportId: string,
  caller: Caller,
): Promise<HealthReportView | undefined> {
  const row = await context.db.maybeOne(sql.type(reportRow.extend(bookingIdRow.shape))`
    select ${reportColumns}, h.booking_id from health_reports h where h.id = ${reportId}`)
  if (!row) return undefined
  await findBooking(context, row.booking_id, caller)
  const booking = await answerBooking(context, row.booking_id)
  return booking && presentReport(row, booking)
}

/**
 * Any version of a report whose booking the caller may see, with a name to save it under.
 * @throws AppError not-found, for another's as well
 */
export async function findReportFile(
  context: Pick<Context, 'db' | 'logDb'>,
  reportId: string,
  caller: Caller,
): Promise<ReceivedFile & { name: string }> {
  const { db } = context
  const report = await db.maybeOne(
    sql.type(fileOwnerRow)`select booking_id, version from health_reports where id = ${reportId}`,
  )
  if (!report) throw new AppError('not-found')
  const booking = await findBooking(context, report.booking_id, caller)
  const file = await db.one(sql.type(fileRow.omit({ booking_id: true }))`
    select content_type, bytes from health_report_files where report_id = ${reportId}`)
  const reference = booking.orderNumber ?? booking.bookingId.slice(0, 8)
  // what an amended report superseded must not be taken for it once both are saved
  const name = `jaanch-report-${reference}${report.version > 1 ? `-v${report.version}` : ''}.pdf`
  return { contentType: file.content_type, bytes: file.bytes, name }
}
