import { type Person, placeBooking } from '@jaanch/tests/support/people'
import { closeSockets, type Listening, listenTo } from '@jaanch/tests/support/sockets'
import type { Stack } from '@jaanch/tests/support/stack'
import { it } from '@jaanch/tests/support/test'
import { afterEach, describe, expect } from 'vitest'

afterEach(closeSockets)

async function connected(stack: Stack, person: Person, url = stack.url): Promise<Listening> {
  const listening = listenTo(url, { token: person.token })
  await listening.first('caught-up')
  return listening
}

const viewsOf = ({ messages }: Listening) => messages.filter((message) => message.event === 'operations')

describe('the state of the log', () => {
  it('is sent at once to an admin who watches and moves as bookings are placed', async ({
    stack,
    admin,
    customer,
    packageId,
  }) => {
    const watching = await connected(stack, admin, await stack.anotherApi())
    watching.socket.emit('watch-operations', true)
    const { head } = await watching.first('operations')
    const { position } = await placeBooking(customer, packageId)
    await expect
      .poll(() => viewsOf(watching).at(-1)?.head)
      .toBeGreaterThanOrEqual(Math.max(head + 1, position))
    await expect.poll(() => viewsOf(watching).at(-1)?.rates.appended).not.toBeNull()
  })

  it('is not sent to customers and labs, who may ask for it', async ({
    stack,
    admin,
    customer,
    lab,
    packageId,
  }) => {
    const others = [await connected(stack, customer), await connected(stack, lab)]
    const watching = await connected(stack, admin)
    for (const { socket } of others) for (let n = 0; n < 40; n += 1) socket.emit('watch-operations', true)
    watching.socket.emit('watch-operations', true)
    await placeBooking(customer, packageId)
    await expect.poll(() => viewsOf(watching).length).toBeGreaterThan(1)
    for (const other of others) {
      expect(viewsOf(other)).toEqual([])
      expect(other.socket.connected).toBe(true)
    }
  })
})
