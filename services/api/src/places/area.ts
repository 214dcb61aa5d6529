import { cityOfPincode } from '@jaanch/pincodes/distance'
import type pg from 'pg'

/** Where a visit is: labs declare PIN codes and cities. */
export type Area = { pincode: string; city: string }

/** The area of an address. The city is that of the PIN code, because people spell cities in many ways; their own if it is not known. */
export function areaOf(address: { pincode?: unknown; city: string }): Area {
  const pincode = String(address.pincode ?? '')
  return { pincode, city: cityOfPincode(pincode) ?? address.city }
}

/** @returns where the sample of a booking is collected; null for a customer who erased their account */
export async function areaOfBooking(db: pg.Pool, bookingId: string): Promise<Area | null> {
  const { rows } = await db.query<{ address: { pincode?: unknown; city: string } | null }>({
    name: 'area-of-booking',
    text: `select address from booking_details where booking_id = $1`,
    values: [bookingId],
  })
  return rows[0]?.address ? areaOf(rows[0].address) : null
}
