import {
  address,
  application,
  booking,
  familyMember,
  prescription,
  proposedOrder,
  report,
} from '../matrix/things.ts'
import type { World } from '../matrix/world.ts'
import { createPackage, registerCustomer } from '../support/people.ts'
import { createPools, type Pools } from './pools.ts'

/** Something of everything, in every state from which a request can move it. */
export async function fillPools(world: World): Promise<Pools> {
  const pools = createPools()
  for (let n = 0; n < 20; n += 1) pools.seed('packageId', await createPackage(world.database))
  for (const side of world.sides) {
    const { customer, lab } = side
    pools.seed('customerId', customer.id, side)
    for (let n = 0; n < 10; n += 1) {
      pools.seed('addressId', (await address(world, side)).id, side)
      pools.seed('familyMemberId', (await familyMember(world, side)).id, side)
    }
    pools.seed('labPartnerId', lab.labPartnerId, side)
    for (let n = 0; n < 4; n += 1) {
      for (const status of ['pending', 'confirmed', 'lab-processing', 'completed'] as const) {
        pools.seed('bookingId', (await booking(world, side, status)).id, side)
      }
      // each can be confirmed or declined once
      for (let order = 0; order < 3; order += 1) {
        pools.seed('bookingId', (await proposedOrder(world, side)).id, side)
      }
      pools.seed('prescriptionId', (await prescription(world, side)).id, side)
      pools.seed('reportId', (await report(world, side)).id, side)
    }
  }
  for (let n = 0; n < 8; n += 1) {
    pools.seed('labPartnerId', (await application(world)).id)
    pools.seed('login', (await registerCustomer(world.url)).email)
  }
  return pools
}
