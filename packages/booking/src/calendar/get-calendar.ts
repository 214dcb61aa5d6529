import { contentDisposition } from '@jaanch/platform/files/send-file'
import { serveCall } from '@jaanch/platform/http/served'
import type pg from 'pg'
import { bookingCalls } from '../api.ts'
import { areaOfBooking } from '../places/places.ts'
import { usualFastingHours } from '../rules.ts'
import { findVisitOf } from '../visit/command-visit.ts'
import { isCancelled, packagesOf } from '../visit/visit.ts'
import { calendarVisitOf, renderCalendar } from './visit-calendar.ts'

/** The visit as a file for the calendar of its customer, who alone may read it: it says where the sample is collected. */
export const getCalendar = serveCall(
  bookingCalls.getBookingCalendar,
  async ({ params, caller, reply }, { logDb, publicUrl, now }) => {
    const visit = await findVisitOf({ logDb }, params.id, caller)
    const { location, fastingHours } = await readFacts(logDb, params.id, packagesOf(visit))
    const { text, method } = renderCalendar(calendarVisitOf(visit), {
      publicUrl,
      fastingHours,
      location,
      changedAt: now(),
      attendee: null,
    })
    reply
      .header('content-type', `text/calendar; charset=utf-8; method=${method}`)
      .header('content-disposition', contentDisposition('attachment', 'jaanch-visit.ics'))
      .header('x-content-type-options', 'nosniff')
      // another person may use this browser next
      .header('cache-control', 'private, no-store')
      .send(text)
    return undefined
  },
)

type Facts = { location: string | null; fastingHours: number | null }

/** The address as it was when the booking was placed, and the longest fasting time of the tests */
async function readFacts(pool: pg.Pool, bookingId: string, packageIds: string[]): Promise<Facts> {
  const { rows } = await pool.query<Facts>({
    name: 'calendar-facts',
    text: `
      select (select coalesce(fasting_hours, 0) from packages where fasting_required and id = any ($2::uuid[])
               order by coalesce(nullif(fasting_hours, 0), ${usualFastingHours}) desc limit 1) as "fastingHours",
             (select nullif(concat_ws(', ', nullif(address ->> 'address_line1', ''), nullif(address ->> 'address_line2', ''),
                                      nullif(address ->> 'landmark', ''),
                                      nullif(concat_ws(' ', address ->> 'city', address ->> 'pincode'), '')), '')
                from booking_details where booking_id = $1) as location`,
    values: [bookingId, packageIds],
  })
  return rows[0] ?? { location: null, fastingHours: null }
}

/** What the dialog that moves a visit asks for the free slots with. */
export const getSchedule = serveCall(
  bookingCalls.getBookingSchedule,
  async ({ params, caller }, { logDb }) => {
    const [booking, ...others] = await findVisitOf({ logDb }, params.id, caller)
    const people = [booking, ...others.filter((other) => !isCancelled(other))]
    const { pincode } = await areaOfBooking(logDb, booking.bookingId)
    return {
      pincode: pincode || null,
      packageIds: [...new Set(packagesOf(people))],
      people: people.length,
    }
  },
)
