/** What a customer chooses and enters before they book. */
import { randomUUID } from 'node:crypto'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import type { catalogueRoutes } from '@jaanch/contracts/http/catalogue'
import type { factRoutes } from '@jaanch/contracts/http/facts'
import type { geocodeRoutes } from '@jaanch/contracts/http/geocode'
import type { healthReminderRoutes } from '@jaanch/contracts/http/health-reminders'
import type { packageRoutes } from '@jaanch/contracts/http/packages'
import type { peopleRoutes } from '@jaanch/contracts/http/people'
import type { prescriptionRoutes } from '@jaanch/contracts/http/prescriptions'
import type { priceListRoutes } from '@jaanch/contracts/http/price-lists'
import type { shareRoutes } from '@jaanch/contracts/http/shares'
import type { slotRoutes } from '@jaanch/contracts/http/slots'
import { addressInput, createPackage } from '../../../support/people.ts'
import { createFileTicket, createShare, sharedPasscode, shareInput } from '../../../support/shares.ts'
import {
  createAddress,
  createChild,
  createFamilyMember,
  createParameter,
  createPrescription,
  createPriceList,
  fileInput,
  itemInput,
  memberInput,
  packageInput,
  parameterInput,
} from '../create-resources.ts'
import {
  admins,
  anyone,
  customerAndAdmins,
  customers,
  nothing,
  ownCustomer,
  type Policy,
  type RowsOf,
} from '../row.ts'

/** Whoever looked at an older catalogue changes nothing */
const outdated: Policy = ['401', '403', '403', 'yes:409']
const priceFile = { fileName: 'prices.csv', content: Buffer.from('Name,Price\nSugar,99').toString('base64') }

export const catalogueRows: RowsOf<
  typeof packageRoutes &
    typeof catalogueRoutes &
    typeof priceListRoutes &
    typeof factRoutes &
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
  listPriceLists: { all: [admins, nothing] },
  getPriceList: { one: [admins, async ({ database }) => ({ params: await createPriceList(database) })] },
  createPriceList: {
    'of the installation': [
      admins,
      () => ({ body: { name: 'Festival', kind: 'installation', from: '2100-01-01' } }),
    ],
  },
  changePriceList: {
    one: [
      admins,
      async ({ database, packageId }) => ({
        params: await createPriceList(database),
        body: { version: 1, name: 'Festival', from: '2100-01-01', prices: [{ packageId, price: 399 }] },
      }),
    ],
  },
  endPriceList: {
    one: [
      admins,
      async ({ database }) => ({ params: await createPriceList(database), body: { version: 1 } }),
    ],
  },
  getCatalogue: { all: [admins, nothing] },
  exportCatalogue: { workbook: [admins, nothing] },
  getCatalogueTemplate: { files: [admins, () => ({ query: { format: 'csv' } })] },
  getAffected: {
    parameter: [admins, async ({ database }) => ({ params: { id: await createParameter(database) } })],
  },
  // they have a valid request of another part of the catalogue only when nobody else changes it meanwhile
  loadStarterCatalogue: { 'where there is a catalogue': [outdated, nothing] },
  previewCatalogue: { 'of a price list': [admins, () => ({ body: priceFile })] },
  importCatalogue: {
    'of an older version': [outdated, () => ({ body: { ...priceFile, version: randomUUID() } })],
  },
  matchPriceList: { one: [admins, () => ({ body: priceFile })] },
  saveParameter: {
    'of an older version': [
      outdated,
      () => ({
        params: { id: 'HGB' },
        body: { version: randomUUID(), parameter: parameterInput, intervals: [] },
      }),
    ],
  },
  endParameter: {
    one: [admins, async ({ database }) => ({ params: { id: await createParameter(database) } })],
  },
  saveItem: {
    'of an older version': [
      outdated,
      () => ({ params: { id: 'CBC' }, body: { version: randomUUID(), item: itemInput } }),
    ],
  },
  savePrices: { 'of an older version': [outdated, () => ({ body: { version: randomUUID(), prices: [] } })] },
  getFacts: { all: [anyone, nothing] },
  getAdminFacts: { all: [admins, nothing] },
  setFacts: {
    // what is stored already is no change, so that each admin may send it
    'for the first time': [admins, () => ({ body: { version: 0, facts: { landingCities: '12' } } })],
    'with a version that never was': [
      ['401', '403', '403', '409'],
      () => ({ body: { version: 1_000_000, facts: { landingCities: '13' } } }),
    ],
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
