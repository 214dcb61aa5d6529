import { randomUUID } from 'node:crypto'
import {
  createAddress,
  createApplication,
  createFamilyMember,
  createSavedView,
  createSession,
  memberInput,
} from '@jaanch/tests/contract/matrix/create-resources'
import type { MatrixFixture, Side } from '@jaanch/tests/contract/matrix/fixture'
import {
  about,
  asks,
  type Create,
  reason,
  type Sample,
  type Samples,
  sends,
} from '@jaanch/tests/contract/matrix/sample'
import {
  addressInput,
  createLabPerson,
  createUser,
  password,
  registerCustomer,
  uniqueEmail,
} from '@jaanch/tests/support/people'

/** A person of the lab who has no password yet. */
async function createInvitedPerson(fixture: MatrixFixture, side: Side) {
  const person = await createPerson(fixture, side)
  await fixture.database.asOwner("update users set password_hash = 'none' where id = $1", [person.id])
  return person
}

const unknownTicket = 'a'.repeat(43)

const wrongPassword: Sample = { ...sends({ password: 'not the password' }), status: 422 }

const newCustomer: Create = async ({ database }) => ({ id: await createUser(database, 'customer') })

const newAdmin: Create = async ({ database }) => ({ id: await createUser(database, 'admin') })

const disabledCustomer: Create = async ({ database }) => {
  const id = await createUser(database, 'customer')
  await database.asOwner('update users set is_active = false where id = $1', [id])
  return { id }
}

async function createPerson(fixture: MatrixFixture, { lab }: Side) {
  return { id: (await createLabPerson(fixture, lab, 'collector')).id }
}

export const accountSamples: Samples = {
  login: {
    build: async ({ url }) => ({ body: { email: (await registerCustomer(url)).email, password } }),
  },
  register: [
    { build: () => ({ body: { name: 'Ravi', email: uniqueEmail(), password, role: 'customer' } }) },
    { ...sends({ name: 'Ravi', email: uniqueEmail(), password, role: 'admin' }), status: 422 },
  ],
  endSession: {
    ...about((fixture, { customer }) => createSession(fixture, customer.id)),
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
    ...about((fixture, { lab }) => createSavedView(fixture, lab.id)),
    owner: 'lab-partner',
  },
  removeView: {
    ...about((fixture, { lab }) => createSavedView(fixture, lab.id)),
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
  addFamilyMember: sends(memberInput),
  changeFamilyMember: about(createFamilyMember, memberInput),
  removeFamilyMember: about(createFamilyMember),
  getRelativeConsent: about(createFamilyMember),
  giveRelativeConsent: about(createFamilyMember, { version: 1 }),
  withdrawRelativeConsent: about(createFamilyMember),
  addAddress: sends(addressInput),
  changeAddress: about(createAddress, addressInput),
  removeAddress: about(createAddress),
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
  approveLabPartner: about(createApplication, {}),
  rejectLabPartner: about(createApplication, {}),
  changeLabPartner: about(createApplication, { city: 'Pune', pincode: '411001' }),
  // other tests use the name of the lab
  changeLabProfile: sends({ labelIdentity: 'initials' }),
  inviteLabPerson: {
    build: () => ({ body: { name: 'Meena', email: uniqueEmail(), labRole: 'collector' } }),
  },
  inviteLabPersonAgain: about(createInvitedPerson),
  changeLabPerson: [about(createPerson, { labRole: 'technician' }), about(createPerson, { isEnded: true })],
  // the session has the id of the person
  endLabPersonSession: about(createPerson),
  geocode: asks({ lat: '23.03', lng: '72.56' }),
  findArea: asks({ pincode: '380001' }),
}
