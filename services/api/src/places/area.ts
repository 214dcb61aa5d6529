import { type Area, areaOfPincode } from '@jaanch/pincodes/area'
import type pg from 'pg'

/** Declared by no lab: of a customer who erased their account */
const nowhere: Area = { pincode: '', city: '' }

/** The area of an address. The PIN code alone decides, as for the slots that are shown: people spell cities in many ways. */
export function areaOf(address: { pincode?: unknown; city?: unknown }): Area {
  return areaOfPincode(String(address.pincode ?? ''))
}

/** @returns where the sample of a booking is collected; with '' for a customer who erased their account */
export async function areaOfBooking(db: pg.Pool, bookingId: string): Promise<Area> {
  const { rows } = await db.query<{ address: { pincode?: unknown } | null }>({
    name: 'area-of-booking',
    text: `select address from booking_details where booking_id = $1`,
    values: [bookingId],
  })
  return rows[0]?.address ? areaOf(rows[0].address) : nowhere
}
