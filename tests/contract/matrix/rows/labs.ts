/** Labs: applications, details, what they can do. */
import type { capacityRoutes } from '@jaanch/contracts/http/capacity'
import type { labPartnerRoutes } from '@jaanch/contracts/http/lab-partners'
import { password, uniqueEmail } from '../../../support/people.ts'
import { createApplication, createApprovedApplication, createSuspendedLab } from '../create-resources.ts'
import { admins, anyone, labAndAdmins, nothing, type RowsOf, reason, staff } from '../row.ts'

// it serves no area, so nothing is limited by it
const capacityInput = { pincodes: [], cities: [], weekdays: [1], slots: {}, instant: false }

export const labsRows: RowsOf<typeof labPartnerRoutes & typeof capacityRoutes> = {
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
  getCapacity: { one: [labAndAdmins, (_, { lab }) => ({ params: { id: lab.labPartnerId } })] },
  declareCapacity: {
    one: [labAndAdmins, (_, { lab }) => ({ params: { id: lab.labPartnerId }, body: capacityInput })],
  },
  consentToAreas: {
    one: [admins, (_, { lab }) => ({ params: { id: lab.labPartnerId }, body: { cities: ['Pune'] } })],
  },
  listCities: { all: [staff, nothing] },
}
