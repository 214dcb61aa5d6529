import { AppError } from '@jaanch/contracts/errors'
import { cashRoutes } from '@jaanch/contracts/http/cash'
import { collectionRoutes } from '@jaanch/contracts/http/collection'
import { custodyRoutes } from '@jaanch/contracts/http/custody'
import { qualityRoutes } from '@jaanch/contracts/http/quality'
import { isCancelled } from '@jaanch/domain/visit/visit'
import type { FastifyInstance } from 'fastify'
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import type { Audit } from '../../auth/audit.ts'
import { noPassword } from '../../auth/users.ts'
import { unlessLab } from '../../read-models/bookings/show-people.ts'
import { checkCollector } from '../../read-models/collections.ts'
import { readQuality } from '../../read-models/quality.ts'
import type { ReadPrepared } from '../../reads/prepared.ts'
import { passBarrier, type Reads } from '../../reads/read-tables.ts'
import { type BookingLog, commandBooking, identifyBooking, viewBooking } from '../bookings/command-booking.ts'
import { commandVisitAs } from '../bookings/command-visit.ts'
import { registerCash } from './cash.ts'
import { registerGetApproach } from './get-approach.ts'
import { registerGetPhoneRound } from './get-phone-round.ts'
import { registerListTubes } from './list-tubes.ts'
import { registerRecordCustody } from './record-custody.ts'

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
  app.serve(collectionRoutes.listCollectors, async ({ caller }) => [
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
  app.serve(custodyRoutes.assignCollector, async (call) => {
    const { body, caller, params } = call
    const { collectorId } = body
    if (collectorId !== null) await checkCollector(parts.db, collectorId, caller.labPartnerId)
    const target = await identifyBooking(parts, custodyRoutes.assignCollector, call)
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
  app.serve(cashRoutes.acceptPayment, async (call) =>
    commandBooking(parts, await identifyBooking(parts, cashRoutes.acceptPayment, call), {
      type: 'acceptPayment',
    }),
  )
}

function registerGetQuality(app: FastifyInstance, parts: Reads): void {
  app.serveUnplaced(qualityRoutes.getQuality, async ({ query: { days, lab }, caller, reply }) => {
    if (lab && caller.role !== 'admin')
      throw new AppError('malformed', 'Only an admin can ask for the quality of a lab.')
    const view = await passBarrier(parts, reply)
    const labPartnerId = caller.role === 'admin' ? (lab ?? null) : caller.labPartnerId
    // an account of a lab without a lab sees nothing
    if (labPartnerId === null && caller.role !== 'admin') throw new AppError('not-found')
    return readQuality(view.reads, view, { labPartnerId, days })
  })
}
