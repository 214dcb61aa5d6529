import type { RouteName } from '@jaanch/contracts/http/routes'
import type { LabStaffRole, StaffRole } from '@jaanch/contracts/staff-roles'
import type { Role } from '@jaanch/contracts/vocabulary'

/** `own`: only for the caller's own objects (for a lab, the bookings assigned to it); others are answered as if they did not exist. */
type Scope = 'own' | 'any'

export type Access = {
  customer?: Scope
  /** The owner of a lab may call */
  lab?: Scope
  /** The other people of the lab who may call; by default none */
  labs?: readonly LabStaffRole[]
  /** The admins who may call besides owners; without it no admin may */
  admins?: readonly StaffRole[]
}

const [own, any] = ['own', 'any'] as const

export const everyLabPerson = ['front-desk', 'collector', 'technician', 'pathologist'] as const
const frontDesk = ['front-desk'] as const
const collector = ['collector'] as const
const pathologist = ['pathologist'] as const
const desk = ['front-desk', 'technician', 'pathologist'] as const
const receiving = ['front-desk', 'technician'] as const
const reports = ['technician', 'pathologist'] as const
const round = ['front-desk', 'collector'] as const

export const everyAdmin = ['manager', 'support', 'medical', 'operator'] as const
const owners = [] as const
const manager = ['manager'] as const
const medical = ['medical'] as const
const operator = ['operator'] as const
const support = ['support'] as const
const bookings = ['manager', 'support', 'medical'] as const
const reading = ['manager', 'support'] as const
const watching = ['support', 'operator'] as const

const anyone = 'anyone'
const members = { lab: any, labs: everyLabPerson, admins: everyAdmin } as const
const signedIn = { customer: any, ...members } as const

/**
 * Who may make each call. The table is written by hand and is independent of the route declarations of the contracts, which the test
 * compares with it: a declaration that opens a route to the wrong people fails.
 */
export const access: Readonly<Record<RouteName, Access | 'anyone'>> = {
  login: anyone,
  register: anyone,
  logout: anyone,
  listSessions: signedIn,
  endSession: { customer: own, lab: own, labs: everyLabPerson, admins: everyAdmin },
  signOutEverywhere: signedIn,
  changePassword: signedIn,
  endUserSessions: { admins: owners },
  getMe: signedIn,
  listUsers: { admins: support },
  forgotPassword: anyone,
  resetPassword: anyone,
  answerSecondFactor: anyone,
  listSecondFactors: members,
  beginSecondFactorChange: members,
  addSecondFactor: anyone,
  confirmSession: signedIn,
  removeSecondFactor: members,
  renewRecoveryCodes: members,
  disableUser: { admins: owners },
  enableUser: { admins: owners },
  changeStaffRole: { admins: owners },
  countUsers: { admins: support },
  changeMe: signedIn,
  listViews: members,
  saveView: members,
  useView: { lab: own, labs: everyLabPerson, admins: everyAdmin },
  removeView: { lab: own, labs: everyLabPerson, admins: everyAdmin },
  exportMe: signedIn,
  listConsents: signedIn,
  answerConsent: signedIn,
  eraseMe: { customer: any },
  sendContactCode: signedIn,
  proveContact: signedIn,
  listAudit: { admins: support },
  listAccess: signedIn,
  listPopularPackages: anyone,
  getPackage: anyone,
  listPrices: anyone,
  findOverlaps: anyone,
  listPackages: anyone,
  searchPackages: anyone,
  suggestSearches: anyone,
  createPackage: { admins: manager },
  changePackage: { admins: manager },
  removePackage: { admins: manager },
  getCatalogue: { admins: manager },
  loadStarterCatalogue: { admins: manager },
  previewCatalogue: { admins: manager },
  importCatalogue: { admins: manager },
  exportCatalogue: { admins: manager },
  getCatalogueTemplate: { admins: manager },
  saveParameter: { admins: manager },
  endParameter: { admins: manager },
  saveItem: { admins: manager },
  getAffected: { admins: manager },
  matchPriceList: { admins: manager },
  savePrices: { admins: manager },
  listPriceLists: { admins: manager },
  getPriceList: { admins: manager },
  createPriceList: { admins: manager },
  changePriceList: { admins: manager },
  endPriceList: { admins: manager },
  listFamilyMembers: { customer: any },
  addFamilyMember: { customer: any },
  changeFamilyMember: { customer: own },
  removeFamilyMember: { customer: own },
  getRelativeConsent: { customer: own },
  giveRelativeConsent: { customer: own },
  withdrawRelativeConsent: { customer: own },
  listAddresses: { customer: any },
  addAddress: { customer: any },
  changeAddress: { customer: own },
  removeAddress: { customer: own },
  uploadPrescription: { customer: any },
  listOwnPrescriptions: { customer: any },
  getPrescription: { customer: own, admins: reading },
  openPrescriptionFile: { customer: own, admins: reading },
  listAllPrescriptions: { admins: reading },
  addPrescriptionItem: { admins: manager },
  changePrescription: { admins: manager },
  listBookings: { customer: any, lab: any, labs: desk, admins: bookings },
  countBookings: { customer: any, lab: any, labs: desk, admins: bookings },
  summariseBookings: { lab: any, admins: bookings },
  getBooking: { customer: own, lab: own, labs: desk, admins: bookings },
  getReceipt: { customer: own, admins: reading },
  getBookingToRepeat: { customer: own },
  placeBooking: { customer: own, admins: manager },
  changeBookingStatus: { customer: own, lab: own, labs: receiving, admins: manager },
  assignLab: { admins: manager },
  declineAssignment: { lab: own, labs: frontDesk },
  confirmOrder: { customer: own },
  declineOrder: { customer: own },
  recordPayment: { lab: own, labs: everyLabPerson, admins: manager },
  listSlots: anyone,
  holdSlot: { customer: any },
  releaseSlot: { customer: any },
  listSuggestions: { admins: reading },
  previewSuggestions: { admins: manager },
  listAutomaticAssignment: { admins: reading },
  setAutomaticAssignment: { admins: manager },
  snoozeAttention: { admins: manager },
  getRound: { lab: any, labs: round },
  getPhoneRound: { lab: any, labs: collector },
  listCollectors: { lab: any, labs: frontDesk },
  getCollection: { lab: own, labs: round },
  printLabels: { lab: own, labs: round },
  recordCustody: { lab: own, labs: everyLabPerson },
  assignCollector: { lab: own, labs: frontDesk },
  getApproach: { customer: own, lab: own, labs: desk, admins: bookings },
  getQuality: { lab: any, labs: desk, admins: bookings },
  settleRefund: { admins: manager },
  listTubes: { lab: any, labs: receiving },
  findTube: { lab: any, labs: receiving },
  listCash: { lab: any, labs: frontDesk },
  countCash: { lab: any, labs: frontDesk },
  acceptPayment: { lab: own },
  rescheduleBooking: { customer: own, admins: manager },
  getBookingSchedule: { customer: own, admins: reading },
  getBookingCalendar: { customer: own },
  listHealthReports: { customer: any, lab: any, labs: reports, admins: medical },
  releaseHealthReport: { lab: own, labs: reports, admins: medical },
  downloadHealthReport: { customer: own, lab: own, labs: reports, admins: medical },
  openHealthReportFile: { customer: own, lab: own, labs: reports, admins: medical },
  listTrendPeople: { customer: any },
  listHealthTrends: { customer: own },
  getHealthTrend: { customer: any },
  listDueTests: { customer: own },
  listRetestHints: { customer: own },
  changeReminderSettings: { customer: own },
  getReportForm: { lab: own, labs: reports, admins: medical },
  getRecordedResults: { lab: own, labs: reports, admins: medical },
  listCriticalCalls: { lab: any, labs: reports, admins: medical },
  countCriticalCalls: { lab: any, labs: reports, admins: medical },
  recordCriticalCall: { lab: own, labs: reports, admins: medical },
  getReportAsFhir: { customer: own, lab: own, labs: reports, admins: medical },
  exportHealth: { customer: any },
  importHl7: { lab: any, labs: reports },
  createShare: { customer: any },
  listShares: { customer: any },
  endShare: { customer: own },
  openShare: anyone,
  getSharedFile: anyone,
  getHealthReport: { customer: own, lab: own, labs: reports, admins: medical },
  listReportDrafts: { lab: any, labs: reports },
  getReportDraft: { lab: own, labs: reports },
  signReport: { lab: own, labs: pathologist },
  returnReport: { lab: own, labs: pathologist },
  reviewBooking: { customer: own },
  listReviews: { admins: reading },
  hideReview: { admins: manager },
  showReview: { admins: manager },
  listBookingMessages: { customer: own, lab: own, labs: frontDesk, admins: reading },
  sendBookingMessage: { customer: own, lab: own, labs: frontDesk, admins: reading },
  readBookingMessages: { customer: own, lab: own, labs: frontDesk, admins: reading },
  countUnreadMessages: { customer: any, lab: any, labs: frontDesk, admins: reading },
  registerLabPartner: anyone,
  listApprovedLabPartners: { admins: reading },
  listAllLabPartners: { admins: reading },
  listTopLabPartners: { admins: reading },
  approveLabPartner: { admins: manager },
  rejectLabPartner: { admins: manager },
  suspendLabPartner: { admins: manager },
  reinstateLabPartner: { admins: manager },
  changeLabPartner: { admins: manager },
  getCapacity: { lab: own, labs: frontDesk, admins: reading },
  declareCapacity: { lab: own, admins: manager },
  consentToAreas: { admins: manager },
  listCities: { lab: any, labs: frontDesk, admins: reading },
  getLabProfile: { lab: any },
  changeLabProfile: { lab: any },
  listLabStaff: { lab: any },
  inviteLabPerson: { lab: any },
  inviteLabPersonAgain: { lab: own },
  changeLabPerson: { lab: own },
  endLabPersonSession: { lab: own },
  listIntervals: { lab: any, labs: reports },
  addInterval: { lab: any, labs: pathologist },
  acceptInterval: { lab: any, labs: pathologist },
  endInterval: { lab: own, labs: pathologist },
  listNotifications: { customer: any, lab: any, labs: frontDesk, admins: reading },
  countUnread: { customer: any, lab: any, labs: frontDesk, admins: reading },
  readNotifications: { customer: any, lab: any, labs: frontDesk, admins: reading },
  getNotificationPreferences: signedIn,
  changeNotificationPreferences: signedIn,
  getDashboard: { admins: everyAdmin },
  getOperations: { admins: watching },
  declareRestored: { admins: operator },
  listEvents: { admins: watching },
  getEvent: { admins: watching },
  getTrace: { admins: watching },
  getHistory: { admins: watching },
  getRefold: { admins: watching },
  refold: { admins: operator },
  countWork: { admins: watching },
  listWork: { admins: watching },
  groupDeadLetters: { admins: watching },
  listDeadLetters: { admins: watching },
  retryDeadLetter: { admins: operator },
  retryDeadLetters: { admins: operator },
  skipDeadLetter: { admins: operator },
  skipDeadMessages: { admins: operator },
  previewRewind: { admins: watching },
  rewindConsumer: { admins: operator },
  countMessages: { admins: watching },
  listMessages: { admins: watching },
  openMessage: { admins: operator },
  retryMessage: { admins: operator },
  listPauses: { admins: watching },
  pause: { admins: operator },
  continuePaused: { admins: operator },
  openQueues: { admins: operator },
  listRuns: { admins: watching },
  getRun: { admins: watching },
  requestRun: { admins: operator },
  stopRun: { admins: operator },
  getSettings: { admins: watching },
  getMaintenance: anyone,
  setMaintenance: { admins: operator },
  clearMaintenance: { admins: operator },
  getFacts: anyone,
  getAdminFacts: { admins: manager },
  setFacts: { admins: manager },
  geocode: anyone,
  findArea: anyone,
  health: anyone,
  ready: anyone,
}

/** Which objects a role reaches with a call; undefined if it may not call */
export function scopeOf(name: RouteName, role: Role): Scope | undefined {
  const who = access[name]
  if (who === 'anyone') return any
  if (role === 'admin') return who.admins && any
  return role === 'customer' ? who.customer : who.lab
}
