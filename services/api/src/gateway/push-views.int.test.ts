import { placeBooking } from '@jaanch/tests/support/people'
import { closeSockets, connectTo, type Listening } from '@jaanch/tests/support/sockets'
import { it } from '@jaanch/tests/support/test'
import { afterEach, expect } from 'vitest'

afterEach(closeSockets)

const viewsOf = ({ messages }: Listening) => messages.filter((message) => message.event === 'operations')

it('the state of the log is sent at once to an admin who watches, moves as bookings are placed, and is not sent to others who ask for it', async ({
  stack,
  admin,
  customer,
  lab,
  packageId,
}) => {
  const others = [await connectTo(stack.url, customer), await connectTo(stack.url, lab)]
  for (const { socket } of others) for (let n = 0; n < 40; n += 1) socket.emit('watch-operations', true)
  const watching = await connectTo(await stack.anotherApi(), admin)
  watching.socket.emit('watch-operations', true)
  const { head } = await watching.first('operations')
  const { position } = await placeBooking(customer, packageId)
  await expect.poll(() => viewsOf(watching).at(-1)?.head).toBeGreaterThanOrEqual(Math.max(head + 1, position))
  await expect.poll(() => viewsOf(watching).at(-1)?.rates.appended).not.toBeNull()
  for (const other of others) {
    expect(viewsOf(other)).toEqual([])
    expect(other.socket.connected).toBe(true)
  }
})
