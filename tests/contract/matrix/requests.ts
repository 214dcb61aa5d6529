/** A valid request for every row of the policy: a refusal can only be due to the caller. */
import { randomUUID } from 'node:crypto'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import type { RouteName } from '@jaanch/contracts/http/routes'
import {
  addressInput,
  bookingInput,
  createPackage,
  createUser,
  password,
  registerCustomer,
  uniqueEmail,
} from '../../support/people.ts'
import { dataUrl, pdf } from '../../support/sample-files.ts'
import {
  createAddress,
  createApplication,
  createApprovedApplication,
  createBooking,
  createDeadLetter,
  createFailedMessage,
  createFamilyMember,
  createOrderInput,
  createPrescription,
  createProposedOrder,
  createReport,
  createReview,
  createRun,
  createSession,
  createSuspendedLab,
  createUnassignedBooking,
  fileInput,
  memberInput,
  packageInput,
} from './create-resources.ts'
import type { MatrixFixture, Side } from './fixture.ts'

export type RequestParts = {
  params?: { id: string }
  query?: Record<string, string>
  /** A function if it depends on the caller */
  body?: object | ((callerSide: Side | undefined) => object)
}
type Build = (fixture: MatrixFixture, side: Side) => RequestParts | Promise<RequestParts>

const nothing = () => ({})
const reason = 'Asked for by telephone'
/** What the calls of time travel name a booking by */
async function streamOfBooking(fixture: MatrixFixture, side: Side): Promise<{ of: string }> {
  return { of: `booking-${(await createUnassignedBooking(fixture, side)).id}` }
}

// it serves no area, so nothing is limited by it
const capacityInput = { pincodes: [], cities: [], weekdays: [1], slots: {}, instant: false }
const otherTime = { scheduledDate: addDays(istDate(new Date()), 3), scheduledTime: '10:00-12:00' }

const unknownTicket = 'a'.repeat(43)

export const requests: Record<RouteName, Readonly<Record<string, Build>>> = {
  login: {
    'as a customer': async ({ url }) => ({ body: { email: (await registerCustomer(url)).email, password } }),
    'as a lab under review': ({ applicant }) => ({ body: { email: applicant.email, password } }),
    'as a suspended lab': ({ suspended }) => ({ body: { email: suspended.email, password } }),
    async 'into a disabled account'({ url, database }) {
      const { id, email } = await registerCustomer(url)
      await database.asOwner('update users set is_active = false where id = $1', [id])
      return { body: { email, password } }
    },
  },
  logout: { 'in this browser': nothing },
  register: {
    'as a customer': () => ({ body: { name: 'Ravi', email: uniqueEmail(), password, role: 'customer' } }),
    'as an admin': () => ({ body: { name: 'Ravi', email: uniqueEmail(), password, role: 'admin' } }),
  },
  forgotPassword: {
    async 'for an account'({ database }) {
      const id = await createUser(database, 'customer')
      const { rows } = await database.asOwner('select email from users where id = $1', [id])
      return { body: { email: rows[0].email } }
    },
    'for no account': () => ({ body: { email: uniqueEmail() } }),
  },
  resetPassword: {
    'with an unknown token': () => ({ body: { token: 'a'.repeat(43), password } }),
  },
  listSessions: { own: nothing },
  endSession: {
    "a customer's": async ({ database }, { customer }) => ({
      params: await createSession(database, customer.id),
    }),
  },
  signOutEverywhere: { own: nothing },
  changePassword: {
    'with a wrong one': () => ({ body: { currentPassword: 'not the password', newPassword: password } }),
  },
  endUserSessions: {
    one: async ({ database }) => ({ params: { id: await createUser(database, 'customer') } }),
  },
  answerSecondFactor: {
    'with an unknown ticket': () => ({ body: { ticket: unknownTicket, code: '123456' } }),
  },
  addSecondFactor: { 'with an unknown ticket': () => ({ body: { ticket: unknownTicket, code: '123456' } }) },
  listSecondFactors: { own: nothing },
  beginSecondFactorChange: { 'with a wrong password': () => ({ body: { password: 'not the password' } }) },
  removeSecondFactor: {
    'with an unknown ticket': () => ({ params: { id: randomUUID() }, body: { ticket: unknownTicket } }),
  },
  renewRecoveryCodes: { 'with an unknown ticket': () => ({ body: { ticket: unknownTicket } }) },
  getMe: { who: nothing },
  changeMe: { name: () => ({ body: { name: 'Test Person' } }) },
  exportMe: { 'with a wrong password': () => ({ body: { password: 'not the password' } }) },
  listConsents: { own: nothing },
  answerConsent: { one: () => ({ body: { purpose: 'offers-by-sms', version: 1, isGiven: true } }) },
  eraseMe: { 'with a wrong password': () => ({ body: { password: 'not the password' } }) },
  sendContactCode: {
    async 'to the e-mail address'({ database }) {
      await database.asOwner('update users set email_proven_at = null')
      return { body: { channel: 'email' } }
    },
  },
  proveContact: { 'without a code': () => ({ body: { channel: 'email', code: '123456' } }) },
  listUsers: { all: nothing },
  countUsers: { all: nothing },
  disableUser: {
    'a customer': async ({ database }) => ({
      params: { id: await createUser(database, 'customer') },
      body: { reason },
    }),
    'the caller': ({ admin }) => ({ params: { id: admin.id }, body: { reason } }),
  },
  enableUser: {
    async 'a disabled one'({ database }) {
      const id = await createUser(database, 'customer')
      await database.asOwner('update users set is_active = false where id = $1', [id])
      return { params: { id }, body: { reason } }
    },
  },
  listAudit: { all: nothing },
  listAccess: { own: nothing },
  getOperations: { now: nothing },
  listEvents: { all: nothing },
  getEvent: { one: () => ({ params: { id: '1' } }) },
  getTrace: {
    'of a booking': async (fixture, side) => ({
      query: { of: (await createBooking(fixture, side, 'confirmed')).id },
    }),
  },
  declareRestored: { 'of an epoch that has ended': () => ({ body: { reason, epoch: randomUUID() } }) },
  getHistory: {
    'of a booking': async (fixture, side) => ({ query: await streamOfBooking(fixture, side) }),
    'of nothing': () => ({ query: { of: `lab-${randomUUID()}` } }),
  },
  getRefold: { 'of a booking': async (fixture, side) => ({ query: await streamOfBooking(fixture, side) }) },
  refold: {
    'a booking': async (fixture, side) => ({ body: { ...(await streamOfBooking(fixture, side)), reason } }),
  },
  countWork: { all: nothing },
  listWork: { all: nothing },
  groupDeadLetters: { all: nothing },
  listDeadLetters: { all: nothing },
  retryDeadLetter: { one: async ({ database }) => ({ params: await createDeadLetter(database) }) },
  retryDeadLetters: { 'of a reason': () => ({ body: { consumer: 'orders', reason: 'No answer' } }) },
  skipDeadLetter: {
    one: async ({ database }) => ({ params: await createDeadLetter(database), body: { reason } }),
  },
  previewRewind: { one: () => ({ params: { id: 'orders' }, query: { to: '1' } }) },
  rewindConsumer: {
    async one({ database }) {
      await database.asOwner('delete from work where is_dead')
      await database.asOwner("update work_consumers set cursor = 2, began_at = 0 where name = 'reminders'")
      return { params: { id: 'reminders' }, body: { to: 1, reason } }
    },
  },
  countMessages: { all: nothing },
  listMessages: { all: nothing },
  openMessage: { one: async ({ database }) => ({ params: await createFailedMessage(database) }) },
  retryMessage: { 'that failed': async ({ database }) => ({ params: await createFailedMessage(database) }) },
  openQueues: { here: nothing },
  listRuns: { all: nothing },
  getRun: { one: async ({ database }) => ({ params: await createRun(database, 'filling') }) },
  requestRun: {
    async 'a verify'({ database }) {
      // one at a time
      await database.asOwner("delete from operation_runs where state = 'requested'")
      return { body: { kind: 'verify', reason, key: randomUUID() } }
    },
  },
  pauseRun: { 'one that fills': async ({ database }) => ({ params: await createRun(database, 'filling') }) },
  continueRun: {
    'one that fills': async ({ database }) => ({ params: await createRun(database, 'filling') }),
  },
  stopRun: { 'one that fills': async ({ database }) => ({ params: await createRun(database, 'filling') }) },
  acceptRun: {
    'one that waits': async ({ database }) => ({
      params: await createRun(database, 'deciding'),
      body: { comparison: 1, reason },
    }),
    'without a reason': async ({ database }) => ({
      params: await createRun(database, 'deciding'),
      body: { comparison: 1 },
    }),
  },

  listPopularPackages: { all: nothing },
  getPackage: { one: ({ packageId }) => ({ params: { id: packageId } }) },
  listPackages: { all: nothing },
  searchPackages: { all: () => ({ query: { q: 'thyroid' } }) },
  createPackage: { new: () => ({ body: packageInput }) },
  changePackage: {
    one: async ({ database }) => ({ params: { id: await createPackage(database) }, body: packageInput }),
  },
  removePackage: { one: async ({ database }) => ({ params: { id: await createPackage(database) } }) },
  listSlots: { 'at a PIN code': () => ({ query: { pincode: '380001' } }) },
  holdSlot: {
    'where nothing is limited': () => ({
      body: { pincode: '380001', date: addDays(istDate(new Date()), 1), time: '08:00-10:00', packageIds: [] },
    }),
  },
  releaseSlot: { 'without a hold': () => ({ params: { id: randomUUID() } }) },
  geocode: { 'a place': () => ({ query: { lat: '23.03', lng: '72.56' } }) },

  listFamilyMembers: { own: nothing },
  addFamilyMember: { new: () => ({ body: memberInput }) },
  changeFamilyMember: {
    one: async (fixture, side) => ({ params: await createFamilyMember(fixture, side), body: memberInput }),
  },
  removeFamilyMember: { one: async (fixture, side) => ({ params: await createFamilyMember(fixture, side) }) },
  listAddresses: { own: nothing },
  addAddress: { new: () => ({ body: addressInput }) },
  changeAddress: {
    one: async (fixture, side) => ({ params: await createAddress(fixture, side), body: addressInput }),
  },
  removeAddress: { one: async (fixture, side) => ({ params: await createAddress(fixture, side) }) },

  uploadPrescription: { new: () => ({ body: fileInput }) },
  listOwnPrescriptions: { own: nothing },
  getPrescription: { one: async (fixture, side) => ({ params: await createPrescription(fixture, side) }) },
  openPrescriptionFile: {
    one: async (fixture, side) => ({ params: await createPrescription(fixture, side) }),
  },
  listAllPrescriptions: { all: nothing },
  addPrescriptionItem: {
    one: async (fixture, side) => ({
      params: await createPrescription(fixture, side),
      body: { packageId: fixture.packageId },
    }),
  },
  changePrescription: {
    'to be processed': async (fixture, side) => ({
      params: await createPrescription(fixture, side),
      body: { status: 'processing', isProcessed: true },
    }),
    declined: async (fixture, side) => ({
      params: await createPrescription(fixture, side),
      body: { status: 'declined', adminNotes: 'Not readable' },
    }),
  },

  listBookings: { own: nothing },
  countBookings: { own: nothing },
  summariseBookings: { own: nothing },
  getCollection: {
    one: async (fixture, side) => ({ params: await createBooking(fixture, side, 'confirmed') }),
    'before the confirmation': async (fixture, side) => ({
      params: await createBooking(fixture, side, 'pending'),
    }),
  },
  getReportForm: {
    one: async (fixture, side) => ({ params: await createBooking(fixture, side, 'lab-processing') }),
  },
  getBooking: { one: async (fixture, side) => ({ params: await createBooking(fixture, side, 'confirmed') }) },
  placeBooking: {
    'to an address': ({ packageId }, { customer }) => ({ body: bookingInput(packageId, customer.addressId) }),
    // to the caller's own address: only the family member can be the reason of a refusal
    'for a family member': ({ packageId }, side) => ({
      body: (asking = side) =>
        bookingInput(packageId, asking.customer.addressId, { familyMemberId: side.customer.familyMemberId }),
    }),
    'for several people': ({ packageId }, side) => ({
      body: (asking = side) => {
        const { packageId: _, ...input } = bookingInput(packageId, asking.customer.addressId)
        const { familyMemberId } = side.customer
        return { ...input, items: [{ packageIds: [packageId] }, { packageIds: [packageId], familyMemberId }] }
      },
    }),
    'as the order of a prescription': async (fixture, side) => ({
      body: await createOrderInput(fixture, side),
    }),
    'for a past day': ({ packageId }, { customer }) => ({
      body: bookingInput(packageId, customer.addressId, { scheduledDate: '2026-01-01' }),
    }),
    'as an order for a past day': async (fixture, side) => ({
      body: { ...(await createOrderInput(fixture, side)), scheduledDate: '2026-01-01' },
    }),
  },
  changeBookingStatus: {
    'to cancel a confirmed one': async (fixture, side) => ({
      params: await createBooking(fixture, side, 'confirmed'),
      body: { status: 'cancelled' },
    }),
    'to cancel a pending one': async (fixture, side) => ({
      params: await createBooking(fixture, side, 'pending'),
      body: { status: 'cancelled' },
    }),
    'to cancel the visit': async (fixture, side) => ({
      params: await createBooking(fixture, side, 'confirmed'),
      body: { status: 'cancelled', visit: true },
    }),
    'by one step': async (fixture, side) => ({
      params: await createBooking(fixture, side, 'pending'),
      body: { status: 'confirmed' },
    }),
    'by two steps': async (fixture, side) => ({
      params: await createBooking(fixture, side, 'pending'),
      body: { status: 'sample-collection' },
    }),
  },
  rescheduleBooking: {
    'to another day': async (fixture, side) => ({
      params: await createBooking(fixture, side, 'confirmed'),
      body: otherTime,
    }),
    'that has begun': async (fixture, side) => ({
      params: await createBooking(fixture, side, 'sample-collection'),
      body: otherTime,
    }),
  },
  getBookingSchedule: {
    one: async (fixture, side) => ({ params: await createBooking(fixture, side, 'confirmed') }),
  },
  getBookingCalendar: {
    one: async (fixture, side) => ({ params: await createBooking(fixture, side, 'confirmed') }),
  },
  assignLab: {
    'that is approved': async (fixture, side) => ({
      params: await createUnassignedBooking(fixture, side),
      body: { labPartnerId: side.lab.labPartnerId },
    }),
    'that is under review': async (fixture, side) => ({
      params: await createUnassignedBooking(fixture, side),
      body: { labPartnerId: fixture.applicant.labPartnerId },
    }),
    'that is suspended': async (fixture, side) => ({
      params: await createUnassignedBooking(fixture, side),
      body: { labPartnerId: fixture.suspended.labPartnerId },
    }),
  },
  listSuggestions: {
    'for an unassigned one': async (fixture, side) => ({
      params: await createUnassignedBooking(fixture, side),
    }),
  },
  previewSuggestions: { 'for all unassigned': async () => ({ body: {} }) },
  listAutomaticAssignment: { 'of all cities': async () => ({}) },
  setAutomaticAssignment: {
    'of a city': async () => ({ body: { city: 'Surat', isOn: false } }),
    'of no city': async () => ({ body: { city: 'Nowhere', isOn: false } }),
  },
  confirmOrder: { one: async (fixture, side) => ({ params: await createProposedOrder(fixture, side) }) },
  declineOrder: { one: async (fixture, side) => ({ params: await createProposedOrder(fixture, side) }) },
  recordPayment: {
    one: async (fixture, side) => ({
      params: await createBooking(fixture, side, 'confirmed'),
      body: { method: 'upi', reference: 'UPI-1' },
    }),
  },
  reviewBooking: {
    one: async (fixture, side) => ({
      params: await createBooking(fixture, side, 'completed'),
      body: { stars: 5, text: 'On time' },
    }),
  },
  listReviews: { all: nothing },
  hideReview: {
    one: async (fixture, side) => ({ params: await createReview(fixture, side), body: { reason } }),
  },
  showReview: {
    one: async (fixture, side) => ({ params: await createReview(fixture, side), body: { reason } }),
  },

  listHealthReports: { own: nothing },
  releaseHealthReport: {
    one: async (fixture, side) => ({
      params: await createBooking(fixture, side, 'lab-processing'),
      body: { fileUrl: dataUrl('application/pdf', pdf) },
    }),
  },
  downloadHealthReport: { one: async (fixture, side) => ({ params: await createReport(fixture, side) }) },
  openHealthReportFile: { one: async (fixture, side) => ({ params: await createReport(fixture, side) }) },

  registerLabPartner: {
    new: () => ({
      body: {
        email: uniqueEmail(),
        password,
        organizationName: 'Lab',
        address: '1 Road',
        phone: '9876543210',
      },
    }),
  },
  listApprovedLabPartners: { all: nothing },
  listAllLabPartners: { all: nothing },
  listTopLabPartners: { all: nothing },
  approveLabPartner: { one: async (fixture) => ({ params: await createApplication(fixture), body: {} }) },
  rejectLabPartner: { one: async (fixture) => ({ params: await createApplication(fixture), body: {} }) },
  suspendLabPartner: {
    'an approved one': async (fixture) => ({
      params: await createApprovedApplication(fixture),
      body: { reason },
    }),
    'one under review': async (fixture) => ({ params: await createApplication(fixture), body: { reason } }),
  },
  reinstateLabPartner: {
    'a suspended one': async (fixture) => ({ params: await createSuspendedLab(fixture), body: { reason } }),
  },
  changeLabPartner: {
    one: async (fixture) => ({
      params: await createApplication(fixture),
      body: { city: 'Pune', pincode: '411001' },
    }),
  },
  getCapacity: { one: (_, { lab }) => ({ params: { id: lab.labPartnerId } }) },
  declareCapacity: {
    one: (_, { lab }) => ({ params: { id: lab.labPartnerId }, body: capacityInput }),
  },
  consentToAreas: {
    one: (_, { lab }) => ({ params: { id: lab.labPartnerId }, body: { cities: ['Pune'] } }),
  },
  listCities: { all: nothing },

  listNotifications: { own: nothing },
  countUnread: { own: nothing },
  readNotifications: {
    all: () => ({ body: { all: true } }),
    'of another recipient': () => ({ body: { ids: ['1'] } }),
  },
  getNotificationPreferences: { own: nothing },
  changeNotificationPreferences: { own: () => ({ body: { sms: false } }) },

  getDashboard: { all: nothing },
  health: { alive: nothing },
  ready: { able: nothing },
}
