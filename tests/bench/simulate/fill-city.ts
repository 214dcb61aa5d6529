import { randomUUID } from 'node:crypto'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { errorCatalogue } from '@jaanch/contracts/errors'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { slotRoutes } from '@jaanch/contracts/http/slots'
import { type City, timeSlots } from '@jaanch/contracts/vocabulary'
import { demoCities } from '@jaanch/infra/local/demo/cities'
import type { Client } from '@jaanch/tests/support/client'
import { bookingInput } from '@jaanch/tests/support/inputs'
import type { simulateBooking } from './simulate-booking.ts'

const tomorrow = () => addDays(istDate(new Date()), 1)

/** Books any slot of tomorrow, free or not, as a client does that knows no slots. @throws Error if it is refused */
export const bookTomorrow: typeof simulateBooking = async (
  client,
  { customers, packages },
  { random, onPlaced },
) => {
  const { token, addressId } = random.pick(customers)
  const startedAt = performance.now()
  const scheduledTime = random.pick(timeSlots)
  const body = bookingInput(random.pick(packages).id, addressId, { scheduledTime })
  await client.as(token).call(bookingRoutes.placeBooking, { idempotencyKey: randomUUID(), body })
  onPlaced(performance.now() - startedAt)
}

/** Whether a request was refused because its slot is full. @param message of its error */
export function isFull(message: string): boolean {
  return message.includes(errorCatalogue['slot-full'][1])
}

/** @returns the slots of tomorrow that can be chosen somewhere in the city */
export async function countFree(client: Client, city: City): Promise<number> {
  let free = 0
  for (const [, pincode] of demoCities[city].areas) {
    const query = { pincode, from: tomorrow(), days: 1, packageIds: undefined }
    const { days } = await client.call(slotRoutes.listSlots, { query })
    free += days.flatMap(({ slots }) => slots).filter(({ state }) => state !== 'full').length
  }
  return free
}
