import { createPackage, createUser, registerCustomer } from '../../support/people.ts'
import {
  createAddress,
  createApplication,
  createApprovedApplication,
  createBooking,
  createDeadLetter,
  createFailedMessage,
  createFamilyMember,
  createPrescription,
  createProposedOrder,
  createReport,
  createReview,
  createRun,
  createSession,
} from '../matrix/create-resources.ts'
import type { MatrixFixture } from '../matrix/fixture.ts'
import { createPools, type Pools } from './pools.ts'

/** Objects of all kinds, in each state that a request can change. */
export async function fillPools(fixture: MatrixFixture): Promise<Pools> {
  const pools = createPools()
  for (let n = 0; n < 20; n += 1) pools.seed('packageId', await createPackage(fixture.database))
  for (const side of fixture.sides) {
    const { customer, lab } = side
    pools.seed('customerId', customer.id, side)
    for (let n = 0; n < 10; n += 1) {
      pools.seed('addressId', (await createAddress(fixture, side)).id, side)
      pools.seed('familyMemberId', (await createFamilyMember(fixture, side)).id, side)
      pools.seed('sessionId', (await createSession(fixture.database, customer.id)).id, side)
    }
    pools.seed('labPartnerId', lab.labPartnerId, side)
    for (let n = 0; n < 4; n += 1) {
      // a report can be released in the last two
      const statuses = ['pending', 'confirmed', 'lab-processing', 'lab-processing', 'completed'] as const
      for (const status of statuses) {
        pools.seed('bookingId', (await createBooking(fixture, side, status)).id, side)
      }
      // each can be confirmed or declined once
      for (let order = 0; order < 3; order += 1) {
        pools.seed('bookingId', (await createProposedOrder(fixture, side)).id, side)
      }
      pools.seed('prescriptionId', (await createPrescription(fixture, side)).id, side)
      pools.seed('reportId', (await createReport(fixture, side)).id, side)
      for (let n = 0; n < 2; n += 1) {
        pools.seed('completedBookingId', (await createBooking(fixture, side, 'completed')).id, side)
      }
      pools.seed('reviewId', (await createReview(fixture, side)).id, side)
    }
  }
  for (let n = 0; n < 8; n += 1) {
    pools.seed('eventPosition', String(n + 1))
    pools.seed('labPartnerId', (await createApplication(fixture)).id)
    pools.seed('otherLabPartnerId', (await createApprovedApplication(fixture)).id)
    pools.seed('userId', await createUser(fixture.database, 'customer'))
    pools.seed('runId', (await createRun(fixture.database, 'filling')).id)
    // each can be accepted until it is stopped
    for (let run = 0; run < 2; run += 1)
      pools.seed('runId', (await createRun(fixture.database, 'deciding')).id)
    pools.seed('login', (await registerCustomer(fixture.url)).email)
  }
  for (let n = 0; n < 60; n += 1) pools.seed('deadLetterId', (await createDeadLetter(fixture.database)).id)
  for (let n = 0; n < 5; n += 1) pools.seed('messageId', (await createFailedMessage(fixture.database)).id)
  for (const consumer of ['orders', 'reminders']) pools.seed('consumer', consumer)
  return pools
}
