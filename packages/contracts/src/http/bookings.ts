import { z } from 'zod'
import { rupees } from '../money.ts'
import {
  bookingStatuses,
  cancellationReasons,
  collectionTypes,
  paymentMethods,
  paymentStatuses,
  prescriptionOrderTime,
  priorities,
  timeSlots,
} from '../vocabulary.ts'
import { attentions } from './attention.ts'
import { date, filterText, idParams, instant, optional, page, position, text } from './fields.ts'
import { route } from './route.ts'

export const bookingView = z.object({
  id: z.uuid(),
  customerId: z.uuid(),
  packageId: z.uuid(),
  prescriptionId: z.uuid().nullable(),
  labPartnerId: z.uuid().nullable(),
  labPartnerName: z.string().nullable(),
  /** City of the collection: the only part of the address that people other than the customer and the lab see */
  city: z.string().nullable(),
  collectionType: z.enum(collectionTypes),
  scheduledDate: z.string().nullable(),
  scheduledTime: z.string().nullable(),
  status: z.enum(bookingStatuses),
  paymentStatus: z.enum(paymentStatuses),
  paymentMethod: z.enum(paymentMethods),
  totalAmount: rupees,
  discountAmount: rupees,
  finalAmount: rupees,
  specialInstructions: z.string().nullable(),
  priority: z.enum(priorities),
  createdAt: instant,
  package: z.object({ id: z.uuid(), name: z.string() }),
  packageName: z.string(),
  familyMember: z.object({ name: z.string(), relationship: z.string() }).nullable(),
  /** Set by a worker shortly after the booking was placed */
  orderNumber: z.string().nullable(),
  /** Each status and when it was reached, oldest first */
  timeline: z.array(z.object({ status: z.enum(bookingStatuses), at: instant, actor: z.string() })),
  position,
})
export type BookingView = z.output<typeof bookingView>

export const bookingDetail = bookingView.extend({
  lines: z.array(z.object({ packageId: z.uuid(), name: z.string(), price: rupees })),
})
export type BookingDetail = z.output<typeof bookingDetail>

/** The request of the wizard. Prices come from the catalogue, never from the request. */
export const bookingInput = z
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

export const bookingTabs = {
  customer: ['upcoming', 'past'],
  'lab-partner': ['all', 'confirmed', 'in-progress', 'completed'],
  admin: ['unassigned', 'assigned', 'completed', 'all'],
} as const

const tab = z.enum([
  'upcoming',
  'past',
  'all',
  'confirmed',
  'in-progress',
  'completed',
  'unassigned',
  'assigned',
])
export type BookingTab = z.output<typeof tab>

export const bookingsSummary = z.object({
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
    summary: "The reader's own bookings, newest first",
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
    }),
    response: z.array(bookingView),
  }),
  countBookings: route({
    method: 'GET',
    path: '/api/bookings/counts',
    access: 'signed-in',
    summary: "A number for each of the reader's tabs",
    response: z.partialRecord(tab, z.int().nonnegative()),
  }),
  summariseBookings: route({
    method: 'GET',
    path: '/api/bookings/summary',
    access: ['lab-partner', 'admin'],
    summary: "Numbers over all of the reader's bookings, beside those of the tabs",
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
    summary: 'Book a test, or (an admin) propose the order of a prescription',
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
    summary: 'Move a booking one step along, or cancel it',
    params: idParams,
    body: z.object({ status: z.enum(bookingStatuses), reason: z.enum(cancellationReasons).optional() }),
    response: bookingView,
  }),
  assignLab: route({
    method: 'POST',
    path: '/api/admin/bookings/:id/assign-lab',
    access: ['admin'],
    summary: 'Assign an approved lab to a booking',
    params: idParams,
    body: z.object({ labPartnerId: z.uuid() }),
    response: bookingView,
  }),
  confirmOrder: route({
    method: 'POST',
    path: '/api/bookings/:id/confirm',
    access: ['customer'],
    summary: 'Confirm an order that was made from a prescription',
    params: idParams,
    response: bookingView,
  }),
  declineOrder: route({
    method: 'POST',
    path: '/api/bookings/:id/decline',
    access: ['customer'],
    summary: 'Decline an order that was made from a prescription',
    params: idParams,
    response: bookingView,
  }),
  recordPayment: route({
    method: 'POST',
    path: '/api/bookings/:id/payment',
    access: ['lab-partner', 'admin'],
    summary: 'Record that a booking was paid',
    params: idParams,
    body: z.object({ method: z.enum(paymentMethods), reference: optional(text(64)) }),
    response: bookingView,
  }),
}
