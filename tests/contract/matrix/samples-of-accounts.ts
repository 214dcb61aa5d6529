import { randomUUID } from 'node:crypto'
import { readStarter } from '@jaanch/catalogue/starter/starter'
import { addressInput, password, registerCustomer, uniqueEmail } from '../../support/people.ts'
import * as create from './create-resources.ts'
import {
  about,
  asks,
  confirmed,
  disabledCustomer,
  newAdmin,
  newCustomer,
  newPackage,
  ofLab,
  ofPackage,
  ofStream,
  priceFile,
  reason,
  type Samples,
  sends,
  unknownTicket,
  version,
  wrongPassword,
} from './sample.ts'

const { parameters, items } = readStarter()
const haemoglobin = parameters.find(({ code }) => code === 'HGB')
const bloodCount = items.find(({ code }) => code === 'CBC')

/** Accounts, the catalogue, labs and the pages of operators. */
export const accountSamples: Samples = {
  login: {
    build: async ({ url }) => ({ body: { email: (await registerCustomer(url)).email, password } }),
  },
  register: [
    { build: () => ({ body: { name: 'Ravi', email: uniqueEmail(), password, role: 'customer' } }) },
    { ...sends({ name: 'Ravi', email: uniqueEmail(), password, role: 'admin' }), status: 422 },
  ],
  endSession: {
    ...about((fixture, { customer }) => create.createSession(fixture, customer.id)),
    owner: 'customer',
  },
  changePassword: {
    ...sends({ currentPassword: 'not the password', newPassword: password }),
    status: 422,
  },
  endUserSessions: about(newCustomer),
  forgotPassword: sends({ email: uniqueEmail() }),
  resetPassword: { ...sends({ token: unknownTicket, password }), status: 422 },
  answerSecondFactor: { ...sends({ ticket: unknownTicket, code: '123456' }), status: 422 },
  beginSecondFactorChange: wrongPassword,
  addSecondFactor: { ...sends({ ticket: unknownTicket, code: '123456' }), status: 422 },
  confirmSession: wrongPassword,
  removeSecondFactor: {
    ...about(() => ({ id: randomUUID() }), { ticket: unknownTicket }),
    status: 422,
    isForAnyObject: true,
  },
  renewRecoveryCodes: { ...sends({ ticket: unknownTicket }), status: 422 },
  disableUser: about(newCustomer, { reason }),
  enableUser: about(disabledCustomer, { reason }),
  changeStaffRole: about(newAdmin, { staffRole: 'support' }),
  changeMe: sends({ name: 'Test Person', confirm: ['correct-mistake'] }),
  saveView: sends({ page: 'lab-bookings', name: 'Morning', query: 'day=today' }),
  useView: {
    ...about((fixture, { lab }) => create.createSavedView(fixture, lab.id)),
    owner: 'lab-partner',
  },
  removeView: {
    ...about((fixture, { lab }) => create.createSavedView(fixture, lab.id)),
    owner: 'lab-partner',
  },
  exportMe: wrongPassword,
  answerConsent: sends({ purpose: 'offers-by-sms', version: 1, isGiven: true }),
  eraseMe: wrongPassword,
  sendContactCode: {
    build: async ({ database }) => {
      await database.asOwner('update users set email_proven_at = null')
      return { body: { channel: 'email' } }
    },
  },
  proveContact: { ...sends({ channel: 'email', code: '123456' }), status: 422 },
  getPackage: about(ofPackage),
  listPrices: about(ofPackage),
  findOverlaps: { build: ({ packageId }) => ({ query: { packageIds: packageId } }) },
  searchPackages: asks({ q: 'thyroid' }),
  createPackage: sends(create.packageInput),
  changePackage: about(newPackage, create.packageInput),
  removePackage: about(newPackage),
  // an import must not change the catalogue while other calls read it
  loadStarterCatalogue: { build: () => ({}), status: 409 },
  previewCatalogue: sends(priceFile),
  importCatalogue: { ...sends({ ...priceFile, version }), status: 409 },
  getCatalogueTemplate: asks({ format: 'csv' }),
  saveParameter: {
    ...about(() => ({ id: 'HGB' }), { version, parameter: haemoglobin, intervals: [] }),
    status: 409,
  },
  endParameter: about(create.createParameter),
  saveItem: { ...about(() => ({ id: 'CBC' }), { version, item: bloodCount }), status: 409 },
  getAffected: about(create.createParameter),
  matchPriceList: sends(priceFile),
  savePrices: { ...sends({ version, prices: [] }), status: 409 },
  getPriceList: about(create.createPriceList),
  createPriceList: sends({ name: 'Festival', kind: 'installation', from: '2100-01-01' }),
  changePriceList: {
    build: async (fixture) => ({
      params: await create.createPriceList(fixture),
      body: {
        version: 1,
        name: 'Festival',
        from: '2100-01-01',
        prices: [{ packageId: fixture.packageId, price: 399 }],
      },
    }),
  },
  endPriceList: about(create.createPriceList, { version: 1 }),
  addFamilyMember: sends(create.memberInput),
  changeFamilyMember: about(create.createFamilyMember, create.memberInput),
  removeFamilyMember: about(create.createFamilyMember),
  getRelativeConsent: about(create.createFamilyMember),
  giveRelativeConsent: about(create.createFamilyMember, { version: 1 }),
  withdrawRelativeConsent: about(create.createFamilyMember),
  addAddress: sends(addressInput),
  changeAddress: about(create.createAddress, addressInput),
  removeAddress: about(create.createAddress),
  uploadPrescription: sends(create.fileInput),
  getPrescription: about(create.createPrescription),
  openPrescriptionFile: about(create.createPrescription),
  addPrescriptionItem: {
    build: async (fixture, side) => ({
      params: await create.createPrescription(fixture, side),
      body: { packageId: fixture.packageId },
    }),
  },
  changePrescription: about(create.createPrescription, { status: 'processing', isProcessed: true }),
  registerLabPartner: {
    build: () => ({
      body: {
        email: uniqueEmail(),
        password,
        organizationName: 'Lab',
        address: '1 Road',
        phone: '9876543210',
      },
    }),
  },
  approveLabPartner: about(create.createApplication, {}),
  rejectLabPartner: about(create.createApplication, {}),
  suspendLabPartner: about(create.createApprovedApplication, { reason }),
  reinstateLabPartner: about(create.createSuspendedLab, { reason }),
  changeLabPartner: about(create.createApplication, { city: 'Pune', pincode: '411001' }),
  getCapacity: about(ofLab),
  // the lab serves no area, so that it limits no customer
  declareCapacity: about(ofLab, { pincodes: [], cities: [], weekdays: [1], slots: {}, instant: false }),
  consentToAreas: about(ofLab, { cities: ['Pune'] }),
  // other tests use the name of the lab
  changeLabProfile: sends({ labelIdentity: 'initials' }),
  inviteLabPerson: {
    build: () => ({ body: { name: 'Meena', email: uniqueEmail(), labRole: 'collector' } }),
  },
  inviteLabPersonAgain: about(create.createInvitedPerson),
  changeLabPerson: [
    about(create.createPerson, { labRole: 'technician' }),
    about(create.createPerson, { isEnded: true }),
  ],
  // the session has the id of the person
  endLabPersonSession: about(create.createPerson),
  addInterval: {
    build: async (fixture) => {
      // a method that no other interval has
      const { id: method } = await create.createInterval(fixture)
      const range = { low: 1, high: 2.5, validFrom: '2026-01-01', source: 'Validated in 2026' }
      return { body: { code: 'MATRIX', sex: null, ageFrom: 0, ageTo: null, method, ...range } }
    },
  },
  acceptInterval: { ...about((fixture) => create.createInterval(fixture)), reach: 'any' },
  endInterval: about((fixture, { lab }) => create.createInterval(fixture, lab.labPartnerId), {
    validTo: '2099-01-01',
  }),
  readNotifications: sends({ all: true }),
  changeNotificationPreferences: sends({ sms: false }),
  declareRestored: sends({ reason, epoch: randomUUID() }),
  getEvent: about(() => ({ id: '1' })),
  getTrace: {
    build: async (fixture, side) => ({ query: { of: (await confirmed(fixture, side)).id } }),
  },
  getHistory: ofStream('query'),
  getRefold: ofStream('query'),
  refold: ofStream('body', { reason }),
  retryDeadLetter: about(create.createDeadLetter),
  retryDeadLetters: sends({ consumer: 'orders', reason: 'No answer' }),
  skipDeadLetter: about(create.createDeadLetter, { reason }),
  skipDeadMessages: sends({ channel: 'sms', error: 'No answer', olderThanHours: 0, reason }),
  previewRewind: { build: () => ({ params: { id: 'orders' }, query: { to: '1' } }) },
  rewindConsumer: {
    build: async ({ database }) => {
      await database.asOwner('delete from work where is_dead')
      await database.asOwner("update work_consumers set cursor = 2, began_at = 0 where name = 'reminders'")
      return { params: { id: 'reminders' }, body: { to: 1, reason } }
    },
  },
  openMessage: about(create.createFailedMessage),
  retryMessage: about(create.createFailedMessage),
  pause: {
    build: async ({ database }) => {
      await database.asOwner('delete from pauses')
      return { params: { id: 'reminders' }, body: { reason } }
    },
  },
  continuePaused: about(create.createPause),
  getAffectedPeople: asks({ actor: randomUUID(), from: '2026-01-06T00:00:00Z' }),
  saveQuarantined: about(create.createQuarantined),
  deleteQuarantined: about(create.createQuarantined),
  getRun: about((fixture) => create.createRun(fixture)),
  requestRun: {
    build: async ({ database }) => {
      // only one run may wait
      await database.asOwner("delete from operation_runs where state = 'requested'")
      return { body: { kind: 'verify', reason, key: randomUUID() } }
    },
  },
  stopRun: about((fixture) => create.createRun(fixture)),
  setMaintenance: sends({ text: 'Back at nine' }),
  clearMaintenance: {
    build: async (fixture) => ({ body: await create.createMaintenanceNotice(fixture) }),
  },
  // what is stored already is no change, so that each admin may send it
  setFacts: sends({ version: 0, facts: { landingCities: '12' } }),
  geocode: asks({ lat: '23.03', lng: '72.56' }),
  findArea: asks({ pincode: '380001' }),
}
