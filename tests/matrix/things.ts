/** What people ask about, new each time: `{ id }` where a path names it. */
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { healthReportRoutes } from '@jaanch/contracts/http/health-reports'
import { peopleRoutes } from '@jaanch/contracts/http/people'
import { prescriptionRoutes } from '@jaanch/contracts/http/prescriptions'
import { type BookingStatus, labAdvance } from '@jaanch/contracts/vocabulary'
import { dataUrl, pdf, png } from '../support/files.ts'
import { addressInput, applyAsLab, bookingInput } from '../support/people.ts'
import type { Side, World } from './world.ts'

export const member = {
  name: 'Meera',
  relationship: 'Mother',
  gender: 'female',
  dateOfBirth: '1960-02-29',
} as const
export const offer = { name: 'Lipid Profile', price: 350, originalPrice: 500, testsIncluded: 8 }

/** A booking of this side that no lab has. */
export async function unassigned({ packageId }: World, { customer }: Side) {
  const body = bookingInput(packageId, customer.addressId)
  return { id: (await customer.client.call(bookingRoutes.placeBooking, { body })).id }
}

/** A booking of this side, assigned to its lab, in this status. */
export async function booking(world: World, side: Side, status: BookingStatus) {
  const { client } = world.admin
  const params = await unassigned(world, side)
  const { labPartnerId } = side.lab
  await client.call(bookingRoutes.assignLab, { params, body: { labPartnerId } })
  for (const step of labAdvance.slice(1, labAdvance.indexOf(status as never) + 1)) {
    await client.call(bookingRoutes.changeBookingStatus, { params, body: { status: step } })
  }
  return params
}

export async function familyMember(_: World, { customer }: Side) {
  return { id: (await customer.client.call(peopleRoutes.addFamilyMember, { body: member })).id }
}

export async function address(_: World, { customer }: Side) {
  return { id: (await customer.client.call(peopleRoutes.addAddress, { body: addressInput })).id }
}

export const file = { fileUrl: dataUrl('image/png', png), originalFileName: 'prescription.png' }

export async function prescription(_: World, { customer }: Side) {
  return { id: (await customer.client.call(prescriptionRoutes.uploadPrescription, { body: file })).id }
}

export async function order(world: World, side: Side) {
  const { id: prescriptionId } = await prescription(world, side)
  const [customerId, packageId] = [side.customer.id, world.packageId]
  return { customerId, packageId, prescriptionId, totalAmount: 499, finalAmount: 499 }
}

export async function proposedOrder(world: World, side: Side) {
  const body = (await order(world, side)) as never
  return { id: (await world.admin.client.call(bookingRoutes.placeBooking, { body })).id }
}

export async function report(world: World, side: Side) {
  const params = await booking(world, side, 'lab-processing')
  const body = { fileUrl: dataUrl('application/pdf', pdf) }
  return { id: (await side.lab.client.call(healthReportRoutes.releaseHealthReport, { params, body })).id }
}

export async function application({ url }: World) {
  return { id: (await applyAsLab(url)).id }
}
