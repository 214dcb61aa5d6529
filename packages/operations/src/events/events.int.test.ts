import { bookingCalls } from '@jaanch/booking/api'
import { requestedAt } from '@jaanch/platform/telemetry/traces'
import { refusal } from '@jaanch/tests/support/client'
import { bookingInput, createAdmin, type Person, placeBooking } from '@jaanch/tests/support/people'
import { it } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { type EventsView, operationsEventCalls, operationsTraceCalls } from './api.ts'

type Query = Record<string, string | number>

const list = ({ client }: Person, query: Query = {}): Promise<EventsView> =>
  client.call(operationsEventCalls.listEvents, { query: query as never })
const getEvent = ({ client }: Person, position: number) =>
  client.call(operationsEventCalls.getEvent, { params: { id: String(position) } })
const traceOf = ({ client }: Person, of: string) =>
  client.call(operationsTraceCalls.getTrace, { query: { of } })

/** The events of a stream, oldest first, as soon as one is of this type */
async function untilEvent(admin: Person, stream: string, type: string) {
  const read = async () => (await list(admin, { stream })).events.toReversed()
  await expect.poll(async () => (await read()).map((event) => event.type)).toContain(type)
  return read()
}

describe('the events of the log', () => {
  it('are read newest first in pages, each event once, and those after a position while they are followed', async ({
    admin,
    customer,
    packageId,
  }) => {
    await placeBooking(customer, packageId)
    await placeBooking(customer, packageId)
    const { id } = await placeBooking(customer, packageId)
    const [placed] = await untilEvent(admin, `booking-${id}`, 'OrderCreated')
    const position = placed?.position as number
    const [first, second] = [
      await list(admin, { limit: 3 }),
      await list(admin, { limit: 2, before: position }),
    ]
    expect(first.events).toHaveLength(3)
    expect(first.next).toBe(first.events.at(-1)?.position)
    expect(first.looked).toEqual({ from: first.next, to: first.events[0]?.position })
    expect(second.events.map((event) => event.position)).toEqual([position - 1, position - 2])
    const newer = await list(admin, { after: position - 1, limit: 200 })
    expect(newer.events.at(-1)).toMatchObject({ position, type: 'BookingPlaced', streamId: `booking-${id}` })
    expect(newer).toMatchObject({ next: null, looked: { from: position } })
    expect(await list(admin, { after: 1_000_000_000 })).toEqual({ events: [], looked: null, next: null })
  })

  it('are filtered by type, stream, order number, actor and time', async ({
    stack,
    admin,
    customer,
    packageId,
  }) => {
    const { id } = await placeBooking(customer, packageId)
    const [placed, created] = await untilEvent(admin, `booking-${id}`, 'OrderCreated')
    const typesOf = async (query: Query) => (await list(admin, query)).events.map(({ type }) => type)
    const stream = `booking-${id}`
    expect(await typesOf({ stream })).toEqual(['OrderCreated', 'BookingPlaced'])
    expect(await typesOf({ stream: id.slice(0, 8) })).toEqual(['OrderCreated', 'BookingPlaced'])
    expect(await typesOf({ stream, type: 'BookingPlaced' })).toEqual(['BookingPlaced'])
    expect(await typesOf({ stream, actor: 'orders' })).toEqual(['OrderCreated'])
    expect(await typesOf({ stream, actor: 'system' })).toEqual(['OrderCreated'])
    expect(await typesOf({ stream, actor: 'customer' })).toEqual(['BookingPlaced'])
    expect(await typesOf({ stream, actor: 'admin', type: '' })).toEqual([])
    expect(new Set(await typesOf({ actor: customer.id }))).toContain('BookingPlaced')
    const { rows } = await stack.database.asOwner('select order_number from orders where booking_id = $1', [
      id,
    ])
    expect(await typesOf({ stream: rows[0].order_number })).toEqual(['OrderCreated', 'BookingPlaced'])
    const from = placed?.at as string
    const to = new Date(Date.parse(created?.at as string) + 1).toISOString()
    expect(await typesOf({ stream, from, to })).toEqual(['OrderCreated', 'BookingPlaced'])
    expect(await typesOf({ stream, to: from })).toEqual([])
  })
})

describe('one event', () => {
  it('has its data, the name of its actor, its request, its cause and its effects, which the trace of the booking shows too', async ({
    admin,
    customer,
    packageId,
  }) => {
    const { status, headers, body } = await customer.client.ask(bookingCalls.placeBooking, {
      body: bookingInput(packageId, customer.addressId),
    })
    expect(status).toBe(201)
    const { id } = body
    const correlationId = headers.get('x-request-id')
    expect(requestedAt(correlationId ?? '')).toBeInstanceOf(Date)
    const [placed, created] = await untilEvent(admin, `booking-${id}`, 'OrderCreated')
    const cause = await getEvent(admin, placed?.position as number)
    expect(cause).toMatchObject({
      type: 'BookingPlaced',
      data: { bookingId: id },
      actorName: 'Test Person',
      correlationId,
      causationId: null,
      causes: [],
    })
    const effect = await getEvent(admin, created?.position as number)
    expect(effect).toMatchObject({
      actor: 'system:orders',
      actorName: null,
      correlationId,
      causationId: placed?.position,
      causes: [{ position: placed?.position, type: 'BookingPlaced' }],
    })
    const whats = async () =>
      (await getEvent(admin, placed?.position as number)).effects.map(({ depth, what }) => [depth, what])
    await expect.poll(whats).toContainEqual([0, 'seen'])
    expect(await whats()).toContainEqual([0, 'orders'])
    expect(await whats()).toContainEqual([1, 'OrderCreated'])
    // the trace of the booking has what the request caused below the request
    const { steps } = await traceOf(admin, id)
    const request = steps.findIndex(({ kind, detail }) => kind === 'request' && detail === correlationId)
    expect(steps[request + 1]).toMatchObject({ depth: 1, kind: 'event', what: 'BookingPlaced' })
    expect(steps.find(({ what }) => what === 'OrderCreated')?.depth).toBe(3)
  })
})

describe('a request', () => {
  it('that failed is named by its answer, and one without events is reported with the events that were looked at', async ({
    stack,
  }) => {
    const admin = await createAdmin(stack)
    const { headers } = await admin.client.raw('/api/users/none')
    const requestId = headers.get('x-request-id') as string
    const answer = await admin.client.ask(operationsTraceCalls.getTrace, { query: { of: requestId } })
    expect(answer).toMatchObject({ status: 404 })
    expect(answer.body.error).toContain('Looked for the request in events')
    const ofNothing = await admin.client.ask(operationsTraceCalls.getTrace, { query: { of: 'ffffffff' } })
    expect(ofNothing).toMatchObject(refusal('not-found', 'No booking or prescription begins with ffffffff.'))
  })
})
