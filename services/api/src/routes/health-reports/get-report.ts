import { AppError } from '@jaanch/contracts/errors'
import { reportPageRoutes } from '@jaanch/contracts/http/report-page'
import { reportsOpenSince } from '@jaanch/domain/booking/collection-window'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { DatabasePool } from 'slonik'
import type { Audit } from '../../auth/audit.ts'
import { actorOf, type Caller } from '../../auth/caller.ts'
import { findPageRow, listVersions, presentReportPage } from '../../read-models/report-page.ts'
import { passBarrierIfLive, type Reads } from '../../reads/read-tables.ts'
import { findBooking } from '../bookings/command-booking.ts'
import { findConsent, refuseWithoutConsent } from './consent.ts'

type Parts = Reads & { db: DatabasePool; logDb: pg.Pool; audit: Audit; now: () => Date }

/** The page of a released report, of any version. Reads of labs and admins are in the audit trail before the answer. */
export function registerGetReport(app: FastifyInstance, parts: Parts): void {
  const { db, logDb, audit, now } = parts

  /** When the family member agreed; null: nobody has to. @throws AppError consent-needed */
  async function consentTo(caller: Caller, familyMemberId: string | null): Promise<Date | null> {
    await refuseWithoutConsent(parts, caller, familyMemberId)
    if (caller.role !== 'customer' || familyMemberId === null) return null
    return (await findConsent(parts, caller, familyMemberId)).givenAt
  }

  app.serveUnplaced(reportPageRoutes.getHealthReport, async ({ params, caller, reply }) => {
    await passBarrierIfLive(parts, reply)
    const row = await findPageRow(db, params.id)
    if (!row) throw new AppError('not-found')
    const booking = await findBooking(parts, row.bookingId, caller)
    const versions = await listVersions(db, row.bookingId)
    const latest = versions[0]?.releasedAt ?? row.releasedAt
    if (caller.role === 'lab-partner' && latest <= reportsOpenSince(now()))
      throw new AppError('report-closed')
    const consentGivenAt = await consentTo(caller, booking.familyMemberId)
    if (caller.role !== 'customer') {
      await audit.record({
        action: 'report-opened',
        actor: actorOf(caller),
        userId: booking.customerId,
        object: `health-report:${row.id}`,
        details: { bookingId: row.bookingId },
      })
    }
    return presentReportPage(logDb, row, booking, { versions, consentGivenAt })
  })
}
