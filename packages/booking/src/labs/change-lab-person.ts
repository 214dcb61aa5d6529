import { randomUUID } from 'node:crypto'
import { labStaffCalls } from '@jaanch/account/lab-staff/api'
import { changePerson } from '@jaanch/account/lab-staff/change-person'
import { checkCollector, readPerson } from '@jaanch/account/lab-staff/list-staff'
import { changeLabAccess } from '@jaanch/account/labs/command-lab'
import { type Caller, labOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { takePlace } from '@jaanch/platform/http/request-gates'
import { serveCall, serveRead } from '@jaanch/platform/http/served'
import { inTransaction } from '@jaanch/platform/postgres'
import { passBarrier, readTable } from '@jaanch/platform/reads/read-tables'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { bookingCalls } from '../api.ts'
import { endConsent } from '../capacity/capacity-rows.ts'
import { type BookingLog, decideBooking } from '../command-booking.ts'
import { bookingRow, presentBookingRow } from '../list/bookings.ts'
import { selectPage } from '../list/page.ts'

/** A lab's owner gives a person another role or ends their access: the visits of somebody who makes none any more go to others. */
export const changeLabPerson = serveRead(
  labStaffCalls.changeLabPerson,
  async (
    { params: { id }, body, caller, request, reply },
    { barrier, replicas, appender, logDb, accountsDb, accountAccess, limits, now },
  ) => {
    const { visitsTo, ...changes } = body
    const labPartnerId = labOf(caller)
    const makesVisits = changes.isEnded !== true && (changes.labRole ?? 'collector') === 'collector'
    if (!makesVisits) {
      const view = await passBarrier({ barrier, replicas }, reply)
      const person = { personId: id, labPartnerId, visitsTo, caller, requestId: request.id }
      await handVisits({ view, appender, logDb, accountsDb, now }, person)
    }
    await takePlace(request)
    const change = { id, labPartnerId, changes, caller }
    await inTransaction(logDb, (client) => changePerson(client, { limits, accountAccess }, change))
    accountAccess.changed(id)
    return readPerson(accountsDb, labPartnerId, id, now())
  },
)

type Request = {
  personId: string
  labPartnerId: string
  /** The person who takes the visits, null for nobody yet; undefined: the owner was not asked */
  visitsTo: string | null | undefined
  caller: Caller
  requestId: string
}

/**
 * Takes a person who is to make no visits any more off those that are open, so that no customer is told that they come. What they did
 * before that is recorded whenever it arrives.
 * @throws AppError visits-open if there are some, and it is not said who takes them; not-a-collector
 */
async function handVisits(
  {
    view,
    appender,
    logDb,
    accountsDb,
    now,
  }: BookingLog & { view: Awaited<ReturnType<typeof passBarrier>>; accountsDb: DatabasePool },
  { personId, labPartnerId, visitsTo, caller, requestId }: Request,
): Promise<void> {
  const open = await view.reads.any(sql.type(z.object({ id: z.uuid() }))`
    select b.id from ${readTable(view, 'bookings')} b
     where b.lab_partner_id = ${labPartnerId} and b.data->>'collectorId' = ${personId}
       and b.status in ('pending', 'confirmed', 'sample-collection')
     order by b.id`)
  if (open.length === 0) return
  if (visitsTo === undefined) throw new AppError('visits-open')
  if (visitsTo === personId) throw new AppError('not-a-collector')
  if (visitsTo !== null) await checkCollector(accountsDb, visitsTo, labPartnerId)
  for (const { id: bookingId } of open) {
    await decideBooking(
      { appender, logDb, now },
      { bookingId, appendId: randomUUID(), caller, requestId },
      (booking) =>
        // given to somebody else meanwhile
        booking?.collectorId === personId ? { type: 'assignCollector', collectorId: visitsTo } : undefined,
    )
  }
}

const mostListed = 500

/** An admin suspends a lab. The answer has its open bookings, some of which can get another lab. */
export const suspendLabPartner = serveCall(bookingCalls.suspendLabPartner, async (call, services) => {
  const { params, caller, reply } = call
  const suspension = { route: bookingCalls.suspendLabPartner, type: 'suspend' } as const
  const lab = await changeLabAccess(services, { ...suspension, writeRows: endConsent }, call)
  const view = await passBarrier(services, reply)
  const query = { tab: 'assigned', lab: params.id, limit: mostListed } as const
  const page = selectPage(view, { caller, query, now: services.now() })
  const rows = await view.reads.any(sql.type(bookingRow)`${page}`)
  return { ...lab, openBookings: rows.map(presentBookingRow) }
})
