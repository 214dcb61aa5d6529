import type { Person } from '@jaanch/tests/support/people'
import { closeSockets, connectTo } from '@jaanch/tests/support/sockets'
import { it } from '@jaanch/tests/support/test'
import { afterEach, describe, expect } from 'vitest'
import { operationsHistoryCalls } from './api.ts'

const { getHistory, getRefold, refold } = operationsHistoryCalls

afterEach(closeSockets)

/** Waits for the last event of a booking that no person causes. */
async function hasOrder({ client }: Person, of: string): Promise<void> {
  await expect
    .poll(async () => (await client.call(getHistory, { query: { of } })).steps.map(({ type }) => type))
    .toContain('OrderCreated')
}

describe('time travel', () => {
  it('shows the events of a booking with the fields that each changed, page by page', async ({
    admin,
    bookingInStatus,
  }) => {
    const id = await bookingInStatus('confirmed')
    const stream = `booking-${id}`
    await hasOrder(admin, stream)
    const history = await admin.client.call(getHistory, { query: { of: stream } })
    expect(history).toMatchObject({ of: stream, after: null, stopped: null })
    expect(history.steps[0]).toMatchObject({ version: 1, type: 'BookingPlaced', actor: 'customer' })
    const assigned = history.steps.find(({ type }) => type === 'LabAssigned')
    expect(assigned?.changes).toContainEqual(
      expect.objectContaining({ table: 'bookings', path: 'data.labPartnerId', before: null }),
    )
    const later = await admin.client.call(getHistory, { query: { of: id.slice(0, 8), after: 1 } })
    expect(later.steps).toEqual(history.steps.slice(1))
  })
})

describe('a row that was damaged', () => {
  it('is shown, mended with a reason, and pushed to those who see it', async ({
    stack,
    admin,
    customer,
    bookingInStatus,
  }) => {
    const id = await bookingInStatus('confirmed')
    const of = `booking-${id}`
    await hasOrder(admin, of)
    await expect
      .poll(async () => (await admin.client.call(getRefold, { query: { of } })).generations[0]?.differences)
      .toEqual([])
    const before = await admin.client.call(getRefold, { query: { of } })
    const generation = before.generations[0]?.generation
    await stack.database.asOwner(
      `update read_${generation}.bookings set data = data || '{"priority": "high"}' where id = $1`,
      [id],
    )
    const damaged = await admin.client.call(getRefold, { query: { of } })
    expect(damaged.generations[0]?.differences).toEqual([
      { table: 'bookings', key: id, path: 'data.priority', before: 'high', after: 'medium' },
    ])

    const own = await connectTo(stack.url, customer)
    const mended = await admin.client.call(refold, { body: { of, reason: 'It was changed by hand' } })
    expect(mended).toMatchObject({ mended: 1, mayMiscount: false })
    await expect
      .poll(() => own.bookings())
      .toContainEqual(
        expect.objectContaining({ booking: expect.objectContaining({ id, priority: 'medium' }) }),
      )
    const { rows } = await stack.database.asOwner(
      `select reason, operator, (select count(*)::int from audit
                where details ->> 'command' = 'refold' and details ->> 'stream' = $1) as recorded
         from refolds where stream_id = $1`,
      [of],
    )
    expect(rows).toEqual([{ reason: 'It was changed by hand', operator: `admin:${admin.id}`, recorded: 1 }])
  })
})
