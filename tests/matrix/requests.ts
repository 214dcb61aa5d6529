/** A good request for every row of the policy: where a caller is refused, nothing but who it is can be the reason. */
import type { RouteName } from '@jaanch/contracts/http/routes'
import { dataUrl, pdf } from '../support/files.ts'
import {
  addressInput,
  bookingInput,
  createPackage,
  createUser,
  password,
  registerCustomer,
  uniqueEmail,
} from '../support/people.ts'
import {
  address,
  application,
  booking,
  familyMember,
  file,
  member,
  offer,
  order,
  prescription,
  proposedOrder,
  report,
  unassigned,
} from './things.ts'
import type { Side, World } from './world.ts'

export type Asked = {
  params?: { id: string }
  query?: Record<string, string>
  /** A function where it depends on who asks */
  body?: object | ((asking: Side | undefined) => object)
}
type Build = (world: World, side: Side) => Asked | Promise<Asked>

const nothing = () => ({})

export const requests: Record<RouteName, Readonly<Record<string, Build>>> = {
  login: {
    'as a customer': async ({ url }) => ({ body: { email: (await registerCustomer(url)).email, password } }),
    'as a lab under review': ({ applicant }) => ({ body: { email: applicant.email, password } }),
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
    'with a token that nobody was sent': () => ({ body: { token: 'a'.repeat(43), password } }),
  },
  getMe: { who: nothing },
  changeMe: { name: () => ({ body: { name: 'Test Person' } }) },
  listUsers: { all: nothing },
  countUsers: { all: nothing },

  listPopularPackages: { all: nothing },
  getPackage: { one: ({ packageId }) => ({ params: { id: packageId } }) },
  listPackages: { all: nothing },
  searchPackages: { all: () => ({ query: { q: 'thyroid' } }) },
  createPackage: { new: () => ({ body: offer }) },
  changePackage: {
    one: async ({ database }) => ({ params: { id: await createPackage(database) }, body: offer }),
  },
  removePackage: { one: async ({ database }) => ({ params: { id: await createPackage(database) } }) },
  geocode: { 'a place': () => ({ query: { lat: '23.03', lng: '72.56' } }) },

  listFamilyMembers: { own: nothing },
  addFamilyMember: { new: () => ({ body: member }) },
  changeFamilyMember: {
    one: async (world, side) => ({ params: await familyMember(world, side), body: member }),
  },
  removeFamilyMember: { one: async (world, side) => ({ params: await familyMember(world, side) }) },
  listAddresses: { own: nothing },
  addAddress: { new: () => ({ body: addressInput }) },
  changeAddress: { one: async (world, side) => ({ params: await address(world, side), body: addressInput }) },
  removeAddress: { one: async (world, side) => ({ params: await address(world, side) }) },

  uploadPrescription: { new: () => ({ body: file }) },
  listOwnPrescriptions: { own: nothing },
  getPrescription: { one: async (world, side) => ({ params: await prescription(world, side) }) },
  openPrescriptionFile: { one: async (world, side) => ({ params: await prescription(world, side) }) },
  listAllPrescriptions: { all: nothing },
  addPrescriptionItem: {
    one: async (world, side) => ({
      params: await prescription(world, side),
      body: { packageId: world.packageId },
    }),
  },
  changePrescription: {
    'to be processed': async (world, side) => ({
      params: await prescription(world, side),
      body: { status: 'processing', isProcessed: true },
    }),
    declined: async (world, side) => ({
      params: await prescription(world, side),
      body: { status: 'declined', adminNotes: 'Not readable' },
    }),
  },

  listBookings: { own: nothing },
  countBookings: { own: nothing },
  summariseBookings: { own: nothing },
  getCollection: { one: async (world, side) => ({ params: await booking(world, side, 'confirmed') }) },
  getReportForm: { one: async (world, side) => ({ params: await booking(world, side, 'lab-processing') }) },
  getBooking: { one: async (world, side) => ({ params: await booking(world, side, 'confirmed') }) },
  placeBooking: {
    'to an address': ({ packageId }, { customer }) => ({ body: bookingInput(packageId, customer.addressId) }),
    // to the caller's own address: the family member alone decides
    'for a family member': ({ packageId }, side) => ({
      body: (asking = side) =>
        bookingInput(packageId, asking.customer.addressId, { familyMemberId: side.customer.familyMemberId }),
    }),
    'as the order of a prescription': async (world, side) => ({ body: await order(world, side) }),
    'for a day that is over': ({ packageId }, { customer }) => ({
      body: bookingInput(packageId, customer.addressId, { scheduledDate: '2026-01-01' }),
    }),
    'as an order for a day that is over': async (world, side) => ({
      body: { ...(await order(world, side)), scheduledDate: '2026-01-01' },
    }),
  },
  changeBookingStatus: {
    'to cancel a confirmed one': async (world, side) => ({
      params: await booking(world, side, 'confirmed'),
      body: { status: 'cancelled' },
    }),
    'to cancel a pending one': async (world, side) => ({
      params: await booking(world, side, 'pending'),
      body: { status: 'cancelled' },
    }),
    'one step on': async (world, side) => ({
      params: await booking(world, side, 'pending'),
      body: { status: 'confirmed' },
    }),
    'two steps on': async (world, side) => ({
      params: await booking(world, side, 'pending'),
      body: { status: 'sample-collection' },
    }),
  },
  assignLab: {
    'that is approved': async (world, side) => ({
      params: await unassigned(world, side),
      body: { labPartnerId: side.lab.labPartnerId },
    }),
    'that is under review': async (world, side) => ({
      params: await unassigned(world, side),
      body: { labPartnerId: world.applicant.labPartnerId },
    }),
  },
  confirmOrder: { one: async (world, side) => ({ params: await proposedOrder(world, side) }) },
  declineOrder: { one: async (world, side) => ({ params: await proposedOrder(world, side) }) },
  recordPayment: {
    one: async (world, side) => ({
      params: await booking(world, side, 'confirmed'),
      body: { method: 'upi', reference: 'UPI-1' },
    }),
  },

  listHealthReports: { own: nothing },
  releaseHealthReport: {
    one: async (world, side) => ({
      params: await booking(world, side, 'lab-processing'),
      body: { fileUrl: dataUrl('application/pdf', pdf) },
    }),
  },
  downloadHealthReport: { one: async (world, side) => ({ params: await report(world, side) }) },
  openHealthReportFile: { one: async (world, side) => ({ params: await report(world, side) }) },

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
  approveLabPartner: { one: async (world) => ({ params: await application(world), body: {} }) },
  rejectLabPartner: { one: async (world) => ({ params: await application(world), body: {} }) },
  changeLabPartner: {
    one: async (world) => ({ params: await application(world), body: { city: 'Pune', pincode: '411001' } }),
  },

  listNotifications: { own: nothing },
  countUnread: { own: nothing },
  readNotifications: {
    all: () => ({ body: { all: true } }),
    'of another reader': () => ({ body: { ids: ['1'] } }),
  },
  getNotificationPreferences: { own: nothing },
  changeNotificationPreferences: { own: () => ({ body: { sms: false } }) },

  getDashboard: { all: nothing },
  health: { alive: nothing },
  ready: { able: nothing },
}
