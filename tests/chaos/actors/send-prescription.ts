import { setTimeout } from 'node:timers/promises'
import type { BookingView } from '@jaanch/contracts/http/bookings'
import type { PrescriptionView } from '@jaanch/contracts/http/prescriptions'
import type { Random } from '@jaanch/infra/local/demo/random'
import type { Customer } from '@jaanch/tests/simulate/participants'
import { dataUrl, pdfOf } from '@jaanch/tests/support/sample-files'
import type { Crew } from './crew.ts'
import { expectInList } from './reads.ts'

/** A customer sends a prescription, the admin proposes an order of it, the customer confirms or declines. */
export async function sendPrescription(crew: Crew, customer: Customer, random: Random): Promise<void> {
  const { client, oracle, admin, pauseMs } = crew
  const { token } = customer
  const chosen = random.pick(crew.packages)
  const lab = random.pick(crew.labs)
  const isConfirmed = random.chance(0.7)
  const bytes = Math.round(random.between(500, 60_000))

  const uploaded = await client.call<PrescriptionView>({
    method: 'POST',
    path: '/api/prescriptions',
    token,
    body: {
      fileUrl: dataUrl('application/pdf', pdfOf(bytes)),
      originalFileName: `p-${bytes}.pdf`,
      notes: null,
    },
  })
  await expectInList(client, oracle, { token, path: '/api/prescriptions', row: uploaded })
  await setTimeout(pauseMs())
  const path = `/api/admin/prescriptions/${uploaded.id}`
  const itemAdded = await client.call<PrescriptionView>({
    method: 'POST',
    path: `${path}/items`,
    token: admin,
    body: { packageId: chosen.id },
  })
  await expectInList(client, oracle, { token: admin, path: '/api/admin/prescriptions', row: itemAdded })
  await client.call({ method: 'PUT', path, token: admin, body: { status: 'processing' } })
  await setTimeout(pauseMs())
  const order = await client.call<BookingView>({
    method: 'POST',
    path: '/api/bookings',
    token: admin,
    body: {
      customerId: uploaded.customerId,
      packageId: chosen.id,
      prescriptionId: uploaded.id,
      totalAmount: chosen.price,
      finalAmount: chosen.price,
    },
  })
  await expectInList(client, oracle, { token, path: '/api/bookings', row: order })
  await setTimeout(pauseMs())
  const booking = `/api/bookings/${order.id}`
  await client.call({ method: 'POST', path: `${booking}/${isConfirmed ? 'confirm' : 'decline'}`, token })
  if (!isConfirmed) return
  const { labPartnerId } = lab
  await client.call({
    method: 'POST',
    path: `/api/admin${booking.slice(4)}/assign-lab`,
    token: admin,
    body: { labPartnerId },
  })
  await setTimeout(pauseMs())
  await client.call({ method: 'PUT', path: booking, token: lab.token, body: { status: 'sample-collection' } })
}
