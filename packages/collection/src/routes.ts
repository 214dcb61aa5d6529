import type { Audit } from '@jaanch/account/audit/audit'
import { checkCollector } from '@jaanch/account/lab-staff/list-staff'
import { noPassword } from '@jaanch/account/users/user-rows'
import {
  type BookingLog,
  commandBooking,
  identifyBooking,
  viewBooking,
} from '@jaanch/booking/command-booking'
import { unlessLab } from '@jaanch/booking/list/show-people'
import { commandVisitAs } from '@jaanch/booking/visit/command-visit-as'
import { isCancelled } from '@jaanch/booking/visit/visit'
import { AppError } from '@jaanch/contracts/errors'
import { qualityCalls } from '@jaanch/insight/quality/api'
import { readQuality } from '@jaanch/insight/quality/read-quality'
import type { ReadPrepared } from '@jaanch/platform/reads/prepared'
import { passBarrier, type Reads } from '@jaanch/platform/reads/read-tables'
import type { FastifyInstance } from 'fastify'
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { custodyCalls } from './api.ts'
import { cashCalls } from './cash/api.ts'
import { registerCash } from './cash/cash.ts'
import { registerListTubes } from './list-tubes.ts'
import { registerRecordCustody } from './record-custody.ts'
import { collectionCalls } from './rounds/api.ts'
import { registerGetApproach } from './rounds/get-approach.ts'
import { registerGetPhoneRound } from './rounds/get-phone-round.ts'

export function registerCustodyRoutes(
  app: FastifyInstance,
  parts: BookingLog &
    Reads & { db: DatabasePool; readPrepared: ReadPrepared; modelVersion: number; audit: Audit },
): void {
  registerRecordCustody(app, parts)
  registerAssignCollector(app, parts)
  registerGetPhoneRound(app, parts)
  registerListCollectors(app, parts)
  registerGetApproach(app, parts)
  registerGetQuality(app, parts)
  registerListTubes(app, parts)
  registerCash(app, parts)
  registerAcceptPayment(app, parts)
}

const collector = z.object({ id: z.uuid(), name: z.string() })

/** Not who was invited, and has not signed in yet: nobody would see the round. */
function registerListCollectors(app: FastifyInstance, { db }: { db: Pick<CommonQueryMethods, 'any'> }): void {
  app.serve(collectionCalls.listCollectors, async ({ caller }) => [
    ...(await db.any(sql.type(collector)`
      select u.id, u.name from users u
       where (u.works_for = ${caller.labPartnerId} and u.lab_role = 'collector'
              or u.id = (select user_id from lab_partners where id = ${caller.labPartnerId}))
         and u.is_active and u.ended_at is null and u.password_hash <> ${noPassword}
       order by u.works_for is null, u.name, u.id`)),
  ])
}

type Parts = BookingLog & { db: CommonQueryMethods; readPrepared: ReadPrepared }

/** The front desk gives a visit to a collector, all people of it that are not under way to the analyser. */
function registerAssignCollector(app: FastifyInstance, parts: Parts): void {
  app.serve(custodyCalls.assignCollector, async (call) => {
    const { body, caller, params } = call
    const { collectorId } = body
    if (collectorId !== null) await checkCollector(parts.db, collectorId, caller.labPartnerId)
    const target = await identifyBooking(parts, custodyCalls.assignCollector, call)
    const { booking, bookings, refused } = await commandVisitAs(parts, target, {
      type: 'each',
      of: { bookingId: params.id, with: 'same-status' },
      command: { type: 'assignCollector', collectorId },
    })
    if (refused) throw new AppError(refused)
    const visitSize = bookings.filter((each) => !isCancelled(each)).length || undefined
    const views = await Promise.all(
      bookings.map(async (each) => unlessLab(caller, await viewBooking(parts, each, visitSize))),
    )
    const named = views.find(({ id }) => id === booking.bookingId)
    if (!named) throw new AppError('not-found')
    return { ...named, bookings: views }
  })
}

/** The owner has the money that a collector reported. For a cancelled booking its refund is due. @throws AppError nothing-reported, refund-due, nothing-to-pay */
function registerAcceptPayment(
  app: FastifyInstance,
  parts: BookingLog & { readPrepared: ReadPrepared },
): void {
  app.serve(cashCalls.acceptPayment, async (call) =>
    commandBooking(parts, await identifyBooking(parts, cashCalls.acceptPayment, call), {
      type: 'acceptPayment',
    }),
  )
}

function registerGetQuality(app: FastifyInstance, parts: Reads): void {
  app.serveUnplaced(qualityCalls.getQuality, async ({ query: { days, lab }, caller, reply }) => {
    if (lab && caller.role !== 'admin')
      throw new AppError('malformed', 'Only an admin can ask for the quality of a lab.')
    const view = await passBarrier(parts, reply)
    const labPartnerId = caller.role === 'admin' ? (lab ?? null) : caller.labPartnerId
    // an account of a lab without a lab sees nothing
    if (labPartnerId === null && caller.role !== 'admin') throw new AppError('not-found')
    return readQuality(view.reads, view, { labPartnerId, days })
  })
}
