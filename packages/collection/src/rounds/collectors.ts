import { checkCollector } from '@jaanch/account/lab-staff/list-staff'
import { noPassword } from '@jaanch/account/users/user-rows'
import { identifyBooking, viewBooking } from '@jaanch/booking/command-booking'
import { unlessLab } from '@jaanch/booking/list/bookings'
import { commandVisitAs } from '@jaanch/booking/visit/command-visit'
import { visitCommands } from '@jaanch/booking/visit/decide'
import { isCancelled } from '@jaanch/booking/visit/visit'
import { AppError } from '@jaanch/contracts/errors'
import { serveCall } from '@jaanch/platform/http/served'
import { sql } from 'slonik'
import { z } from 'zod'
import { custodyCalls } from '../api.ts'
import { roundCalls } from './api.ts'

const collector = z.object({ id: z.uuid(), name: z.string() })

/** Leaves out people who were invited and have not signed in yet: nobody would see the round. */
export const listCollectors = serveCall(roundCalls.listCollectors, async ({ caller }, { db }) => [
  ...(await db.any(sql.type(collector)`
      select u.id, u.name from users u
       where (u.works_for = ${caller.labPartnerId} and u.lab_role = 'collector'
              or u.id = (select user_id from lab_partners where id = ${caller.labPartnerId}))
         and u.is_active and u.ended_at is null and u.password_hash <> ${noPassword}
       order by u.works_for is null, u.name, u.id`)),
])

/** The front desk gives a visit to a collector, with all people of it whose samples are not under way to the analyser. */
export const assignCollector = serveCall(
  custodyCalls.assignCollector,
  async (call, { appender, logDb, db, readPrepared, now }) => {
    const { body, caller, params } = call
    const { collectorId } = body
    if (collectorId !== null) await checkCollector(db, collectorId, caller.labPartnerId)
    const target = await identifyBooking({ logDb }, custodyCalls.assignCollector, call)
    const { booking, bookings, refused } = await commandVisitAs(
      { appender, logDb, now },
      target,
      (visit) => ({
        command: visitCommands.each(
          {
            of: { bookingId: params.id, with: 'same-status' },
            command: { type: 'assignCollector', collectorId },
          },
          visit,
        ),
      }),
    )
    if (refused) throw new AppError(refused)
    const visitSize = bookings.filter((each) => !isCancelled(each)).length || undefined
    const views = await Promise.all(
      bookings.map(async (each) => unlessLab(caller, await viewBooking({ readPrepared }, each, visitSize))),
    )
    const named = views.find(({ id }) => id === booking.bookingId)
    if (!named) throw new AppError('not-found')
    return { ...named, bookings: views }
  },
)
