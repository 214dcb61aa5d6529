import type { RouteName } from '@jaanch/contracts/http/routes'

/**
 * What a caller is answered, written down by hand: the table of routes is what is tested, so nothing here comes from it.
 *
 *  yes      the good answer, whosever object is named
 *  own      the good answer for one's own object (a lab's: of a booking assigned to it), 404 for another's
 *  own:409  409 for one's own object, 404 for another's; yes:409 in the same way
 *  403      that status, whatever is named
 *
 * Where a path names an id that nothing has, yes and own become 404.
 */
export type Word = `${'yes' | 'own'}${'' | `:${number}`}` | `${number}`

/** For a visitor (and for every session that counts no more), a customer, a lab, an admin. */
export type Row = readonly [visitor: Word, customer: Word, lab: Word, admin: Word]

const anyone: Row = ['yes', 'yes', 'yes', 'yes']
const signedIn: Row = ['401', 'yes', 'yes', 'yes']
const ownCustomer: Row = ['401', 'own', '403', '403']
const customers: Row = ['401', 'yes', '403', '403']
const admins: Row = ['401', '403', '403', 'yes']
const itsPeople: Row = ['401', 'own', 'own', 'yes']
const itsCustomerAndAdmins: Row = ['401', 'own', '403', 'yes']
const itsLabAndAdmins: Row = ['401', '403', 'own', 'yes']

/** A row for each thing that a route can be asked. */
export const policy: Record<RouteName, Readonly<Record<string, Row>>> = {
  login: {
    'as a customer': anyone,
    'as a lab under review': ['403', '403', '403', '403'],
    'into a disabled account': ['401', '401', '401', '401'],
  },
  logout: { 'in this browser': anyone },
  register: { 'as a customer': anyone, 'as an admin': ['422', '422', '422', '422'] },
  forgotPassword: { 'for an account': anyone, 'for no account': anyone },
  resetPassword: { 'with a token that nobody was sent': ['422', '422', '422', '422'] },
  getMe: { who: signedIn },
  changeMe: { name: signedIn },
  listUsers: { all: admins },
  countUsers: { all: admins },

  listPopularPackages: { all: anyone },
  getPackage: { one: anyone },
  listPackages: { all: anyone },
  searchPackages: { all: anyone },
  createPackage: { new: admins },
  changePackage: { one: admins },
  removePackage: { one: admins },
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
  getPrescription: { one: itsCustomerAndAdmins },
  openPrescriptionFile: { one: itsCustomerAndAdmins },
  listAllPrescriptions: { all: admins },
  addPrescriptionItem: { one: admins },
  changePrescription: { 'to be processed': admins, declined: admins },

  listBookings: { own: signedIn },
  countBookings: { own: signedIn },
  summariseBookings: { own: ['401', '403', 'yes', 'yes'] },
  getBooking: { one: itsPeople },
  getCollection: { one: ['401', '403', 'own', '403'] },
  getReportForm: { one: itsLabAndAdmins },
  placeBooking: {
    // an admin's request is read as the order of a prescription, and lacks it
    'to an address': ['401', 'own', '403', '422'],
    'for a family member': ['401', 'own', '403', '422'],
    'as the order of a prescription': ['401', '422', '403', 'yes'],
    // refused after everything about it was looked up: that must leave no trace either
    'for a day that is over': ['401', 'own:422', '403', '422'],
    'as an order for a day that is over': ['401', '422', '403', '422'],
  },
  changeBookingStatus: {
    'to cancel a confirmed one': ['401', 'own', '403', 'yes'],
    'to cancel a pending one': ['401', 'own:409', '403', 'yes'],
    'one step on': ['401', '403', 'own', 'yes'],
    'two steps on': ['401', '403', 'own:409', 'yes:409'],
  },
  assignLab: { 'that is approved': admins, 'that is under review': ['401', '403', '403', '409'] },
  confirmOrder: { one: ownCustomer },
  declineOrder: { one: ownCustomer },
  recordPayment: { one: itsLabAndAdmins },

  listHealthReports: { own: signedIn },
  releaseHealthReport: { one: itsLabAndAdmins },
  downloadHealthReport: { one: itsPeople },
  openHealthReportFile: { one: itsPeople },

  registerLabPartner: { new: anyone },
  listApprovedLabPartners: { all: admins },
  listAllLabPartners: { all: admins },
  listTopLabPartners: { all: admins },
  approveLabPartner: { one: admins },
  rejectLabPartner: { one: admins },
  changeLabPartner: { one: admins },

  listNotifications: { own: signedIn },
  countUnread: { own: signedIn },
  readNotifications: { all: signedIn, 'of another reader': signedIn },
  getNotificationPreferences: { own: signedIn },
  changeNotificationPreferences: { own: signedIn },

  getDashboard: { all: admins },
  health: { alive: anyone },
  ready: { able: anyone },
}
