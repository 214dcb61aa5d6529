/** What a customer chooses and enters before they book. */
import { randomUUID } from 'node:crypto'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import type { geocodeRoutes } from '@jaanch/contracts/http/geocode'
import type { healthReminderRoutes } from '@jaanch/contracts/http/health-reminders'
import type { packageRoutes } from '@jaanch/contracts/http/packages'
import type { peopleRoutes } from '@jaanch/contracts/http/people'
import type { prescriptionRoutes } from '@jaanch/contracts/http/prescriptions'
import type { shareRoutes } from '@jaanch/contracts/http/shares'
import type { slotRoutes } from '@jaanch/contracts/http/slots'
import { addressInput, createPackage } from '../../../support/people.ts'
import { createFileTicket, createShare, sharedPasscode, shareInput } from '../../../support/shares.ts'
import {
  createAddress,
  createChild,
  createFamilyMember,
  createPrescription,
  fileInput,
  memberInput,
  packageInput,
} from '../create-resources.ts'
import { admins, anyone, customerAndAdmins, customers, nothing, ownCustomer, type RowsOf } from '../row.ts'

export const catalogueRows: RowsOf<
  typeof packageRoutes &
    typeof slotRoutes &
    typeof geocodeRoutes &
    typeof peopleRoutes &
    typeof healthReminderRoutes &
    typeof prescriptionRoutes &
    typeof shareRoutes
> = {
  listPopularPackages: { all: [anyone, nothing] },
  getPackage: { one: [anyone, ({ packageId }) => ({ params: { id: packageId } })] },
  listPrices: { one: [anyone, ({ packageId }) => ({ params: { id: packageId } })] },
  findOverlaps: { 'of one': [anyone, ({ packageId }) => ({ query: { packageIds: packageId } })] },
  listPackages: { all: [anyone, nothing] },
  searchPackages: { all: [anyone, () => ({ query: { q: 'thyroid' } })] },
  suggestSearches: { all: [anyone, nothing] },
  createPackage: { new: [admins, () => ({ body: packageInput })] },
  changePackage: {
    one: [
      admins,
      async ({ database }) => ({ params: { id: await createPackage(database) }, body: packageInput }),
    ],
  },
  removePackage: {
    one: [admins, async ({ database }) => ({ params: { id: await createPackage(database) } })],
  },
  listSlots: { 'at a PIN code': [anyone, () => ({ query: { pincode: '380001' } })] },
  holdSlot: {
    'where nothing is limited': [
      customers,
      () => ({
        body: {
          pincode: '380001',
          date: addDays(istDate(new Date()), 1),
          time: '08:00-10:00',
          packageIds: [],
        },
      }),
    ],
  },
  releaseSlot: { 'without a hold': [['401', '204', '403', '403'], () => ({ params: { id: randomUUID() } })] },
  geocode: { 'a place': [anyone, () => ({ query: { lat: '23.03', lng: '72.56' } })] },
  findArea: { 'of a PIN code': [anyone, () => ({ query: { pincode: '380001' } })] },
  createShare: { new: [customers, () => ({ body: shareInput() })] },
  listShares: { own: [customers, nothing] },
  endShare: {
    one: [
      ownCustomer,
      async (_, { customer }) => ({ params: { id: (await createShare(customer.client)).id } }),
    ],
  },
  openShare: {
    'with its passcode': [
      anyone,
      async (_, { customer }) => ({
        params: { id: (await createShare(customer.client)).linkId },
        body: { recipient: 'Dr. Mehta', passcode: sharedPasscode },
      }),
    ],
    'without a passcode': [
      ['yes:401', 'yes:401', 'yes:401', 'yes:401'],
      async (_, { customer }) => ({
        params: { id: (await createShare(customer.client)).linkId },
        body: { recipient: 'Dr. Mehta' },
      }),
    ],
  },
  getSharedFile: {
    'of a manifest': [
      anyone,
      async (_, { customer }) => ({ params: { id: await createFileTicket(customer.client) } }),
    ],
  },
  listFamilyMembers: { own: [customers, nothing] },
  addFamilyMember: { new: [customers, () => ({ body: memberInput })] },
  changeFamilyMember: {
    one: [
      ownCustomer,
      async (fixture, side) => ({ params: await createFamilyMember(fixture, side), body: memberInput }),
    ],
  },
  listDueTests: {
    own: [customers, nothing],
    "a family member's": [
      ownCustomer,
      async (fixture, side) => ({ query: { person: await createChild(fixture, side) } }),
    ],
  },
  listRetestHints: {
    own: [customers, ({ packageId }) => ({ query: { packageIds: packageId } })],
    "a family member's": [
      ownCustomer,
      async (fixture, side) => ({
        query: { person: await createChild(fixture, side), packageIds: fixture.packageId },
      }),
    ],
  },
  changeReminderSettings: {
    own: [customers, () => ({ body: { person: 'self', isOn: true } })],
    "a family member's": [
      ownCustomer,
      async (fixture, side) => ({ body: { person: await createChild(fixture, side), isOn: true } }),
    ],
  },
  removeFamilyMember: {
    one: [ownCustomer, async (fixture, side) => ({ params: await createFamilyMember(fixture, side) })],
  },
  getRelativeConsent: {
    one: [ownCustomer, async (fixture, side) => ({ params: await createFamilyMember(fixture, side) })],
  },
  giveRelativeConsent: {
    one: [
      ownCustomer,
      async (fixture, side) => ({ params: await createFamilyMember(fixture, side), body: { version: 1 } }),
    ],
  },
  withdrawRelativeConsent: {
    one: [ownCustomer, async (fixture, side) => ({ params: await createFamilyMember(fixture, side) })],
  },
  listAddresses: { own: [customers, nothing] },
  addAddress: { new: [customers, () => ({ body: addressInput })] },
  changeAddress: {
    one: [
      ownCustomer,
      async (fixture, side) => ({ params: await createAddress(fixture, side), body: addressInput }),
    ],
  },
  removeAddress: {
    one: [ownCustomer, async (fixture, side) => ({ params: await createAddress(fixture, side) })],
  },
  uploadPrescription: { new: [customers, () => ({ body: fileInput })] },
  listOwnPrescriptions: { own: [customers, nothing] },
  getPrescription: {
    one: [customerAndAdmins, async (fixture, side) => ({ params: await createPrescription(fixture, side) })],
  },
  openPrescriptionFile: {
    one: [customerAndAdmins, async (fixture, side) => ({ params: await createPrescription(fixture, side) })],
  },
  listAllPrescriptions: { all: [admins, nothing] },
  addPrescriptionItem: {
    one: [
      admins,
      async (fixture, side) => ({
        params: await createPrescription(fixture, side),
        body: { packageId: fixture.packageId },
      }),
    ],
  },
  changePrescription: {
    'to be processed': [
      admins,
      async (fixture, side) => ({
        params: await createPrescription(fixture, side),
        body: { status: 'processing', isProcessed: true },
      }),
    ],
    declined: [
      admins,
      async (fixture, side) => ({
        params: await createPrescription(fixture, side),
        body: { status: 'declined', adminNotes: 'Not readable' },
      }),
    ],
  },
}
