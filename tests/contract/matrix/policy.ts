import type { RouteName } from '@jaanch/contracts/http/routes'

/**
 * The expected answers, written by hand: the routes of the contracts are what is tested, so nothing is derived from them.
 *
 *  yes      success, for the objects of all owners
 *  own      success for the caller's own objects (a lab's: bookings assigned to it), 404 for others
 *  own:409  409 for own objects, 404 for others; yes:409 in the same way
 *  403      this status for all objects
 *
 * With an unknown id, yes and own become 404.
 */
type Expectation = `${'yes' | 'own'}${'' | `:${number}`}` | `${number}`

/** For a visitor (and each invalid session), a customer, a lab, an admin. */
export type Row = readonly [visitor: Expectation, customer: Expectation, lab: Expectation, admin: Expectation]

const anyone: Row = ['yes', 'yes', 'yes', 'yes']
const signedIn: Row = ['401', 'yes', 'yes', 'yes']
const ownCustomer: Row = ['401', 'own', '403', '403']
const customers: Row = ['401', 'yes', '403', '403']
const staff: Row = ['401', '403', 'yes', 'yes']
const admins: Row = ['401', '403', '403', 'yes']
const participants: Row = ['401', 'own', 'own', 'yes']
const customerAndAdmins: Row = ['401', 'own', '403', 'yes']
const labAndAdmins: Row = ['401', '403', 'own', 'yes']

/** A row for each kind of request to a route. */
export const policy: Record<RouteName, Readonly<Record<string, Row>>> = {
  login: {
    'as a customer': anyone,
    'as a lab under review': ['403', '403', '403', '403'],
    'as a suspended lab': ['403', '403', '403', '403'],
    'into a disabled account': ['401', '401', '401', '401'],
  },
  logout: { 'in this browser': anyone },
  listSessions: { own: signedIn },
  endSession: { "a customer's": ['401', 'own', '404', '404'] },
  signOutEverywhere: { own: signedIn },
  changePassword: { 'with a wrong one': ['401', '422', '422', '422'] },
  endUserSessions: { one: admins },
  answerSecondFactor: { 'with an unknown ticket': ['422', '422', '422', '422'] },
  addSecondFactor: { 'with an unknown ticket': ['422', '422', '422', '422'] },
  listSecondFactors: { own: staff },
  beginSecondFactorChange: { 'with a wrong password': ['401', '403', '422', '422'] },
  removeSecondFactor: { 'with an unknown ticket': ['401', '403', '422', '422'] },
  renewRecoveryCodes: { 'with an unknown ticket': ['401', '403', '422', '422'] },
  register: { 'as a customer': anyone, 'as an admin': ['422', '422', '422', '422'] },
  forgotPassword: { 'for an account': anyone, 'for no account': anyone },
  resetPassword: { 'with an unknown token': ['422', '422', '422', '422'] },
  getMe: { who: signedIn },
  changeMe: { name: signedIn },
  exportMe: { 'with a wrong password': ['401', '422', '422', '422'] },
  listConsents: { own: signedIn },
  answerConsent: { one: signedIn },
  eraseMe: { 'with a wrong password': ['401', '422', '403', '403'] },
  sendContactCode: { 'to the e-mail address': signedIn },
  proveContact: { 'without a code': ['401', '422', '422', '422'] },
  listUsers: { all: admins },
  countUsers: { all: admins },
  disableUser: { 'a customer': admins, 'the caller': ['401', '403', '403', 'yes:409'] },
  enableUser: { 'a disabled one': admins },
  listAudit: { all: admins },
  listAccess: { own: signedIn },
  getOperations: { now: admins },
  listEvents: { all: admins },
  getEvent: { one: admins },
  getTrace: { 'of a booking': admins },
  declareRestored: { 'of an epoch that has ended': admins },
  getHistory: { 'of a booking': admins, 'of nothing': ['401', '403', '403', '404'] },
  getRefold: { 'of a booking': admins },
  refold: { 'a booking': admins },
  countWork: { all: admins },
  listWork: { all: admins },
  groupDeadLetters: { all: admins },
  listDeadLetters: { all: admins },
  retryDeadLetter: { one: admins },
  retryDeadLetters: { 'of a reason': admins },
  skipDeadLetter: { one: admins },
  previewRewind: { one: admins },
  rewindConsumer: { one: admins },
  countMessages: { all: admins },
  listMessages: { all: admins },
  openMessage: { one: admins },
  retryMessage: { 'that failed': admins },
  openQueues: { here: admins },
  listRuns: { all: admins },
  getRun: { one: admins },
  requestRun: { 'a verify': admins },
  pauseRun: { 'one that fills': admins },
  continueRun: { 'one that fills': admins },
  stopRun: { 'one that fills': admins },
  acceptRun: { 'one that waits': admins, 'without a reason': ['401', '403', '403', 'yes:422'] },

  listPopularPackages: { all: anyone },
  getPackage: { one: anyone },
  listPackages: { all: anyone },
  searchPackages: { all: anyone },
  createPackage: { new: admins },
  changePackage: { one: admins },
  removePackage: { one: admins },
  listSlots: { 'at a PIN code': anyone },
  holdSlot: { 'where nothing is limited': customers },
  releaseSlot: { 'without a hold': ['401', '204', '403', '403'] },
  geocode: { 'a place': anyone },

  listFamilyMembers: { own: customers },
  addFamilyMember: { new: customers },
  changeFamilyMember: { one: ownCustomer },
  removeFamilyMember: { one: ownCustomer },
  listAddresses: { own: customers },
  addAddress: { new: customers },
  changeAddress: { one: ownCustomer },
  removeAddress: { one: ownCustomer },

  uploadPrescription: { new: customers },
  listOwnPrescriptions: { own: customers },
  getPrescription: { one: customerAndAdmins },
  openPrescriptionFile: { one: customerAndAdmins },
  listAllPrescriptions: { all: admins },
  addPrescriptionItem: { one: admins },
  changePrescription: { 'to be processed': admins, declined: admins },

  listBookings: { own: signedIn },
  countBookings: { own: signedIn },
  summariseBookings: { own: ['401', '403', 'yes', 'yes'] },
  getBooking: { one: participants },
  getCollection: {
    one: ['401', '403', 'own', '403'],
    'before the confirmation': ['401', '403', 'own:403', '403'],
  },
  getReportForm: { one: labAndAdmins },
  placeBooking: {
    // an admin's request is parsed as the order of a prescription, which is missing
    'to an address': ['401', 'own', '403', '422'],
    'for a family member': ['401', 'own', '403', '422'],
    'for several people': ['401', 'own', '403', '422'],
    'as the order of a prescription': ['401', '422', '403', 'yes'],
    // refused after all reads: that must not change anything either
    'for a past day': ['401', 'own:422', '403', '422'],
    'as an order for a past day': ['401', '422', '403', '422'],
  },
  changeBookingStatus: {
    'to cancel a confirmed one': ['401', 'own', '403', 'yes'],
    'to cancel a pending one': ['401', 'own:409', '403', 'yes'],
    'to cancel the visit': ['401', 'own', '403', 'yes'],
    'by one step': ['401', '403', 'own', 'yes'],
    'by two steps': ['401', '403', 'own:409', 'yes:409'],
  },
  rescheduleBooking: {
    'to another day': customerAndAdmins,
    'that has begun': ['401', 'own:409', '403', 'yes:409'],
  },
  getBookingSchedule: { one: customerAndAdmins },
  getBookingCalendar: { one: ownCustomer },
  assignLab: {
    'that is approved': admins,
    'that is under review': ['401', '403', '403', '409'],
    'that is suspended': ['401', '403', '403', '409'],
  },
  listSuggestions: { 'for an unassigned one': admins },
  previewSuggestions: { 'for all unassigned': admins },
  listAutomaticAssignment: { 'of all cities': admins },
  setAutomaticAssignment: { 'of a city': admins, 'of no city': ['401', '403', '403', '404'] },
  confirmOrder: { one: ownCustomer },
  declineOrder: { one: ownCustomer },
  recordPayment: { one: labAndAdmins },
  reviewBooking: { one: ownCustomer },
  listReviews: { all: admins },
  hideReview: { one: admins },
  showReview: { one: admins },

  listHealthReports: { own: signedIn },
  releaseHealthReport: { one: labAndAdmins },
  downloadHealthReport: { one: participants },
  openHealthReportFile: { one: participants },

  registerLabPartner: { new: anyone },
  listApprovedLabPartners: { all: admins },
  listAllLabPartners: { all: admins },
  listTopLabPartners: { all: admins },
  approveLabPartner: { one: admins },
  rejectLabPartner: { one: admins },
  suspendLabPartner: { 'an approved one': admins, 'one under review': ['401', '403', '403', 'yes:409'] },
  reinstateLabPartner: { 'a suspended one': admins },
  changeLabPartner: { one: admins },
  getCapacity: { one: labAndAdmins },
  declareCapacity: { one: labAndAdmins },
  consentToAreas: { one: admins },
  listCities: { all: staff },

  listNotifications: { own: signedIn },
  countUnread: { own: signedIn },
  readNotifications: { all: signedIn, 'of another recipient': signedIn },
  getNotificationPreferences: { own: signedIn },
  changeNotificationPreferences: { own: signedIn },

  getDashboard: { all: admins },
  health: { alive: anyone },
  ready: { able: anyone },
}
