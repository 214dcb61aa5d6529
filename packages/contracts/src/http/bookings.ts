import { z } from 'zod'
import { bookingSummary, orderLine } from '../booking.ts'
import { bookingTabs } from '../booking-tabs.ts'
import { rupees } from '../money.ts'
import {
  bookingStatuses,
  cancellationReasons,
  collectionTypes,
  paymentMethods,
  prescriptionOrderTime,
  timeSlots,
} from '../vocabulary.ts'
import { attentions } from './attention.ts'
import { date, filterText, idParams, optional, page, text } from './fields.ts'
import { route } from './route.ts'

/** The answer to callers: a summary with amounts in rupees and names in place of ids. */
export const bookingView = bookingSummary
  .omit({
    bookingId: true,
    familyMemberId: true,
    lines: true,
    total: true,
    discount: true,
    final: true,
    assignedAt: true,
    report: true,
    cancellationReason: true,
  })
  .extend({
    id: z.uuid(),
    packageId: z.uuid(),
    packageName: z.string(),
    package: z.object({ id: z.uuid(), name: z.string() }),
    labPartnerName: z.string().nullable(),
    /** Where the sample is collected: the only part of the address that others than its customer and lab receive */
    city: z.string().nullable(),
    familyMember: z.object({ name: z.string(), relationship: z.string() }).nullable(),
    totalAmount: rupees,
    discountAmount: rupees,
    finalAmount: rupees,
    specialInstructions: z.string().nullable(),
  })
export type BookingView = z.output<typeof bookingView>

const bookingDetail = bookingView.extend({ lines: z.array(orderLine.extend({ price: rupees })) })
export type BookingDetail = z.output<typeof bookingDetail>

/** The request of the wizard. Prices come from the catalogue, never from the request. */
const bookingInput = z
  .object({
    packageId: z.uuid(),
    collectionType: z.enum(collectionTypes),
    familyMemberId: z.uuid().nullish(),
    scheduledDate: date.nullish(),
    scheduledTime: z.enum(timeSlots).nullish(),
    addressId: z.uuid(),
    paymentMethod: z.enum(paymentMethods),
    specialInstructions: z.preprocess((value) => (value === '' ? null : value), text(500).nullish()),
  })
  .refine((input) => input.collectionType === 'instant' || (input.scheduledDate && input.scheduledTime), {
    message: 'A scheduled collection needs a date and a time slot',
    path: ['scheduledDate'],
  })

/** The request of an admin to propose an order from a prescription (specification, section 7). */
export const prescriptionOrderInput = z.object({
  customerId: z.uuid(),
  packageId: z.uuid(),
  prescriptionId: z.uuid(),
  collectionType: z.enum(collectionTypes).default('scheduled'),
  /** Default: tomorrow */
  scheduledDate: date.nullish(),
  scheduledTime: z.literal(prescriptionOrderTime).nullish(),
  status: z.literal('pending_customer_confirmation').optional(),
  paymentStatus: z.literal('pending').optional(),
  /** Must equal the sum of the catalogue prices */
  totalAmount: rupees,
  discountAmount: z.literal(0).optional(),
  finalAmount: rupees,
  specialInstructions: z.preprocess((value) => (value === '' ? null : value), text(500).nullish()),
})

const tab = z.enum(bookingTabs)

const bookingsSummary = z.object({
  /** Neither completed nor cancelled */
  active: z.int().nonnegative(),
  /** Sum of finalAmount of the completed bookings, in rupees; not limited like a price */
  revenue: z.number().nonnegative(),
})

export const bookingRoutes = {
  listBookings: route({
    method: 'GET',
    path: '/api/bookings',
    access: 'signed-in',
    summary: "The caller's bookings, newest first",
    query: page.extend({
      tab: tab.optional(),
      /** Part of a package name, end of an order number, or beginning of a booking id */
      q: filterText,
      /** First and last collection date (Asia/Kolkata); an instant booking counts on the day it was placed */
      from: date.optional(),
      to: date.optional(),
      slot: z.enum(timeSlots).optional(),
      type: z.enum(collectionTypes).optional(),
      /** Admins only: bookings that need attention for this reason */
      attention: z.enum(attentions).optional(),
      /** Admins only: bookings of this lab */
      lab: z.preprocess((value) => (value === '' ? undefined : value), z.uuid().optional()),
    }),
    response: z.array(bookingView),
  }),
  countBookings: route({
    method: 'GET',
    path: '/api/bookings/counts',
    access: 'signed-in',
    summary: "The number of bookings in each of the caller's tabs",
    response: z.partialRecord(tab, z.int().nonnegative()),
  }),
  summariseBookings: route({
    method: 'GET',
    path: '/api/bookings/summary',
    access: ['lab-partner', 'admin'],
    summary: "Totals over all of the caller's bookings",
    response: bookingsSummary,
  }),
  getBooking: route({
    method: 'GET',
    path: '/api/bookings/:id',
    access: 'signed-in',
    summary: 'One booking with its order lines',
    params: idParams,
    response: bookingDetail,
  }),
  placeBooking: route({
    method: 'POST',
    path: '/api/bookings',
    access: ['customer', 'admin'],
    summary: 'Book a test; as an admin, propose an order from a prescription',
    body: bookingInput,
    bodyFor: { admin: prescriptionOrderInput },
    status: 201,
    creates: true,
    response: bookingView,
  }),
  changeBookingStatus: route({
    method: 'PUT',
    path: '/api/bookings/:id',
    access: 'signed-in',
    summary: 'Advance the status of a booking by one step, or cancel it',
    params: idParams,
    body: z.object({ status: z.enum(bookingStatuses), reason: z.enum(cancellationReasons).optional() }),
    commands: true,
    response: bookingView,
  }),
  assignLab: route({
    method: 'POST',
    path: '/api/admin/bookings/:id/assign-lab',
    access: ['admin'],
    summary: 'Assign an approved lab to a booking',
    params: idParams,
    body: z.object({ labPartnerId: z.uuid() }),
    commands: true,
    response: bookingView,
  }),
  confirmOrder: route({
    method: 'POST',
    path: '/api/bookings/:id/confirm',
    access: ['customer'],
    summary: 'Confirm an order from a prescription',
    params: idParams,
    commands: true,
    response: bookingView,
  }),
  declineOrder: route({
    method: 'POST',
    path: '/api/bookings/:id/decline',
    access: ['customer'],
    summary: 'Decline an order from a prescription',
    params: idParams,
    commands: true,
    response: bookingView,
  }),
  recordPayment: route({
    method: 'POST',
    path: '/api/bookings/:id/payment',
    access: ['lab-partner', 'admin'],
    summary: 'Record the payment of a booking',
    params: idParams,
    body: z.object({ method: z.enum(paymentMethods), reference: optional(text(64)) }),
    commands: true,
    response: bookingView,
  }),
}
