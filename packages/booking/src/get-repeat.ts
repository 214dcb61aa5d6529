import type { ResponseOf } from '@jaanch/contracts/http/route'
import { serveCall } from '@jaanch/platform/http/served'
import type pg from 'pg'
import { bookingCalls } from './api.ts'
import type { BookingSummary } from './booking.ts'
import { findVisitOf } from './visit/command-visit.ts'

/** Tells what a customer books again: tests and people of the visit of one of their bookings, and its address. Cancelled people come only if all were cancelled. */
export const getRepeat = serveCall(bookingCalls.getBookingToRepeat, async ({ params, caller }, { logDb }) => {
  const visit = await findVisitOf({ logDb }, params.id, caller)
  const [booking] = visit
  const { address, addressId, members } = await readKept(logDb, visit)
  const tookPlace = visit.filter(({ status }) => status !== 'cancelled')
  return {
    items: (tookPlace.length > 0 ? tookPlace : visit)
      .filter(({ familyMemberId }) => familyMemberId === null || members.includes(familyMemberId))
      .map(({ familyMemberId, lines }) => ({
        familyMemberId,
        packageIds: lines.map(({ packageId }) => packageId),
      })),
    paymentMethod: booking.paymentMethod,
    addressId,
    address,
  }
})

type Kept = Pick<ResponseOf<typeof bookingCalls.getBookingToRepeat>, 'address' | 'addressId'> & {
  members: string[]
}

/** @returns where the sample was collected, its id if that address is still saved, and who is still in the family */
async function readKept(
  pool: pg.Pool,
  [booking, ...others]: readonly [BookingSummary, ...BookingSummary[]],
): Promise<Kept> {
  const { rows } = await pool.query<Kept>({
    name: 'repeat-facts',
    text: `
      select case when d.address ->> 'address_line1' is not null
                  then jsonb_build_object('street', d.address ->> 'address_line1', 'city', coalesce(d.address ->> 'city', ''),
                                          'state', coalesce(d.address ->> 'state', ''),
                                          'pincode', coalesce(d.address ->> 'pincode', ''),
                                          'landmark', coalesce(d.address ->> 'landmark', ''),
                                          'phone', coalesce(d.address ->> 'phone', '')) end as address,
             (select id from customer_addresses where id = (d.address ->> 'id')::uuid and customer_id = $2
                 and deleted_at is null) as "addressId",
             array(select id::text from family_members where id = any ($3::uuid[]) and customer_id = $2
                      and deleted_at is null) as members
        from (select $1::uuid as id) b left join booking_details d on d.booking_id = b.id`,
    values: [
      booking.bookingId,
      booking.customerId,
      [booking, ...others].flatMap(({ familyMemberId }) => familyMemberId ?? []),
    ],
  })
  return rows[0] ?? { address: null, addressId: null, members: [] }
}
