/** Bookings, and what follows from them. */
import { randomUUID } from 'node:crypto'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import type { assignmentRoutes } from '@jaanch/contracts/http/assignment'
import type { attentionRoutes } from '@jaanch/contracts/http/attention'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import type { cashRoutes } from '@jaanch/contracts/http/cash'
import type { collectionRoutes } from '@jaanch/contracts/http/collection'
import type { criticalCallRoutes } from '@jaanch/contracts/http/critical-calls'
import type { custodyRoutes } from '@jaanch/contracts/http/custody'
import type { healthReportRoutes } from '@jaanch/contracts/http/health-reports'
import type { healthTrendRoutes } from '@jaanch/contracts/http/health-trends'
import type { interoperabilityRoutes } from '@jaanch/contracts/http/interoperability'
import type { labelRoutes } from '@jaanch/contracts/http/labels'
import type { messageRoutes } from '@jaanch/contracts/http/messages'
import type { qualityRoutes } from '@jaanch/contracts/http/quality'
import type { refundRoutes } from '@jaanch/contracts/http/refunds'
import type { reportFormRoutes } from '@jaanch/contracts/http/report-form'
import type { reportPageRoutes } from '@jaanch/contracts/http/report-page'
import type { reportSignOffRoutes } from '@jaanch/contracts/http/report-sign-off'
import type { reviewRoutes } from '@jaanch/contracts/http/reviews'
import type { scheduleRoutes } from '@jaanch/contracts/http/schedule'
import type { tubeRoutes } from '@jaanch/contracts/http/tubes'
import { bookingInput } from '../../../support/people.ts'
import { dataUrl, pdf } from '../../../support/sample-files.ts'
import {
  createBooking,
  createChild,
  createCriticalCall,
  createDraft,
  createFamilyMember,
  createOrderInput,
  createProposedOrder,
  createReport,
  createReview,
  createUnassignedBooking,
} from '../create-resources.ts'
import {
  admins,
  customerAndAdmins,
  customers,
  labAndAdmins,
  nothing,
  ownCustomer,
  participants,
  type RowsOf,
  reason,
  signedIn,
  staff,
} from '../row.ts'

const otherTime = { scheduledDate: addDays(istDate(new Date()), 3), scheduledTime: '10:00-12:00' }

export const bookingsRows: RowsOf<
  typeof bookingRoutes &
    typeof assignmentRoutes &
    typeof attentionRoutes &
    typeof collectionRoutes &
    typeof custodyRoutes &
    typeof labelRoutes &
    typeof tubeRoutes &
    typeof cashRoutes &
    typeof qualityRoutes &
    typeof refundRoutes &
    typeof scheduleRoutes &
    typeof reviewRoutes &
    typeof messageRoutes &
    typeof healthReportRoutes &
    typeof interoperabilityRoutes &
    typeof healthTrendRoutes &
    typeof reportFormRoutes &
    typeof reportPageRoutes &
    typeof reportSignOffRoutes &
    typeof criticalCallRoutes
> = {
  listBookings: { own: [signedIn, nothing] },
  countBookings: { own: [signedIn, nothing] },
  summariseBookings: { own: [['401', '403', 'yes', 'yes'], nothing] },
  getBooking: {
    one: [
      participants,
      async (fixture, side) => ({ params: await createBooking(fixture, side, 'confirmed') }),
    ],
  },
  getCollection: {
    one: [
      ['401', '403', 'own', '403'],
      async (fixture, side) => ({ params: await createBooking(fixture, side, 'confirmed') }),
    ],
    'before the confirmation': [
      ['401', '403', 'own:403', '403'],
      async (fixture, side) => ({
        params: await createBooking(fixture, side, 'pending'),
      }),
    ],
  },
  getRound: {
    'of a day': [['401', '403', 'yes', '403'], () => ({ query: { date: otherTime.scheduledDate } })],
    // another lab's visit is not in it, as if there were none
    'of a visit': [
      ['401', '403', 'yes', '403'],
      async (fixture, side) => ({
        query: { booking: (await createBooking(fixture, side, 'confirmed')).id },
      }),
    ],
  },
  getPhoneRound: {
    own: [['401', '403', 'yes', '403'], () => ({ query: { date: otherTime.scheduledDate } })],
  },
  listCollectors: { own: [['401', '403', 'yes', '403'], nothing] },
  getReportForm: {
    one: [
      labAndAdmins,
      async (fixture, side) => ({ params: await createBooking(fixture, side, 'lab-processing') }),
    ],
  },
  getRecordedResults: {
    one: [
      labAndAdmins,
      async (fixture, side) => ({ params: await createBooking(fixture, side, 'lab-processing') }),
    ],
  },
  placeBooking: {
    // an admin's request is parsed as the order of a prescription, which is missing
    'to an address': [
      ['401', 'own', '403', '422'],
      ({ packageId }, { customer }) => ({ body: bookingInput(packageId, customer.addressId) }),
    ],
    // to the caller's own address: only the family member can be the reason of a refusal
    'for a family member': [
      ['401', 'own', '403', '422'],
      ({ packageId }, side) => ({
        body: (asking = side) =>
          bookingInput(packageId, asking.customer.addressId, {
            familyMemberId: side.customer.familyMemberId,
          }),
      }),
    ],
    'for several people': [
      ['401', 'own', '403', '422'],
      ({ packageId }, side) => ({
        body: (asking = side) => {
          const { packageId: _, ...input } = bookingInput(packageId, asking.customer.addressId)
          const { familyMemberId } = side.customer
          return {
            ...input,
            items: [{ packageIds: [packageId] }, { packageIds: [packageId], familyMemberId }],
          }
        },
      }),
    ],
    'as the order of a prescription': [
      ['401', '422', '403', 'yes'],
      async (fixture, side) => ({
        body: await createOrderInput(fixture, side),
      }),
    ],
    // refused after all reads: that must not change anything either
    'for a past day': [
      ['401', 'own:422', '403', '422'],
      ({ packageId }, { customer }) => ({
        body: bookingInput(packageId, customer.addressId, { scheduledDate: '2026-01-01' }),
      }),
    ],
    'as an order for a past day': [
      ['401', '422', '403', '422'],
      async (fixture, side) => ({
        body: { ...(await createOrderInput(fixture, side)), scheduledDate: '2026-01-01' },
      }),
    ],
  },
  changeBookingStatus: {
    'to cancel a confirmed one': [
      ['401', 'own', '403', 'yes'],
      async (fixture, side) => ({
        params: await createBooking(fixture, side, 'confirmed'),
        body: { status: 'cancelled' },
      }),
    ],
    'to cancel a pending one': [
      ['401', 'own:409', '403', 'yes'],
      async (fixture, side) => ({
        params: await createBooking(fixture, side, 'pending'),
        body: { status: 'cancelled' },
      }),
    ],
    'to cancel the visit': [
      ['401', 'own', '403', 'yes'],
      async (fixture, side) => ({
        params: await createBooking(fixture, side, 'confirmed'),
        body: { status: 'cancelled', visit: true },
      }),
    ],
    'by one step': [
      ['401', '403', 'own', 'yes'],
      async (fixture, side) => ({
        params: await createBooking(fixture, side, 'pending'),
        body: { status: 'confirmed' },
      }),
    ],
    'by two steps': [
      ['401', '403', 'own:409', 'yes:409'],
      async (fixture, side) => ({
        params: await createBooking(fixture, side, 'pending'),
        body: { status: 'sample-collection' },
      }),
    ],
  },
  rescheduleBooking: {
    'to another day': [
      customerAndAdmins,
      async (fixture, side) => ({
        params: await createBooking(fixture, side, 'confirmed'),
        body: otherTime,
      }),
    ],
    'that has begun': [
      ['401', 'own:409', '403', 'yes:409'],
      async (fixture, side) => ({
        params: await createBooking(fixture, side, 'sample-collection'),
        body: otherTime,
      }),
    ],
  },
  getBookingSchedule: {
    one: [
      customerAndAdmins,
      async (fixture, side) => ({ params: await createBooking(fixture, side, 'confirmed') }),
    ],
  },
  getBookingCalendar: {
    one: [
      ownCustomer,
      async (fixture, side) => ({ params: await createBooking(fixture, side, 'confirmed') }),
    ],
  },
  getReceipt: {
    'of what was paid': [
      customerAndAdmins,
      async (fixture, side) => {
        const params = await createBooking(fixture, side, 'confirmed')
        await side.lab.client.call(bookingRoutes.recordPayment, { params, body: { method: 'upi' } })
        return { params }
      },
    ],
    'of what is due': [
      ['401', 'own:409', '403', 'yes:409'],
      async (fixture, side) => ({ params: await createBooking(fixture, side, 'confirmed') }),
    ],
  },
  getBookingToRepeat: {
    one: [
      ownCustomer,
      async (fixture, side) => ({ params: await createBooking(fixture, side, 'confirmed') }),
    ],
  },
  assignLab: {
    'that is approved': [
      admins,
      async (fixture, side) => ({
        params: await createUnassignedBooking(fixture, side),
        body: { labPartnerId: side.lab.labPartnerId },
      }),
    ],
    'that is under review': [
      ['401', '403', '403', '409'],
      async (fixture, side) => ({
        params: await createUnassignedBooking(fixture, side),
        body: { labPartnerId: fixture.applicant.labPartnerId },
      }),
    ],
    'that is suspended': [
      ['401', '403', '403', '409'],
      async (fixture, side) => ({
        params: await createUnassignedBooking(fixture, side),
        body: { labPartnerId: fixture.suspended.labPartnerId },
      }),
    ],
  },
  // nothing can be planned before a worker has numbered the order: no workers run here
  recordCustody: {
    'before the order has its number': [
      ['401', '403', 'own:409', '403'],
      async (fixture, side) => ({
        params: await createBooking(fixture, side, 'confirmed'),
        body: { recorded: { at: new Date().toISOString() }, command: { type: 'arrive' } },
      }),
    ],
  },
  printLabels: {
    'before the order has its number': [
      ['401', '403', 'own:409', '403'],
      async (fixture, side) => ({
        body: { bookings: [(await createBooking(fixture, side, 'confirmed')).id], format: 'roll' },
      }),
    ],
  },
  assignCollector: {
    nobody: [
      ['401', '403', 'own', '403'],
      async (fixture, side) => ({
        params: await createBooking(fixture, side, 'confirmed'),
        body: { collectorId: null },
      }),
    ],
  },
  getApproach: {
    one: [
      participants,
      async (fixture, side) => ({ params: await createBooking(fixture, side, 'confirmed') }),
    ],
  },
  acceptPayment: {
    'that nobody reported': [
      ['401', '403', 'own:409', '403'],
      async (fixture, side) => ({ params: await createBooking(fixture, side, 'confirmed') }),
    ],
  },
  settleRefund: {
    'of a booking whose samples were not collected': [
      ['401', '403', '403', 'yes:409'],
      async (fixture, side) => ({
        params: await createBooking(fixture, side, 'confirmed'),
        body: { amount: 0 },
      }),
    ],
  },
  getQuality: { 'of the last month': [staff, nothing] },
  listTubes: {
    'of a day': [['401', '403', 'yes', '403'], () => ({ query: { date: otherTime.scheduledDate } })],
  },
  findTube: {
    'that nobody has': [['401', '403', '404', '403'], () => ({ query: { code: 'THY-0000' } })],
  },
  listCash: {
    'of a day': [['401', '403', 'yes', '403'], () => ({ query: { date: otherTime.scheduledDate } })],
  },
  countCash: {
    'of nobody of the lab': [
      ['401', '403', '422', '403'],
      () => ({
        body: { date: otherTime.scheduledDate, collectorId: randomUUID(), counted: 100, replaces: null },
      }),
    ],
  },
  declineAssignment: {
    'before the collection': [
      ['401', '403', 'own', '403'],
      async (fixture, side) => ({
        params: await createBooking(fixture, side, 'confirmed'),
        body: { reason: 'no-collector' },
      }),
    ],
    'that has begun': [
      ['401', '403', 'own:409', '403'],
      async (fixture, side) => ({
        params: await createBooking(fixture, side, 'sample-collection'),
        body: { reason: 'no-collector' },
      }),
    ],
  },
  snoozeAttention: {
    'that nobody waits for': [
      ['401', '403', '403', 'yes:409'],
      async (fixture, side) => ({
        params: await createUnassignedBooking(fixture, side),
        body: { attention: 'unassigned', until: new Date(Date.now() + 3_600_000).toISOString() },
      }),
    ],
    'no longer': [
      admins,
      async (fixture, side) => ({
        params: await createUnassignedBooking(fixture, side),
        body: { attention: 'unassigned', until: null },
      }),
    ],
  },
  listSuggestions: {
    'for an unassigned one': [
      admins,
      async (fixture, side) => ({
        params: await createUnassignedBooking(fixture, side),
      }),
    ],
  },
  previewSuggestions: { 'for all unassigned': [admins, async () => ({ body: {} })] },
  listAutomaticAssignment: { 'of all cities': [admins, async () => ({})] },
  setAutomaticAssignment: {
    'of a city': [admins, async () => ({ body: { city: 'Surat', isOn: false } })],
    'of no city': [['401', '403', '403', '404'], async () => ({ body: { city: 'Nowhere', isOn: false } })],
  },
  confirmOrder: {
    one: [ownCustomer, async (fixture, side) => ({ params: await createProposedOrder(fixture, side) })],
  },
  declineOrder: {
    one: [ownCustomer, async (fixture, side) => ({ params: await createProposedOrder(fixture, side) })],
  },
  recordPayment: {
    one: [
      labAndAdmins,
      async (fixture, side) => ({
        params: await createBooking(fixture, side, 'confirmed'),
        body: { method: 'upi', reference: 'UPI-1' },
      }),
    ],
  },
  reviewBooking: {
    one: [
      ownCustomer,
      async (fixture, side) => ({
        params: await createBooking(fixture, side, 'completed'),
        body: { stars: 5, text: 'On time' },
      }),
    ],
  },
  listReviews: { all: [admins, nothing] },
  hideReview: {
    one: [admins, async (fixture, side) => ({ params: await createReview(fixture, side), body: { reason } })],
  },
  showReview: {
    one: [admins, async (fixture, side) => ({ params: await createReview(fixture, side), body: { reason } })],
  },
  listBookingMessages: {
    one: [participants, async (fixture, side) => ({ params: await createBooking(fixture, side, 'pending') })],
  },
  sendBookingMessage: {
    'between customer and lab': [
      participants,
      async (fixture, side) => ({
        params: await createBooking(fixture, side, 'confirmed'),
        body: { audience: 'lab', text: 'The bell does not work' },
      }),
    ],
    'between customer and platform': [
      ['401', 'own', '403', 'yes'],
      async (fixture, side) => ({
        params: await createBooking(fixture, side, 'confirmed'),
        body: { audience: 'platform', text: 'The bell does not work' },
      }),
    ],
    'before there is a lab': [
      ['401', 'own:409', '404', 'yes:409'],
      async (fixture, side) => ({
        params: await createUnassignedBooking(fixture, side),
        body: { audience: 'lab', text: 'The bell does not work' },
      }),
    ],
  },
  readBookingMessages: {
    one: [
      participants,
      async (fixture, side) => ({ params: await createBooking(fixture, side, 'confirmed') }),
    ],
  },
  countUnreadMessages: { own: [signedIn, nothing] },
  listHealthReports: { own: [signedIn, nothing] },
  listTrendPeople: { own: [customers, nothing] },
  listHealthTrends: {
    own: [customers, nothing],
    'of a child': [
      ownCustomer,
      async (fixture, side) => ({ query: { person: await createChild(fixture, side) } }),
    ],
    'of an adult who has not agreed': [
      ['401', 'own:403', '403', '403'],
      async (fixture, side) => ({ query: { person: (await createFamilyMember(fixture, side)).id } }),
    ],
  },
  // nobody has results here
  getHealthTrend: { own: [['401', '404', '403', '403'], () => ({ params: { id: 'HGB' } })] },
  releaseHealthReport: {
    one: [
      labAndAdmins,
      async (fixture, side) => ({
        params: await createBooking(fixture, side, 'lab-processing'),
        body: { fileUrl: dataUrl('application/pdf', pdf) },
      }),
    ],
  },
  listCriticalCalls: { own: [staff, nothing] },
  countCriticalCalls: { own: [staff, nothing] },
  recordCriticalCall: {
    one: [
      labAndAdmins,
      async (fixture, side) => ({
        params: await createCriticalCall(fixture, side),
        body: { outcome: 'CONFIRMED', reached: 'customer', by: 'phone' },
      }),
    ],
  },
  downloadHealthReport: {
    one: [participants, async (fixture, side) => ({ params: await createReport(fixture, side) })],
  },
  openHealthReportFile: {
    one: [participants, async (fixture, side) => ({ params: await createReport(fixture, side) })],
  },
  getReportAsFhir: {
    one: [participants, async (fixture, side) => ({ params: await createReport(fixture, side) })],
  },
  exportHealth: { own: [['401', 'yes', '403', '403'], () => ({ query: { person: 'self' } })] },
  importHl7: {
    'that is no message': [['401', '403', 'yes:400', '403'], () => ({ body: { message: 'hello' } })],
  },
  getHealthReport: {
    one: [participants, async (fixture, side) => ({ params: await createReport(fixture, side) })],
  },
  listReportDrafts: { own: [['401', '403', 'yes', '403'], nothing] },
  getReportDraft: {
    one: [
      ['401', '403', 'own', '403'],
      async (fixture, side) => ({ params: { id: (await createDraft(fixture, side)).reportId } }),
    ],
  },
  // an owner is no pathologist
  signReport: {
    one: [
      ['401', '403', '403', '403'],
      async (fixture, side) => ({ params: await createDraft(fixture, side) }),
    ],
  },
  returnReport: {
    one: [
      ['401', '403', '403', '403'],
      async (fixture, side) => ({ params: await createDraft(fixture, side), body: { reason } }),
    ],
  },
}
