import { randomUUID } from 'node:crypto'
import { bookingInput } from '../../support/people.ts'
import { reportInput } from '../../support/reports.ts'
import { createFileTicket, createShare, sharedPasscode, shareInput } from '../../support/shares.ts'
import * as create from './create-resources.ts'
import {
  about,
  asks,
  completed,
  confirmed,
  day,
  forFamilyMember,
  ofChild,
  otherTime,
  paid,
  pending,
  processing,
  reason,
  type Samples,
  sends,
} from './sample.ts'

/** Bookings, and what follows from them. */
export const bookingSamples: Samples = {
  getBooking: about(confirmed),
  getReceipt: about(paid),
  getBookingToRepeat: about(confirmed),
  placeBooking: [
    {
      by: 'customer',
      reach: 'own',
      build: ({ packageId }, { customer }) => ({ body: bookingInput(packageId, customer.addressId) }),
    },
    forFamilyMember((_, familyMemberId) => ({ familyMemberId })),
    forFamilyMember((packageId, familyMemberId) => ({
      packageId: undefined,
      items: [{ packageIds: [packageId] }, { packageIds: [packageId], familyMemberId }],
    })),
    {
      by: 'admin',
      build: async (fixture, side) => ({ body: await create.createOrderInput(fixture, side) }),
    },
  ],
  changeBookingStatus: [
    { ...about(confirmed, { status: 'cancelled' }), by: 'customer' },
    { ...about(pending, { status: 'confirmed' }), by: 'lab-partner' },
    { ...about(pending, { status: 'confirmed' }), by: 'admin' },
  ],
  assignLab: {
    build: async (fixture, side) => ({
      params: await create.createUnassignedBooking(fixture, side),
      body: { labPartnerId: side.lab.labPartnerId },
    }),
  },
  declineAssignment: about(confirmed, { reason: 'no-collector' }),
  confirmOrder: about(create.createProposedOrder),
  declineOrder: about(create.createProposedOrder),
  recordPayment: about(confirmed, { method: 'upi', reference: 'UPI-1' }),
  listSlots: asks({ pincode: '380001' }),
  holdSlot: sends({ pincode: '380001', date: day, time: '08:00-10:00', packageIds: [] }),
  releaseSlot: { ...about(() => ({ id: randomUUID() })), isForAnyObject: true },
  listSuggestions: about(create.createUnassignedBooking),
  previewSuggestions: sends({}),
  setAutomaticAssignment: sends({ city: 'Surat', isOn: false }),
  snoozeAttention: about(create.createUnassignedBooking, { attention: 'unassigned', until: null }),
  getRound: [
    asks({ date: day }),
    // the visit of another lab is not in it, as if there were none
    { build: async (fixture, side) => ({ query: { booking: (await confirmed(fixture, side)).id } }) },
  ],
  getPhoneRound: asks({ date: day }),
  getCollection: about(confirmed),
  // no workers run here, and nothing can be planned before a worker has numbered the order
  printLabels: {
    reach: 'own',
    build: async (fixture, side) => ({
      body: { bookings: [(await confirmed(fixture, side)).id], format: 'roll' },
    }),
    status: 409,
  },
  recordCustody: {
    ...about(confirmed, { recorded: { at: new Date().toISOString() }, command: { type: 'arrive' } }),
    status: 409,
  },
  assignCollector: about(confirmed, { collectorId: null }),
  getApproach: about(confirmed),
  settleRefund: { ...about(confirmed, { amount: 0 }), status: 409 },
  listTubes: asks({ date: day }),
  findTube: { ...asks({ code: 'THY-0000' }), status: 404 },
  listCash: asks({ date: day }),
  countCash: {
    ...sends({ date: day, collectorId: randomUUID(), counted: 100, replaces: null }),
    status: 422,
  },
  acceptPayment: { ...about(confirmed), status: 409 },
  rescheduleBooking: about(confirmed, otherTime),
  getBookingSchedule: about(confirmed),
  getBookingCalendar: about(confirmed),
  releaseHealthReport: about(processing, reportInput()),
  downloadHealthReport: about(create.createReport),
  openHealthReportFile: about(create.createReport),
  listHealthTrends: ofChild('query'),
  getHealthTrend: { ...about(() => ({ id: 'HGB' })), status: 404 },
  listDueTests: ofChild('query'),
  listRetestHints: ofChild('query', { packageIds: randomUUID() }),
  changeReminderSettings: ofChild('body', { isOn: true }),
  getReportForm: about(processing),
  getRecordedResults: about(processing),
  recordCriticalCall: about(create.createCriticalCall, {
    outcome: 'CONFIRMED',
    reached: 'customer',
    by: 'phone',
  }),
  getReportAsFhir: about(create.createReport),
  exportHealth: asks({ person: 'self' }),
  importHl7: { ...sends({ message: 'hello' }), status: 400 },
  createShare: { build: () => ({ body: shareInput() }) },
  endShare: about((_, { customer }) => createShare(customer.client)),
  openShare: about(async (_, { customer }) => ({ id: (await createShare(customer.client)).linkId }), {
    recipient: 'Dr. Mehta',
    passcode: sharedPasscode,
  }),
  getSharedFile: about(async (_, { customer }) => ({ id: await createFileTicket(customer.client) })),
  getHealthReport: about(create.createReport),
  getReportDraft: about(async (fixture, side) => ({
    id: (await create.createDraft(fixture, side)).reportId,
  })),
  // the owner of a lab is no pathologist
  signReport: { ...about(create.createDraft), status: 403, isForAnyObject: true },
  returnReport: { ...about(create.createDraft, { reason }), status: 403, isForAnyObject: true },
  reviewBooking: about(completed, { stars: 5, text: 'On time' }),
  hideReview: about(create.createReview, { reason }),
  showReview: about(create.createReview, { reason }),
  listBookingMessages: about(pending),
  sendBookingMessage: about(confirmed, { audience: 'lab', text: 'The bell does not work' }),
  readBookingMessages: about(confirmed),
}
