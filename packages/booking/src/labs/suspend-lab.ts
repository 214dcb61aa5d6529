import { changeLabAccess } from '@jaanch/account/labs/suspend-lab'
import { serveCall } from '@jaanch/platform/http/served'
import { passBarrier } from '@jaanch/platform/reads/read-tables'
import { sql } from 'slonik'
import { endConsent } from '../capacity/capacity-rows.ts'
import { bookingRow, presentBookingRow } from '../list/bookings.ts'
import { selectPage } from '../list/page.ts'
import { labSuspensionCalls } from './api.ts'

const mostListed = 500

/** An admin suspends a lab. The answer has its open bookings, some of which can get another lab. */
export const suspendLabPartner = serveCall(labSuspensionCalls.suspendLabPartner, async (call, services) => {
  const { params, caller, reply } = call
  const suspension = { route: labSuspensionCalls.suspendLabPartner, type: 'suspend' } as const
  const lab = await changeLabAccess(services, { ...suspension, writeRows: endConsent }, call)
  const view = await passBarrier(services, reply)
  const query = { tab: 'assigned', lab: params.id, limit: mostListed } as const
  const page = selectPage(view, { caller, query, now: services.now() })
  const rows = await view.reads.any(sql.type(bookingRow)`${page}`)
  return { ...lab, openBookings: rows.map(presentBookingRow) }
})
