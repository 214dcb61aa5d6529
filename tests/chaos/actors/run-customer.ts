import { setTimeout } from 'node:timers/promises'
import type { BookingView } from '@jaanch/contracts/http/booking-view'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { notificationRoutes } from '@jaanch/contracts/http/notifications'
import { prescriptionRoutes } from '@jaanch/contracts/http/prescriptions'
import { createRandom, type Random } from '@jaanch/infra/local/demo/random'
import { type Reached, simulateBooking } from '@jaanch/tests/bench/simulate/simulate-booking'
import { type Customer, registerCustomer } from '@jaanch/tests/support/participants'
import { dataUrl, pdfOf } from '@jaanch/tests/support/sample-files'
import { type Crew, staffOf } from './crew.ts'
import { orderWithSamples } from './order-with-samples.ts'
import { FullError } from './polite-client.ts'
import { expectInList } from './reads.ts'
import { reportResults } from './report-results.ts'

const weights = { book: 35, sample: 35, prescribe: 14, notifications: 12, register: 4 }
const actions = Object.keys(weights) as (keyof typeof weights)[]

/**
 * What one customer does until the run ends, one thing after the other. The choices follow from the seed; how many of them
 * the time allows does not.
 *
 * @param onError receives what ended an action early
 */
export async function runCustomer(
  crew: Crew,
  { seed, index }: { seed: number; index: number },
  onError: (error: Error) => void,
  signal: AbortSignal,
): Promise<void> {
  const customer = crew.customers[index]
  if (!customer) throw new Error(`There is no customer ${index}`)
  for (let n = 0; !signal.aborted; n += 1) {
    // each action has choices of its own, so that one that ends early does not change the next ones
    const random = createRandom('chaos', seed, 'customer', index, n)
    const action = random.weighted(actions, (name) => weights[name])
    try {
      if (action === 'book') await bookTest(crew, customer, random)
      else if (action === 'sample') await orderWithSamples(crew, customer, random)
      else if (action === 'prescribe') await sendPrescription(crew, customer, random)
      else if (action === 'notifications') await readNotifications(crew, customer, random.chance(0.3))
      else await registerCustomer(crew.client, random, n)
    } catch (error) {
      if (!(error instanceof FullError)) onError(error as Error)
    }
    await setTimeout(crew.pauseMs())
  }
}

async function readNotifications({ client }: Crew, { token }: Customer, all: boolean): Promise<void> {
  const reader = client.as(token)
  const rows = await reader.call(notificationRoutes.listNotifications)
  const ids = rows.filter(({ read }) => !read).map(({ id }) => id)
  if (ids.length === 0) return
  const body = all ? { all: true as const } : { ids: ids.slice(0, 3) }
  await reader.call(notificationRoutes.readNotifications, { body })
}

/**
 * A customer books a test, the admin assigns a lab, the lab moves it on and reports on it. After each step the person
 * who made it reads the list.
 */
async function bookTest(crew: Crew, customer: Customer, random: Random): Promise<void> {
  const { client, pauseMs } = crew
  const isReported = random.chance(0.75)

  async function onReached({ stage, id, lab }: Reached): Promise<void> {
    const token = stage === 'placed' ? customer.token : stage === 'assigned' ? crew.admin : lab.token
    const row = lastAnswer(crew, id)
    if (row) await expectInList(crew, { token, path: '/api/bookings', row })
    if (stage !== 'lab-processing' || !isReported) return
    await setTimeout(pauseMs())
    await reportResults(crew, { bookingId: id, staff: staffOf(crew, lab.token) }, random)
  }
  const participants = { ...crew, customers: [customer] }
  await simulateBooking(client, participants, { random, pauseMs, onPlaced: () => {}, onReached })
}

/** The booking as the last acknowledged write of it answered. */
function lastAnswer({ oracle }: Crew, id: string): BookingView | undefined {
  return oracle.writes.findLast(({ answer }) => (answer as { id?: string } | undefined)?.id === id)?.answer as
    | BookingView
    | undefined
}

/** A customer sends a prescription, the admin proposes an order of it, the customer confirms or declines. */
async function sendPrescription(crew: Crew, { token }: Customer, random: Random): Promise<void> {
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
