/** Labs: applications, details, what they can do, who works there. */
import type { capacityRoutes } from '@jaanch/contracts/http/capacity'
import type { labIntervalRoutes } from '@jaanch/contracts/http/lab-intervals'
import type { labPartnerRoutes } from '@jaanch/contracts/http/lab-partners'
import type { labProfileRoutes } from '@jaanch/contracts/http/lab-profile'
import type { labStaffRoutes } from '@jaanch/contracts/http/lab-staff'
import { createLabPerson, password, uniqueEmail } from '../../../support/people.ts'
import {
  createApplication,
  createApprovedApplication,
  createInterval,
  createSuspendedLab,
} from '../create-resources.ts'
import type { MatrixFixture, Side } from '../fixture.ts'
import { admins, anyone, labAndAdmins, nothing, type Policy, type RowsOf, reason, staff } from '../row.ts'

const labs: Policy = ['401', '403', 'yes', '403']
const ownLab: Policy = ['401', '403', 'own', '403']

async function createPerson(fixture: MatrixFixture, { lab }: Side) {
  return { id: (await createLabPerson(fixture, lab, 'collector')).id }
}

async function createInvited(fixture: MatrixFixture, side: Side) {
  const person = await createPerson(fixture, side)
  await fixture.database.asOwner("update users set password_hash = 'none' where id = $1", [person.id])
  return person
}

// it serves no area, so nothing is limited by it
const capacityInput = { pincodes: [], cities: [], weekdays: [1], slots: {}, instant: false }

async function createOwnInterval({ database }: MatrixFixture, { lab }: Side) {
  return { id: await createInterval(database, lab.labPartnerId) }
}

/** Any lab may take it. */
async function offerInterval({ database }: MatrixFixture) {
  return { id: await createInterval(database, null) }
}

async function newInterval(fixture: MatrixFixture) {
  // its parameter, and a method that no other interval has
  const { id } = await offerInterval(fixture)
  const people = { sex: null, ageFrom: 0, ageTo: null, method: id }
  return {
    code: 'MATRIX',
    ...people,
    low: 1,
    high: 2.5,
    validFrom: '2026-01-01',
    source: 'Validated in 2026',
  }
}

export const labsRows: RowsOf<
  typeof labPartnerRoutes &
    typeof capacityRoutes &
    typeof labProfileRoutes &
    typeof labStaffRoutes &
    typeof labIntervalRoutes
> = {
  registerLabPartner: {
    new: [
      anyone,
      () => ({
        body: {
          email: uniqueEmail(),
          password,
          organizationName: 'Lab',
          address: '1 Road',
          phone: '9876543210',
        },
      }),
    ],
  },
  listApprovedLabPartners: { all: [admins, nothing] },
  listAllLabPartners: { all: [admins, nothing] },
  listTopLabPartners: { all: [admins, nothing] },
  approveLabPartner: {
    one: [admins, async (fixture) => ({ params: await createApplication(fixture), body: {} })],
  },
  rejectLabPartner: {
    one: [admins, async (fixture) => ({ params: await createApplication(fixture), body: {} })],
  },
  suspendLabPartner: {
    'an approved one': [
      admins,
      async (fixture) => ({
        params: await createApprovedApplication(fixture),
        body: { reason },
      }),
    ],
    'one under review': [
      ['401', '403', '403', 'yes:409'],
      async (fixture) => ({ params: await createApplication(fixture), body: { reason } }),
    ],
  },
  reinstateLabPartner: {
    'a suspended one': [
      admins,
      async (fixture) => ({ params: await createSuspendedLab(fixture), body: { reason } }),
    ],
  },
  changeLabPartner: {
    one: [
      admins,
      async (fixture) => ({
        params: await createApplication(fixture),
        body: { city: 'Pune', pincode: '411001' },
      }),
    ],
  },
  getLabProfile: { own: [labs, nothing] },
  // unchanged: other tests use the lab's name
  changeLabProfile: { own: [labs, () => ({ body: { labelIdentity: 'initials' } })] },
  getCapacity: { one: [labAndAdmins, (_, { lab }) => ({ params: { id: lab.labPartnerId } })] },
  declareCapacity: {
    one: [labAndAdmins, (_, { lab }) => ({ params: { id: lab.labPartnerId }, body: capacityInput })],
  },
  consentToAreas: {
    one: [admins, (_, { lab }) => ({ params: { id: lab.labPartnerId }, body: { cities: ['Pune'] } })],
  },
  listCities: { all: [staff, nothing] },
  listIntervals: { own: [labs, nothing] },
  addInterval: { new: [labs, async (fixture) => ({ body: await newInterval(fixture) })] },
  acceptInterval: {
    'an inactive one of the catalogue': [labs, async (fixture) => ({ params: await offerInterval(fixture) })],
  },
  endInterval: {
    own: [
      ownLab,
      async (fixture, side) => ({
        params: await createOwnInterval(fixture, side),
        body: { validTo: '2099-01-01' },
      }),
    ],
  },
  listLabStaff: { own: [labs, nothing] },
  inviteLabPerson: {
    new: [labs, () => ({ body: { name: 'Meena', email: uniqueEmail(), labRole: 'collector' } })],
  },
  inviteLabPersonAgain: {
    'one without a password': [
      ownLab,
      async (fixture, side) => ({ params: await createInvited(fixture, side) }),
    ],
  },
  changeLabPerson: {
    role: [
      ownLab,
      async (fixture, side) => ({
        params: await createPerson(fixture, side),
        body: { labRole: 'technician' },
      }),
    ],
    access: [
      ownLab,
      async (fixture, side) => ({ params: await createPerson(fixture, side), body: { isEnded: true } }),
    ],
  },
  endLabPersonSession: {
    one: [
      ownLab,
      // it has the id of the person
      async (fixture, side) => ({ params: await createPerson(fixture, side) }),
    ],
  },
}
