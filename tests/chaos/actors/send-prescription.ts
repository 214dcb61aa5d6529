import { setTimeout } from 'node:timers/promises'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { prescriptionRoutes } from '@jaanch/contracts/http/prescriptions'
import type { Random } from '@jaanch/infra/local/demo/random'
import type { Customer } from '@jaanch/tests/support/participants'
import { dataUrl, pdfOf } from '@jaanch/tests/support/sample-files'
import type { Crew } from './crew.ts'
import { expectInList } from './reads.ts'

/** A customer sends a prescription, the admin proposes an order of it, the customer confirms or declines. */
export async function sendPrescription(crew: Crew, { token }: Customer, random: Random): Promise<void> {
  const { client, pauseMs } = crew
  const [customer, admin] = [client.as(token), client.as(crew.admin)]
  const chosen = random.pick(crew.packages)
  const lab = random.pick(crew.labs)
  const isConfirmed = random.chance(0.7)
  const bytes = Math.round(random.between(500, 60_000))

  const uploaded = await customer.call(prescriptionRoutes.uploadPrescription, {
    body: {
      fileUrl: dataUrl('application/pdf', pdfOf(bytes)),
      originalFileName: `p-${bytes}.pdf`,
      notes: null,
    },
  })
  await expectInList(crew, { token, path: '/api/prescriptions', row: uploaded })
  await setTimeout(pauseMs())
  const prescription = { id: uploaded.id }
  const itemAdded = await admin.call(prescriptionRoutes.addPrescriptionItem, {
    params: prescription,
    body: { packageId: chosen.id },
  })
  await expectInList(crew, { token: crew.admin, path: '/api/admin/prescriptions', row: itemAdded })
  await admin.call(prescriptionRoutes.changePrescription, {
    params: prescription,
    body: { status: 'processing' },
  })
  await setTimeout(pauseMs())
  const order = await admin.call(bookingRoutes.placeBooking, {
    body: {
      customerId: uploaded.customerId,
      packageId: chosen.id,
      prescriptionId: uploaded.id,
      totalAmount: chosen.price,
      finalAmount: chosen.price,
    } as never,
  })
  await expectInList(crew, { token, path: '/api/bookings', row: order })
  await setTimeout(pauseMs())
  const params = { id: order.id }
  await customer.call(isConfirmed ? bookingRoutes.confirmOrder : bookingRoutes.declineOrder, { params })
  if (!isConfirmed) return
  const { labPartnerId } = lab
  await admin.call(bookingRoutes.assignLab, { params, body: { labPartnerId } })
  await setTimeout(pauseMs())
  await client.as(lab.token).call(bookingRoutes.changeBookingStatus, {
    params,
    body: { status: 'sample-collection' },
  })
}
