import { randomUUID } from 'node:crypto'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { errorCatalogue } from '@jaanch/contracts/errors'
import type { SlotsView } from '@jaanch/contracts/http/slots'
import { type City, timeSlots } from '@jaanch/contracts/vocabulary'
import { demoCities } from '@jaanch/infra/local/demo/cities'
import type { Api } from './api-client.ts'
import type { simulateBooking } from './simulate-booking.ts'

const tomorrow = () => addDays(istDate(new Date()), 1)

/** Books any slot of tomorrow, free or not, as a client does that knows no slots. @throws RequestError */
export const bookTomorrow: typeof simulateBooking = async (
  api,
  { customers, packages },
  { random, onPlaced },
) => {
  const customer = random.pick(customers)
  const startedAt = performance.now()
  await api.call({
    method: 'POST',
    path: '/api/bookings',
    token: customer.token,
    idempotencyKey: randomUUID(),
    body: {
      packageId: random.pick(packages).id,
      addressId: customer.addressId,
      collectionType: 'scheduled',
      scheduledDate: tomorrow(),
      scheduledTime: random.pick(timeSlots),
      paymentMethod: 'cash-on-collection',
    },
  })
  onPlaced(performance.now() - startedAt)
}

/** Whether a request was refused because its slot is full. @param message of a RequestError */
export function isFull(message: string): boolean {
  return message.includes(errorCatalogue['slot-full'][1])
}

/** @returns the slots of tomorrow that can be chosen somewhere in the city */
export async function countFree(api: Api, city: City): Promise<number> {
  let free = 0
  for (const [, pincode] of demoCities[city].areas) {
    const { days } = await api.call<SlotsView>({
      method: 'GET',
      path: `/api/slots?pincode=${pincode}&from=${tomorrow()}&days=1`,
    })
    free += days.flatMap(({ slots }) => slots).filter(({ state }) => state !== 'full').length
  }
  return free
}
