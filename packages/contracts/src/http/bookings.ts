import { z } from 'zod'
import { bookingSummary, enteredBooking, orderLine } from '../booking.ts'
import { attentions, bookingTabs } from '../booking-tabs.ts'
import { rupees } from '../money.ts'
import {
  bookingStatuses,
  cancellationReasons,
  collectionTypes,
  paymentMethods,
  prescriptionOrderTime,
  timeSlots,
} from '../vocabulary.ts'
import { date, filterText, idParams, noticeVersion, optional, page, text } from './fields.ts'
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
    place: true,
    assignment: true,
    escalation: true,
  })
  .extend({
    id: z.uuid(),
    packageId: z.uuid(),
    packageName: z.string(),
    package: z.object({ id: z.uuid(), name: z.string() }),
    /** All tests and packages of the booking; the first one is `package` */
    packages: z.array(z.object({ id: z.uuid(), name: z.string() })),
    /** The same for all people of a visit; null if the booking is a visit of its own */
    visitId: z.uuid().nullable(),
    /** How many people its visit was booked for; null if it is a visit of its own */
    visitSize: z.int().positive().nullable(),
    labPartnerName: z.string().nullable(),
    /** Where the sample is collected: the only part of the address that others than its customer and lab receive */
    city: z.string().nullable(),
    familyMember: z.object({ name: z.string(), relationship: z.string() }).nullable(),
    totalAmount: rupees,
    discountAmount: rupees,
    finalAmount: rupees,
    specialInstructions: z.string().nullable(),
    /** Of the strictest test, before the collection; 0: required without a number of hours; null: not required, or collected already */
    fastingHours: z.int().nonnegative().nullish(),
  })
export type BookingView = z.output<typeof bookingView>

const bookingDetail = bookingView.extend({
  lines: z.array(orderLine.extend({ price: rupees })),
  /** What the customer wrote about the visit; null if nothing, and for its lab if an admin hid it */
  reviewText: z.string().nullable(),
  /** For admins only: who chose the lab and why, and what happened because it did not confirm in time */
  assignment: bookingSummary.shape.assignment.optional(),
  escalation: bookingSummary.shape.escalation.optional(),
})
export type BookingDetail = z.output<typeof bookingDetail>

/** What one person of a visit gets. */
const visitItem = z.object({
  packageIds: z.array(z.uuid()).min(1).max(10),
  /** null: the customer */
  familyMemberId: z.uuid().nullish(),
})

/**
 * The request of the wizard: what the customer enters, and what the rest of the booking follows from. Prices come from the catalogue,
 * never from the request; amounts are rupees.
 */
const bookingInput = enteredBooking
  .extend({
    packageId: z.uuid().optional(),
    familyMemberId: z.uuid().nullish(),
    /** In place of the two above: several tests or people in one visit. One booking for each person, all or none */
    items: z.array(visitItem).min(1).max(8).optional(),
    scheduledDate: date.nullish(),
    scheduledTime: z.enum(timeSlots).nullish(),
    addressId: z.uuid(),
    specialInstructions: z.preprocess((value) => (value === '' ? null : value), text(500).nullish()),
    /** What the customer was shown, of everybody in the visit: another total is refused as `price-changed` with the new `total` */
    expectedTotal: z.number().nonnegative().optional(),
    /** The customer's hold of the slot; without one, or if it has expired, a place is taken if there is one */
    holdId: z.uuid().nullish(),
    noticeVersion,
  })
  .refine((input) => input.collectionType === 'instant' || (input.scheduledDate && input.scheduledTime), {
    message: 'A scheduled collection needs a date and a time slot',
    path: ['scheduledDate'],
  })
  .refine((input) => (input.packageId === undefined) !== (input.items === undefined), {
    message: 'Send either packageId or items',
    path: ['packageId'],
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
      /** The page is saved as a file: that is in the audit trail */
      export: z.literal('1').optional(),
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
  getReceipt: route({
    method: 'GET',
    path: '/api/bookings/:id/receipt',
    access: ['customer', 'admin'],
    summary: 'What was paid for a booking, as a PDF',
    params: idParams,
    response: 'file',
  }),
  getBookingToRepeat: route({
    method: 'GET',
    path: '/api/bookings/:id/again',
    access: ['customer'],
    summary: 'What a booking is booked again with: tests, people and address of its visit',
    params: idParams,
    response: z.object({
      /** People who were removed from the family are left out */
      items: z.array(visitItem),
      paymentMethod: z.enum(paymentMethods),
      /** null if the address is no longer saved */
      addressId: z.uuid().nullable(),
      /** null if it was erased */
      address: z
        .object({
          street: z.string(),
          city: z.string(),
          state: z.string(),
          pincode: z.string(),
          landmark: z.string(),
          phone: z.string(),
        })
        .nullable(),
    }),
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
    /** The first booking; of a visit of several people, `bookings` are all of them */
    response: bookingView.extend({ bookings: z.array(bookingView).optional() }),
  }),
  changeBookingStatus: route({
    method: 'PUT',
    path: '/api/bookings/:id',
    access: 'signed-in',
    summary: 'Advance the status of a booking by one step, or cancel it',
    params: idParams,
    body: z.object({
      status: z.enum(bookingStatuses),
      reason: z.enum(cancellationReasons).optional(),
      /** With status cancelled: all open bookings of the visit, all or none */
      visit: z.boolean().optional(),
    }),
    commands: true,
    response: bookingView,
  }),
  assignLab: route({
    method: 'POST',
    path: '/api/admin/bookings/:id/assign-lab',
    access: ['admin'],
    summary: 'Assign an approved lab to a booking',
    params: idParams,
    body: z.object({
      labPartnerId: z.uuid(),
      /** It was suggested: the reasons are recorded, and it must still have a free visit */
      suggested: z.boolean().optional(),
    }),
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
