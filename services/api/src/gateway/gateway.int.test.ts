import type { BookingView } from '@jaanch/contracts/http/booking-view'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import {
  applyAsLab,
  bookingInput,
  createCustomer,
  type Lab,
  type Person,
  placeBooking,
  tokens,
} from '@jaanch/tests/support/people'
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

function assign(admin: Person, booking: { id: string }, to: Lab): Promise<BookingView> {
  return admin.client.call(bookingRoutes.assignLab, {
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
      customer: await connected(stack, customer),
      lab: await connected(stack, lab),
      admin: await connected(stack, admin),
      otherCustomer: await connected(stack, otherCustomer),
      otherLab: await connected(stack, otherLab),
    }
    const booking = await placeBooking(customer, packageId)
    await assign(admin, booking, lab)
    const params = { id: booking.id }
    await lab.client.call(bookingRoutes.changeBookingStatus, { params, body: { status: 'confirmed' } })
    const read = (person: Person) => person.client.call(bookingRoutes.getBooking, { params })
    // the order number is the last change
    await expect.poll(async () => (await read(customer)).orderNumber).not.toBeNull()
    for (const [who, person] of [
      ['customer', customer],
      ['lab', lab],
      ['admin', admin],
    ] as const) {
      const {
        lines,
        pdfOnly,
        reviewText,
        visitCode,
        patientChange,
        custody,
        custodyNotes,
        reportedPayment,
        draft,
        assignment,
        ...detail
      } = await read(person)
      const { escalation, declines, tubeCount, ...row } = detail
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

  it('is pushed to the sockets of every API process', async ({ stack, customer, packageId }) => {
    const client = await connected(stack, customer, await stack.anotherApi())
    const booking = await placeBooking(customer, packageId)
    await untilReceived(client, { booking: expect.objectContaining({ id: booking.id }) })
  })

  it('reaches its lab without the person, as a push and when it catches up, also while its list shows them', async ({
    stack,
    admin,
    customer,
    lab,
    packageId,
  }) => {
    const body = bookingInput(packageId, customer.addressId, { specialInstructions: 'Ring twice' })
    const booking = await customer.client.call(bookingRoutes.placeBooking, { body })
    await assign(admin, booking, lab)
    const [labClient, owner] = [await connected(stack, lab), await connected(stack, customer)]
    const params = { id: booking.id }
    await lab.client.call(bookingRoutes.changeBookingStatus, { params, body: { status: 'confirmed' } })
    const confirmed = { id: booking.id, status: 'confirmed' }
    const withInstructions = { ...confirmed, specialInstructions: 'Ring twice' }
    const without = { booking: expect.objectContaining({ ...confirmed, specialInstructions: null }) }
    await untilReceived(owner, { booking: expect.objectContaining(withInstructions) })
    await untilReceived(labClient, without)
    expect(await lab.client.call(bookingRoutes.getBooking, { params })).toMatchObject(withInstructions)

    const late = listenTo(stack.url, { token: lab.token, after: booking.position })
    await late.first('caught-up')
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
      await connected(stack, lab),
      await connected(stack, otherLab),
      await connected(stack, customer),
    ]
    const { position } = await assign(admin, booking, otherLab)
    await untilReceived(secondLab, { booking: expect.objectContaining({ id: booking.id }) })
    await untilReceived(firstLab, { position, id: booking.id, booking: null })
    await untilReceived(owner, { booking: expect.objectContaining({ labPartnerId: otherLab.labPartnerId }) })
    expect(firstLab.bookings().at(-1)).toMatchObject({ id: booking.id, booking: null })
    expect(owner.bookings().filter((message) => message.booking === null)).toEqual([])
  })
})

describe('the application of a lab', () => {
  it('is pushed to the admins only', async ({ stack, admin, lab }) => {
    const [adminClient, labClient] = [await connected(stack, admin), await connected(stack, lab)]
    const { id } = await applyAsLab(stack.url)
    const { labPartner } = await adminClient.first('lab')
    expect(labPartner).toMatchObject({ id, status: 'applied', isApproved: false })
    // what earlier tests changed may still be pushed to this lab
    expect(labClient.messages.filter(({ event }) => event === 'lab')).toEqual([])
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

  it('is refused without a valid token [V4.4.3]', async ({ stack, customer }) => {
    const expired = `${customer.token.slice(0, -4)}AAAA`
    for (const auth of [{}, { token: '' }, { token: 'nonsense' }, { token: 7 }, { token: expired }]) {
      expect(await refusal(stack, auth)).toBe('Please sign in.')
    }
  })

  it('is refused for a disabled account and for a revoked token', async ({ stack, customer }) => {
    const { database } = stack
    const disabled = await createCustomer(stack)
    await database.asOwner('update users set is_active = false where id = $1', [disabled.id])
    await expect.poll(() => refusal(stack, { token: disabled.token })).toBe('This account has been disabled.')
    const revoked = tokens.issue({ id: customer.id, tokenVersion: 0 })
    expect(await refusal(stack, { token: revoked })).toBe('Please sign in.')
  })
})

describe('a connection of a changed account', () => {
  it('is closed also if the notification was lost', async ({ stack, customer }) => {
    const person = await createCustomer(stack)
    const one = await connected(stack, person)
    const bystander = await connected(stack, customer)
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
    const one = listenTo(stack.url, { token: person.token }, { reconnection: true })
    await one.first('caught-up')
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
    const { socket } = await connected(stack, customer)
    socket.emit('watch-slots' as never, text as never)
    return socket
  }
  const below = await send('x'.repeat(15_000))
  const beyond = await send('x'.repeat(17_000))
  await expect.poll(() => beyond.connected).toBe(false)
  expect(below.connected).toBe(true)
})
