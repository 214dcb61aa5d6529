/** The next thing that a customer does. The random generator determines all choices. */
import { bookingCalls } from '@jaanch/booking/api'
import { prescriptionCalls } from '@jaanch/booking/prescriptions/api'
import type { Random } from '@jaanch/infra/local/demo/random'
import { notificationCalls } from '@jaanch/messages/api'
import { registerCustomer } from '@jaanch/tests/support/participants'
import { dataUrl, pdfOf } from '@jaanch/tests/support/sample-files'
import type { Crew, Customer } from './crew.ts'
import { order } from './order.ts'
import { FullError } from './polite-client.ts'

type Action = (crew: Crew, customer: Customer, random: Random) => Promise<unknown>

const actions: readonly { weight: number; act: Action }[] = [
  { weight: 70, act: order },
  { weight: 14, act: sendPrescription },
  { weight: 12, act: readNotifications },
  { weight: 4, act: ({ client }, _, random) => registerCustomer(client, random, 0) },
]

/** @throws Error if an answer has no explanation: that no place was free is one */
export async function actOnce(crew: Crew, customer: Customer, random: Random): Promise<void> {
  const { act } = random.weighted(actions, ({ weight }) => weight)
  await act(crew, customer, random).catch((error: Error) => {
    if (!(error instanceof FullError)) throw error
  })
}

async function readNotifications(_: Crew, { client }: Customer, random: Random): Promise<void> {
  const rows = await client.call(notificationCalls.listNotifications)
  const ids = rows.filter(({ read }) => !read).map(({ id }) => id)
  if (ids.length === 0) return
  const body = random.chance(0.3) ? { all: true as const } : { ids: ids.slice(0, 3) }
  await client.call(notificationCalls.readNotifications, { body })
}

/** The customer sends a prescription, the admin proposes an order for it, and the customer confirms or declines it. */
async function sendPrescription(crew: Crew, { client: customer }: Customer, random: Random): Promise<void> {
  const { admin, expectInList, pause } = crew
  const [chosen, lab] = [random.pick(crew.packages), random.pick(crew.labs)]
  const bytes = Math.round(random.between(500, 60_000))
  const fileUrl = dataUrl('application/pdf', pdfOf(bytes))
  const uploaded = await customer.call(prescriptionCalls.uploadPrescription, {
    body: { fileUrl, originalFileName: `p-${bytes}.pdf`, notes: null },
  })
  await expectInList(customer, '/api/prescriptions', uploaded)
  await pause()
  const prescription = { id: uploaded.id }
  const itemAdded = await admin.call(prescriptionCalls.addPrescriptionItem, {
    params: prescription,
    body: { packageId: chosen.id },
  })
  await expectInList(admin, '/api/admin/prescriptions', itemAdded)
  await admin.call(prescriptionCalls.changePrescription, {
    params: prescription,
    body: { status: 'processing' },
  })
  await pause()
  const proposed = await admin.call(bookingCalls.placeBooking, {
    body: {
      customerId: uploaded.customerId,
      packageId: chosen.id,
      prescriptionId: uploaded.id,
      totalAmount: chosen.price,
      finalAmount: chosen.price,
    } as never,
  })
  await expectInList(customer, '/api/bookings', proposed)
  await pause()
  const params = { id: proposed.id }
  if (random.chance(0.3)) {
    await customer.call(bookingCalls.declineOrder, { params })
    return
  }
  await customer.call(bookingCalls.confirmOrder, { params })
  const { labPartnerId, owner } = lab
  await admin.call(bookingCalls.assignLab, { params, body: { labPartnerId } })
  await pause()
  const body = { status: 'sample-collection' } as const
  await owner.call(bookingCalls.changeBookingStatus, { params, body })
}
