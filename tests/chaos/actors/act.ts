/** The next thing that a customer does. The random generator determines all choices. */
import { setTimeout } from 'node:timers/promises'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { notificationRoutes } from '@jaanch/contracts/http/notifications'
import { prescriptionRoutes } from '@jaanch/contracts/http/prescriptions'
import type { Random } from '@jaanch/infra/local/demo/random'
import { type Customer, registerCustomer } from '@jaanch/tests/support/participants'
import { dataUrl, pdfOf } from '@jaanch/tests/support/sample-files'
import type { Crew } from './crew.ts'
import { order } from './order.ts'
import { FullError } from './polite-client.ts'

type Action = (crew: Crew, customer: Customer, random: Random) => Promise<void>

const actions: readonly { weight: number; act: Action }[] = [
  { weight: 70, act: order },
  { weight: 14, act: sendPrescription },
  { weight: 12, act: readNotifications },
  {
    weight: 4,
    async act({ client }, _, random) {
      await registerCustomer(client, random, 0)
    },
  },
]

/** @returns false if no place was free. @throws Error if an answer has no explanation */
export async function actOnce(crew: Crew, customer: Customer, random: Random): Promise<boolean> {
  const { act } = random.weighted(actions, ({ weight }) => weight)
  try {
    await act(crew, customer, random)
    return true
  } catch (error) {
    if (error instanceof FullError) return false
    throw error
  }
}

async function readNotifications({ client }: Crew, { token }: Customer, random: Random): Promise<void> {
  const reader = client.as(token)
  const rows = await reader.call(notificationRoutes.listNotifications)
  const ids = rows.filter(({ read }) => !read).map(({ id }) => id)
  if (ids.length === 0) return
  const body = random.chance(0.3) ? { all: true as const } : { ids: ids.slice(0, 3) }
  await reader.call(notificationRoutes.readNotifications, { body })
}

/** The customer sends a prescription, the admin proposes an order for it, and the customer confirms or declines it. */
async function sendPrescription(crew: Crew, { token }: Customer, random: Random): Promise<void> {
  const { client, expectInList, pauseMs } = crew
  const [customer, admin] = [client.as(token), client.as(crew.admin)]
  const [chosen, lab] = [random.pick(crew.packages), random.pick(crew.labs)]
  const bytes = Math.round(random.between(500, 60_000))

  const uploaded = await customer.call(prescriptionRoutes.uploadPrescription, {
    body: {
      fileUrl: dataUrl('application/pdf', pdfOf(bytes)),
      originalFileName: `p-${bytes}.pdf`,
      notes: null,
    },
  })
  await expectInList({ token, path: '/api/prescriptions', row: uploaded })
  await setTimeout(pauseMs())
  const prescription = { id: uploaded.id }
  const itemAdded = await admin.call(prescriptionRoutes.addPrescriptionItem, {
    params: prescription,
    body: { packageId: chosen.id },
  })
  await expectInList({ token: crew.admin, path: '/api/admin/prescriptions', row: itemAdded })
  await admin.call(prescriptionRoutes.changePrescription, {
    params: prescription,
    body: { status: 'processing' },
  })
  await setTimeout(pauseMs())
  const proposed = await admin.call(bookingRoutes.placeBooking, {
    body: {
      customerId: uploaded.customerId,
      packageId: chosen.id,
      prescriptionId: uploaded.id,
      totalAmount: chosen.price,
      finalAmount: chosen.price,
    } as never,
  })
  await expectInList({ token, path: '/api/bookings', row: proposed })
  await setTimeout(pauseMs())
  const params = { id: proposed.id }
  if (random.chance(0.3)) {
    await customer.call(bookingRoutes.declineOrder, { params })
    return
  }
  await customer.call(bookingRoutes.confirmOrder, { params })
  const { labPartnerId, owner } = lab
  await admin.call(bookingRoutes.assignLab, { params, body: { labPartnerId } })
  await setTimeout(pauseMs())
  const body = { status: 'sample-collection' } as const
  await client.as(owner).call(bookingRoutes.changeBookingStatus, { params, body })
}
