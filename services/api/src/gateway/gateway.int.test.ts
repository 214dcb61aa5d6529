import { bookingCalls } from '@jaanch/booking/api'
import type { BookingView } from '@jaanch/booking/booking-view'
import {
  bookingInput,
  createCustomer,
  type Lab,
  type Person,
  placeBooking,
  tokens,
} from '@jaanch/tests/support/people'
import { closeSockets, connectTo, type Listening, listenTo } from '@jaanch/tests/support/sockets'
import type { Stack } from '@jaanch/tests/support/stack'
import { it } from '@jaanch/tests/support/test'
import { afterEach, describe, expect } from 'vitest'

afterEach(closeSockets)

function assign(admin: Person, booking: { id: string }, to: Lab): Promise<BookingView> {
  return admin.client.call(bookingCalls.assignLab, {
    params: { id: booking.id },
    body: { labPartnerId: to.labPartnerId },
  })
}

async function untilReceived(listening: Listening, message: object): Promise<void> {
  await expect.poll(() => listening.bookings()).toContainEqual(expect.objectContaining(message))
}

describe('a changed booking', () => {
  it('is pushed to its customer, its lab and the admins as their lists show it, and to nobody else [V8.4.1]', async ({
    stack,
    admin,
    customer,
    otherCustomer,
    lab,
    otherLab,
    packageId,
  }) => {
    const clients = {
      customer: await connectTo(stack.url, customer),
      lab: await connectTo(stack.url, lab),
      admin: await connectTo(stack.url, admin),
      otherCustomer: await connectTo(stack.url, otherCustomer),
      otherLab: await connectTo(stack.url, otherLab),
    }
    const booking = await placeBooking(customer, packageId)
    await assign(admin, booking, lab)
    const params = { id: booking.id }
    await lab.client.call(bookingCalls.changeBookingStatus, { params, body: { status: 'confirmed' } })
    const read = (person: Person) => person.client.call(bookingCalls.getBooking, { params })
    // the order number is the last change
    await expect.poll(async () => (await read(customer)).orderNumber).not.toBeNull()
    for (const [who, person] of [
      ['customer', customer],
      ['lab', lab],
      ['admin', admin],
    ] as const) {
      // a push does not tell the number of tubes
      const [{ tubeCount, ...row }] = (await person.client.call(bookingCalls.listBookings)) as [BookingView]
      const nobody = { patientName: null, contactNumber: null }
      await untilReceived(clients[who], { booking: who === 'lab' ? { ...row, ...nobody } : row })
    }
    // a forbidden message would have arrived before the permitted one
    for (const who of ['otherCustomer', 'otherLab'] as const) {
      const ownBooking = await placeBooking(otherCustomer, packageId)
      if (who === 'otherLab') await assign(admin, ownBooking, otherLab)
      await untilReceived(clients[who], { booking: expect.objectContaining({ id: ownBooking.id }) })
      expect(clients[who].bookings().filter((message) => message.booking?.id === booking.id)).toEqual([])
    }
  })

  it('reaches its lab without the person, as a push and when it catches up, also while its list shows them', async ({
    stack,
    admin,
    customer,
    lab,
    packageId,
  }) => {
    const body = bookingInput(packageId, customer.addressId, { specialInstructions: 'Ring twice' })
    const booking = await customer.client.call(bookingCalls.placeBooking, { body })
    await assign(admin, booking, lab)
    const [labClient, owner] = [await connectTo(stack.url, lab), await connectTo(stack.url, customer)]
    const params = { id: booking.id }
    await lab.client.call(bookingCalls.changeBookingStatus, { params, body: { status: 'confirmed' } })
    const confirmed = { id: booking.id, status: 'confirmed' }
    const withInstructions = { ...confirmed, specialInstructions: 'Ring twice' }
    const without = { booking: expect.objectContaining({ ...confirmed, specialInstructions: null }) }
    await untilReceived(owner, { booking: expect.objectContaining(withInstructions) })
    await untilReceived(labClient, without)
    expect(await lab.client.call(bookingCalls.getBooking, { params })).toMatchObject(withInstructions)

    const late = await connectTo(stack.url, { ...lab, after: booking.position })
    expect(late.bookings()).toContainEqual(expect.objectContaining(without))
    for (const { messages } of [labClient, late]) expect(JSON.stringify(messages)).not.toContain('Ring twice')
  })

  it('is removed from the list of a lab when another lab is assigned', async ({
    stack,
    admin,
    customer,
    lab,
    otherLab,
    packageId,
  }) => {
    const booking = await placeBooking(customer, packageId)
    await assign(admin, booking, lab)
    const [firstLab, secondLab, owner] = [
      await connectTo(stack.url, lab),
      await connectTo(stack.url, otherLab),
      await connectTo(stack.url, customer),
    ]
    const { position } = await assign(admin, booking, otherLab)
    await untilReceived(secondLab, { booking: expect.objectContaining({ id: booking.id }) })
    await untilReceived(firstLab, { position, id: booking.id, booking: null })
    await untilReceived(owner, { booking: expect.objectContaining({ labPartnerId: otherLab.labPartnerId }) })
    expect(firstLab.bookings().at(-1)).toMatchObject({ id: booking.id, booking: null })
    expect(owner.bookings().filter((message) => message.booking === null)).toEqual([])
  })
})

describe('a connection', () => {
  async function refusal(stack: Stack, auth: object): Promise<string> {
    const { socket } = listenTo(stack.url, auth as { token: string })
    return new Promise((resolve) => {
      socket.on('connect_error', (error) => resolve(error.message))
      socket.on('connect', () => resolve('accepted'))
    })
  }

  it('is a WebSocket: long polling is refused', async ({ customer }) => {
    const polling = await customer.client.raw('/socket.io/?EIO=4&transport=polling')
    expect(polling).toMatchObject({ status: 400, body: { message: 'Transport unknown' } })
  })

  it('is refused without a valid token and for a disabled account [V4.4.3]', async ({ stack, customer }) => {
    const forged = `${customer.token.slice(0, -4)}AAAA`
    const revoked = tokens.issue({ id: customer.id, tokenVersion: 0 })
    for (const token of [undefined, '', 7, forged, revoked]) {
      expect(await refusal(stack, { token })).toBe('Please sign in.')
    }
    const disabled = await createCustomer(stack)
    await stack.database.asOwner('update users set is_active = false where id = $1', [disabled.id])
    await expect.poll(() => refusal(stack, { token: disabled.token })).toBe('This account has been disabled.')
  })
})

describe('a connection of a changed account', () => {
  it('is closed also if the notification was lost', async ({ stack, customer }) => {
    const person = await createCustomer(stack)
    const one = await connectTo(stack.url, person)
    const bystander = await connectTo(stack.url, customer)
    await stack.database.asOwner(
      `with terminated as (
         select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'api listen' and datname = current_database()
       ) select count(*) from terminated`,
    )
    await stack.database.asOwner('update users set is_active = false where id = $1', [person.id])
    await expect.poll(() => one.socket.connected).toBe(false)
    expect(bystander.socket.connected).toBe(true)
  })

  it('is reopened by a client whose token is still valid', async ({ stack }) => {
    const person = await createCustomer(stack)
    const one = await connectTo(stack.url, person, { reconnection: true })
    const first = one.socket.id
    await stack.database.asOwner('update users set is_active = true where id = $1', [person.id])
    await expect.poll(() => one.socket.connected && one.socket.id !== first).toBe(true)
  })
})

it('a client that sends a packet beyond 16 kB is disconnected, and one below is not', async ({
  stack,
  customer,
}) => {
  const send = async (text: string) => {
    const { socket } = await connectTo(stack.url, customer)
    socket.emit('watch-slots' as never, text as never)
    return socket
  }
  const below = await send('x'.repeat(15_000))
  const beyond = await send('x'.repeat(17_000))
  await expect.poll(() => beyond.connected).toBe(false)
  expect(below.connected).toBe(true)
})
