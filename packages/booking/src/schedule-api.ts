import { date, idParams } from '@jaanch/contracts/http/fields'
import { route } from '@jaanch/contracts/http/route'
import { timeSlots } from '@jaanch/contracts/vocabulary'
import { z } from 'zod'
import { bookingView } from './booking-view.ts'

export const scheduleCalls = {
  rescheduleBooking: route({
    method: 'POST',
    path: '/api/bookings/:id/reschedule',
    access: ['customer', 'admin'],
    admins: ['manager'],
    summary: 'Move a visit to another time: all its open bookings, or one person alone',
    params: idParams,
    body: z.object({
      scheduledDate: date,
      scheduledTime: z.enum(timeSlots),
      /** The customer's hold of the slot; without one, or if it has expired, a place is taken if there is one */
      holdId: z.uuid().nullish(),
      /** This person leaves the visit of several people and gets one of their own */
      alone: z.boolean().optional(),
    }),
    commands: true,
    response: bookingView,
  }),
  getBookingSchedule: route({
    method: 'GET',
    path: '/api/bookings/:id/schedule',
    access: ['customer', 'admin'],
    admins: ['manager', 'support'],
    summary: 'What decides which times a visit can be moved to',
    params: idParams,
    response: z.object({
      /** Where the sample is collected; null for a customer who erased their account */
      pincode: z.string().nullable(),
      /** Of all people of the visit that were not cancelled */
      packageIds: z.array(z.uuid()),
      people: z.int().positive(),
    }),
  }),
  getBookingCalendar: route({
    method: 'GET',
    path: '/api/bookings/:id/calendar',
    access: ['customer'],
    summary: "The visit of a booking as an event for the customer's calendar (iCalendar)",
    params: idParams,
    response: 'file',
  }),
}
