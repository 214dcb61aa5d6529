import { AppError } from '@jaanch/contracts/errors'
import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { Recorded } from '@jaanch/contracts/events/registry'
import { streamId } from '@jaanch/contracts/events/streams'
import { healthReportRoutes } from '@jaanch/contracts/http/health-reports'
import { reportFileLimit, reportFileTexts } from '@jaanch/contracts/http/report-file'
import { bookingDecider } from '@jaanch/domain/booking/decider'
import { nextReportVersion } from '@jaanch/domain/booking/report-version'
import { decideAndAppend } from '@jaanch/eventlog/decide'
import { readStream } from '@jaanch/eventlog/read'
import type { FastifyInstance } from 'fastify'
import { actorOf, type Caller } from '../../auth/authentication.ts'
import type { Context } from '../../context.ts'
import { digestOf } from '../../files/digest.ts'
import { receiveFile } from '../../files/receive-file.ts'
import { hashOfBody, newIdFor } from '../../http/idempotency.ts'
import { serve } from '../../http/serve.ts'
import { answerReport, seenBooking } from './finding.ts'
import { appenderOf, hashOfKept, keepFile } from './keeping.ts'
import { submitReport } from './submitting.ts'

const rules = { types: ['application/pdf'], limit: reportFileLimit, texts: reportFileTexts } as const

/**
 * Releases a booking's report: the file first, under the report's id, then its row and the event in one transaction. Which
 * version it is, the booking's stream says: of two that come at once, the second amends the first. If the request comes again
 * under its Idempotency-Key, it finds what was done and answers the same. Results that come as values are printed first
 * (`submitting.ts`).
 */
export function serveReleasing(app: FastifyInstance, context: Context): void {
  const { db, logDb } = context

  serve(app, context, healthReportRoutes.releaseHealthReport, async (call) => {
    const { params, body, caller, idempotencyKey, request } = call
    if ('fhir' in body || body.values) {
      const results = 'fhir' in body ? body : { ...body, values: body.values ?? [] }
      return submitReport(context, {
        bookingId: params.id,
        body: results,
        caller,
        idempotencyKey,
        requestId: request.id,
      })
    }
    const { doctorComments, isReviewed } = body
    const file = await receiveFile(body.fileUrl ?? '', rules)
    const id = newIdFor('report', caller.userId, idempotencyKey)
    const requestHash = hashOfBody([params.id, await digestOf(file.bytes), doctorComments, isReviewed])

    const known = await hashOfKept(db, id)
    if (known !== undefined && known !== requestHash) throw new AppError('key-reused')
    const before = known && (await answerReport(context, id, caller))
    if (before) return before

    const stream = streamId('booking', params.id)
    const decide = deciding(context, id, caller)
    const history = await readStream(logDb, stream)
    const { customerId, labPartnerId } = seenBooking(history, caller)
    // a refusal comes before 10 MB are written in vain
    decide(history)
    if ((await keepFile(db, id, file, requestHash)) !== requestHash) throw new AppError('key-reused')
    await decideAndAppend({
      appender: appenderOf(context, {
        id,
        bookingId: params.id,
        customerId,
        labPartnerId,
        doctorComments,
        isReviewed,
      }),
      db: logDb,
      id: newIdFor('release', caller.userId, idempotencyKey),
      streamId: stream,
      actor: actorOf(caller),
      correlationId: request.id,
      decide,
    })
    const answer = await answerReport(context, id, caller)
    if (!answer) throw new AppError('conflict')
    return answer
  })
}

/** Releases the report as the next version, once. */
function deciding({ now }: Context, reportId: string, caller: Caller) {
  return (history: readonly Recorded[]): readonly BookingEvent[] => {
    const booking = seenBooking(history, caller)
    if (booking.report?.id === reportId) return []
    const version = nextReportVersion(history as readonly BookingEvent[])
    const decision = bookingDecider.decide(booking, { type: 'releaseReport', reportId, version }, now())
    if ('refused' in decision) throw new AppError(decision.refused)
    return decision.events
  }
}
