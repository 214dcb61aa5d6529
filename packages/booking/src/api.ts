import { labDecision, labPartnerView } from '@jaanch/account/labs/api'
import { recordedClock } from '@jaanch/collection/custody/custody'
import {
  date,
  filter,
  filterText,
  idParams,
  instant,
  line,
  noticeVersion,
  optional,
  page,
  position,
  reason,
  refused,
  text,
} from '@jaanch/contracts/http/fields'
import { creation, forAdmins, forLab, route } from '@jaanch/contracts/http/route'
import {
  bookingStatuses,
  cancellationReasons,
  collectionTypes,
  declineReasons,
  paymentMethods,
  timeSlots,
} from '@jaanch/contracts/vocabulary'
import { z } from 'zod'
import { enteredBooking } from './booking.ts'
import { bookingDetail, bookingView, commandedVisit } from './booking-view.ts'
import { attentions, bookingTabs } from './list/tabs.ts'
import { prescriptionOrderInput } from './prescriptions/api.ts'

/** The tests of one person of a visit. */
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
    packageIds: refused('Send several packages as items'),
    familyMemberId: z.uuid().nullish(),
    /** In place of the two above: several tests or people in one visit. One booking for each person, all or none */
    items: z.array(visitItem).min(1).max(8).optional(),
    scheduledDate: date.nullish(),
    scheduledTime: z.enum(timeSlots).nullish(),
    addressId: z.uuid(),
    specialInstructions: z.preprocess((value) => (value === '' ? null : value), text(500).nullish()),
    /** The total of everybody in the visit, as the customer was shown it: another one is refused as `price-changed` with the new `total` */
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

/** A booking that needs attention can be put off for so many days at most. */
export const mostSnoozedDays = 7

const tab = z.enum(bookingTabs)

/** `placed`: newest first. `visit`: by day, slot (instant ones first) and visit, the next ones first */
const bookingSorts = ['placed', 'visit'] as const
export type BookingSort = (typeof bookingSorts)[number]

const bookingsSummary = z.object({
  /** Neither completed nor cancelled */
  active: z.int().nonnegative(),
  /** Sum of finalAmount of the completed bookings, in rupees; not limited like a price */
  revenue: z.number().nonnegative(),
})

/** Customers see their own bookings, people of a lab those of the lab. */
const readers = {
  access: 'signed-in',
  admins: ['manager', 'support', 'medical'],
  labs: ['front-desk', 'technician', 'pathologist'],
} as const

export const bookingCalls = {
  listBookings: route({
    method: 'GET',
    path: '/api/bookings',
    ...readers,
    summary: "The caller's bookings, newest first or in the order of the visits",
    query: page.extend({
      tab: tab.optional(),
      sort: z.enum(bookingSorts).default('placed'),
      /** One status or several, separated by commas */
      status: filter(
        z
          .string()
          .transform((text) => text.split(','))
          .pipe(z.array(z.enum(bookingStatuses))),
      ),
      /**
       * Part of a package name, end of an order number, or beginning of a booking id; for staff also the beginning of the patient's name or
       * of the phone, or part of the address. Labs find only the people that they may see
       */
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
      /** With attention: those that were put off, which it leaves out otherwise */
      snoozed: z.literal('1').optional(),
      /** Admins only: bookings of this lab */
      lab: z.preprocess((value) => (value === '' ? undefined : value), z.uuid().optional()),
    }),
    response: z.array(bookingView),
  }),
  countBookings: route({
    method: 'GET',
    path: '/api/bookings/counts',
    ...readers,
    summary: "The number of bookings in each of the caller's tabs",
    response: z.partialRecord(tab, z.int().nonnegative()),
  }),
  summariseBookings: route({
    method: 'GET',
    path: '/api/bookings/summary',
    access: ['lab-partner', 'admin'],
    admins: ['manager', 'support', 'medical'],
    summary: "Totals over all of the caller's bookings",
    response: bookingsSummary,
  }),
  getBooking: route({
    method: 'GET',
    path: '/api/bookings/:id',
    ...readers,
    summary: 'One booking with its order lines',
    params: idParams,
    response: bookingDetail,
  }),
  getReceipt: route({
    method: 'GET',
    path: '/api/bookings/:id/receipt',
    access: ['customer', 'admin'],
    admins: ['manager', 'support'],
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
    admins: ['manager'],
    summary: 'Book a test; as an admin, propose an order from a prescription',
    body: bookingInput,
    bodyFor: { admin: prescriptionOrderInput },
    ...creation,
    /** The first booking; of a visit of several people, `bookings` are all of them */
    response: commandedVisit,
  }),
  changeBookingStatus: route({
    method: 'PUT',
    path: '/api/bookings/:id',
    access: 'signed-in',
    admins: ['manager'],
    labs: ['front-desk', 'technician'],
    summary: 'Advance the status of a booking by one step, or cancel it',
    params: idParams,
    body: z.object({
      status: z.enum(bookingStatuses),
      reason: z.enum(cancellationReasons).optional(),
      /** All or none of the visit: with status cancelled its open bookings, else those of the same lab in the same status */
      visit: z.boolean().optional(),
    }),
    commands: true,
    response: commandedVisit,
  }),
  assignLab: route({
    method: 'POST',
    path: '/api/admin/bookings/:id/assign-lab',
    ...forAdmins('manager'),
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
  declineAssignment: route({
    method: 'POST',
    path: '/api/bookings/:id/decline-assignment',
    ...forLab('front-desk'),
    summary: 'Give back a visit that was assigned to the lab, before its collection begins',
    params: idParams,
    body: z.object({ reason: z.enum(declineReasons) }),
    commands: true,
    /** The bookings of the visit that are no longer the lab's */
    response: z.object({ bookings: z.array(z.object({ id: z.uuid(), position })) }),
  }),
  confirmOrder: route({
    method: 'POST',
    path: '/api/bookings/:id/confirm',
    access: ['customer'],
    summary: 'Confirm an order from a prescription, as it was proposed or at another address or time',
    params: idParams,
    body: z
      .object({
        /** One of the customer's saved addresses; missing: that of the proposal */
        addressId: z.uuid().nullish(),
        /** Both or none: another time than the proposed one */
        scheduledDate: date.nullish(),
        scheduledTime: z.enum(timeSlots).nullish(),
        /** The customer's hold of that slot; without one, or if it has expired, a place is taken if there is one */
        holdId: z.uuid().nullish(),
      })
      .refine(({ scheduledDate, scheduledTime }) => Boolean(scheduledDate) === Boolean(scheduledTime), {
        message: 'Send both a date and a time slot',
        path: ['scheduledDate'],
      })
      .optional(),
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
    admins: ['manager'],
    // as for records of custody: others than the front desk only what they took while they made the visit
    labs: ['front-desk', 'collector', 'technician', 'pathologist'],
    summary: 'Record the payment of a booking, or of all people of its visit who have not paid',
    params: idParams,
    body: z.object({
      method: z.enum(paymentMethods),
      reference: optional(line(64)),
      /** All or none: the bookings of the visit with the same lab that are neither paid nor cancelled */
      visit: z.boolean().optional(),
      /** When a phone recorded it, as of a record of custody; missing: now */
      recorded: recordedClock.optional(),
    }),
    commands: true,
    handsIn: true,
    response: commandedVisit,
  }),
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
      /** The tests of all people of the visit that were not cancelled */
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
  snoozeAttention: route({
    method: 'POST',
    path: '/api/admin/bookings/:id/snooze',
    ...forAdmins('manager'),
    summary:
      'Put a booking that needs attention off for all admins, until a time or until something happens to it',
    params: idParams,
    body: z.object({
      attention: z.enum(attentions),
      /** null: it is put off no longer */
      until: instant.nullable(),
    }),
    response: z.object({ until: instant.nullable() }),
  }),
  suspendLabPartner: route({
    ...labDecision,
    method: 'POST',
    path: '/api/lab-partners/:id/suspend',
    summary: 'Suspend an approved lab: signs its people out, and answers with its open bookings',
    body: reason,
    response: labPartnerView.extend({
      /** Neither completed nor cancelled, newest first, at most 500. Those without begun collection can get another lab */
      openBookings: z.array(bookingView),
    }),
  }),
}
