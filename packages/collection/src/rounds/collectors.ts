import { checkCollector } from '@jaanch/account/lab-staff/list-staff'
import { noPassword } from '@jaanch/account/users/user-rows'
import { commandMembers } from '@jaanch/booking/change-status'
import { identifyBooking } from '@jaanch/booking/command-booking'
import { visitCommands } from '@jaanch/booking/visit/decide'
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
    const { collectorId } = call.body
    if (collectorId !== null) await checkCollector(db, collectorId, call.caller.labPartnerId)
    const target = await identifyBooking({ logDb }, custodyCalls.assignCollector, call)
    const of = { bookingId: call.params.id, with: 'same-status' } as const
    const command = { type: 'assignCollector', collectorId } as const
    return commandMembers(
      { appender, logDb, readPrepared, now },
      target,
      (visit) => ({ command: visitCommands.each({ of, command }, visit) }),
      true,
    )
  },
)
