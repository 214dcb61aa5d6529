import { AppError } from '@jaanch/contracts/errors'
import { reportFormRoutes } from '@jaanch/contracts/http/report-form'
import { reportsOpenSince } from '@jaanch/domain/booking/collection-window'
import { bookings } from '@jaanch/storage/visit/visit'
import type { FastifyInstance } from 'fastify'
import type { DatabasePool } from 'slonik'
import type { Audit } from '../../auth/audit.ts'
import type { EventLog } from '../../event-log.ts'
import type { ReadPrepared } from '../../reads/prepared.ts'
import { findBooking } from '../bookings/command-booking.ts'
import { readCurrentReport } from './current-report.ts'
import { recordOpening } from './find-report.ts'

type Parts = EventLog & { db: DatabasePool; readPrepared: ReadPrepared; audit: Audit; now: () => Date }

/** The results that a submission is added to, drafts included. Whoever reads them has opened the report: that is in the audit trail. */
export function registerGetRecordedResults(app: FastifyInstance, parts: Parts): void {
  const { logDb, audit, now } = parts

  app.serve(reportFormRoutes.getRecordedResults, async ({ params, caller }) => {
    const booking = await findBooking(parts, params.id, caller)
    const { reportReleasedAt, draft } = booking
    const isClosed = reportReleasedAt !== null && new Date(reportReleasedAt) <= reportsOpenSince(now())
    if (caller.role === 'lab-partner' && isClosed && !draft) throw new AppError('report-closed')
    const { history } = await bookings.read(logDb, params.id)
    const { id, values } = await readCurrentReport(logDb, booking, history)
    if (id === undefined) return { reportId: null, results: [] }
    await recordOpening(audit, caller, booking, id)
    return {
      reportId: id,
      results: values.map(({ code, result: { text, foreignUnit } }) => ({ code, text, foreignUnit })),
    }
  })
}
