import type { RouteName } from '@jaanch/contracts/http/routes'
import type { LabStaffRole, StaffRole } from '@jaanch/contracts/staff-roles'

/** The roles of admins that may not everything */
export const limitedRoles = ['manager', 'support', 'medical', 'operator'] as const satisfies StaffRole[]

/** The roles in a lab that may not everything */
export const limitedLabRoles = [
  'front-desk',
  'collector',
  'technician',
  'pathologist',
] as const satisfies LabStaffRole[]

/** Calls about the caller's own account, which every admin and every person of a lab may make; written by hand, as the rows */
const everyMember = [
  'listSessions',
  'endSession',
  'signOutEverywhere',
  'changePassword',
  'getMe',
  'changeMe',
  'listSecondFactors',
  'beginSecondFactorChange',
  'confirmSession',
  'removeSecondFactor',
  'renewRecoveryCodes',
  'listViews',
  'saveView',
  'removeView',
  'exportMe',
  'listConsents',
  'answerConsent',
  'sendContactCode',
  'proveContact',
  'listAccess',
  'getNotificationPreferences',
  'changeNotificationPreferences',
] as const satisfies RouteName[]
export const everyAdmin: ReadonlySet<string> = new Set<RouteName>([...everyMember, 'getDashboard'])
export const everyLabPerson: ReadonlySet<string> = new Set<RouteName>(everyMember)

const manager = ['manager'] as const
const support = ['support'] as const
const medical = ['medical'] as const
const operator = ['operator'] as const
const reading = ['manager', 'support'] as const
const bookings = ['manager', 'support', 'medical'] as const
const watching = ['support', 'operator'] as const

/** Who may make a call besides owners; a call that is missing is for owners alone. */
export const staffRows: Partial<Record<RouteName, readonly StaffRole[]>> = {
  listUsers: support,
  countUsers: support,
  listAudit: support,
  listBookings: bookings,
  countBookings: bookings,
  summariseBookings: bookings,
  getBooking: bookings,
  getApproach: bookings,
  getReceipt: reading,
  getBookingSchedule: reading,
  placeBooking: manager,
  changeBookingStatus: manager,
  assignLab: manager,
  recordPayment: manager,
  settleRefund: manager,
  rescheduleBooking: manager,
  snoozeAttention: manager,
  listSuggestions: reading,
  previewSuggestions: manager,
  listAutomaticAssignment: reading,
  setAutomaticAssignment: manager,
  getCapacity: reading,
  listCities: reading,
  declareCapacity: manager,
  consentToAreas: manager,
  listApprovedLabPartners: reading,
  listAllLabPartners: reading,
  listTopLabPartners: reading,
  approveLabPartner: manager,
  rejectLabPartner: manager,
  suspendLabPartner: manager,
  reinstateLabPartner: manager,
  changeLabPartner: manager,
  getQuality: bookings,
  listHealthReports: medical,
  releaseHealthReport: medical,
  downloadHealthReport: medical,
  openHealthReportFile: medical,
  getReportForm: medical,
  listBookingMessages: reading,
  sendBookingMessage: reading,
  readBookingMessages: reading,
  countUnreadMessages: reading,
  listNotifications: reading,
  countUnread: reading,
  readNotifications: reading,
  listReviews: reading,
  hideReview: manager,
  showReview: manager,
  getPrescription: reading,
  openPrescriptionFile: reading,
  listAllPrescriptions: reading,
  addPrescriptionItem: manager,
  changePrescription: manager,
  createPackage: manager,
  changePackage: manager,
  removePackage: manager,
  listEvents: watching,
  getEvent: watching,
  getHistory: watching,
  getRefold: watching,
  refold: operator,
  countMessages: watching,
  listMessages: watching,
  openMessage: operator,
  retryMessage: operator,
  getOperations: watching,
  declareRestored: operator,
  openQueues: operator,
  listRuns: watching,
  getRun: watching,
  requestRun: operator,
  pauseRun: operator,
  continueRun: operator,
  stopRun: operator,
  acceptRun: operator,
  getTrace: watching,
  countWork: watching,
  listWork: watching,
  groupDeadLetters: watching,
  listDeadLetters: watching,
  retryDeadLetter: operator,
  retryDeadLetters: operator,
  skipDeadLetter: operator,
  skipDeadMessages: operator,
  listPauses: watching,
  pause: operator,
  continuePaused: operator,
  setMaintenance: operator,
  clearMaintenance: operator,
  getSettings: watching,
  previewRewind: watching,
  rewindConsumer: operator,
}

const frontDesk = ['front-desk'] as const
const desk = ['front-desk', 'technician', 'pathologist'] as const
const round = ['front-desk', 'collector'] as const
const reports = ['technician', 'pathologist'] as const

/** Which people of a lab may make a call besides its owner; a call that is missing is for owners alone. */
export const labStaffRows: Partial<Record<RouteName, readonly LabStaffRole[]>> = {
  listBookings: desk,
  countBookings: desk,
  getBooking: desk,
  getApproach: desk,
  changeBookingStatus: ['front-desk', 'technician'],
  declineAssignment: frontDesk,
  // of an arrival: who records which step is proven beside the call
  recordCustody: ['collector'],
  assignCollector: frontDesk,
  getQuality: desk,
  listTubes: ['front-desk', 'technician'],
  findTube: ['front-desk', 'technician'],
  listCash: frontDesk,
  countCash: frontDesk,
  recordPayment: round,
  getRound: round,
  getPhoneRound: ['collector'],
  listCollectors: frontDesk,
  printLabels: round,
  getCollection: round,
  listHealthReports: reports,
  releaseHealthReport: reports,
  downloadHealthReport: reports,
  openHealthReportFile: reports,
  getReportForm: reports,
  listBookingMessages: frontDesk,
  sendBookingMessage: frontDesk,
  readBookingMessages: frontDesk,
  countUnreadMessages: frontDesk,
  getCapacity: frontDesk,
  listCities: frontDesk,
  listNotifications: frontDesk,
  countUnread: frontDesk,
  readNotifications: frontDesk,
}
