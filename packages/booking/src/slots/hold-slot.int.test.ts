import { randomUUID } from 'node:crypto'
import { addDays } from '@jaanch/contracts/calendar'
import { createLimitedLab, tomorrow } from '@jaanch/tests/support/capacities'
import { createClient } from '@jaanch/tests/support/client'
import { type Customer, createCustomer, placeBooking } from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { slotCalls } from './api.ts'

const it = stackTest({ workers: false })

const inputAt = (pincode: string, change: Record<string, unknown> = {}) => ({
  pincode,
  date: tomorrow(),
  time: '08:00-10:00' as const,
  packageIds: [],
  ...change,
})

const hold = (customer: Pick<Customer, 'client'>, pincode: string, change = {}, idempotencyKey?: string) =>
  customer.client.ask(slotCalls.holdSlot, {
    body: inputAt(pincode, change),
    ...(idempotencyKey && { idempotencyKey }),
  })

const release = (customer: Customer, id: string) =>
  customer.client.call(slotCalls.releaseSlot, { params: { id } })

async function rowsAt(stack: Stack, labPartnerId: string) {
  const { rows } = await stack.database.pool.query(
    'select id, is_renewed, expires_at from visit_places where lab_partner_id = $1',
    [labPartnerId],
  )
  return rows
}

const tenMinutes = 600_000

describe('a slot', () => {
  it('is held for ten minutes, so that another customer finds it full, until its customer gives it up', async ({
    stack,
    otherCustomer,
  }) => {
    const customer = await createCustomer(stack)
    const { labPartnerId, pincode } = await createLimitedLab(stack.database, { visits: 1 })
    const asked = Date.now()
    const { status, body } = await hold(customer, pincode)
    expect(status).toBe(201)
    expect(body.isRenewable).toBe(true)
    const expires = Date.parse(body.expiresAt)
    expect(expires).toBeGreaterThanOrEqual(asked + tenMinutes)
    expect(expires).toBeLessThanOrEqual(Date.now() + tenMinutes)
    expect(await hold(otherCustomer, pincode)).toMatchObject({
      status: 409,
      body: { error: 'This time has just been taken. Please choose another one.' },
    })
    for (const { by, left } of [
      { by: otherCustomer, left: 1 },
      { by: customer, left: 0 },
      { by: customer, left: 0 },
    ]) {
      await release(by, body.id)
      expect(await rowsAt(stack, labPartnerId)).toHaveLength(left)
    }
    expect((await hold(otherCustomer, pincode)).status).toBe(201)
  })

  it('is held without a row where nothing is limited, and not if it has begun or its booking is unknown', async ({
    stack,
    customer,
  }) => {
    expect((await hold(customer, '380001', { date: addDays(tomorrow(), -2) })).status).toBe(422)
    expect((await hold(customer, '380001', { visitId: randomUUID() })).status).toBe(404)
    const { status, body } = await hold(customer, '380001')
    expect(status).toBe(201)
    const { rowCount } = await stack.database.pool.query('select from visit_places where id = $1', [body.id])
    expect(rowCount).toBe(0)
    await release(customer, body.id)
  })

  it('is renewed once, and the same request again is answered again', async ({ stack, otherCustomer }) => {
    const customer = await createCustomer(stack)
    const { labPartnerId, pincode } = await createLimitedLab(stack.database, { visits: 1 })
    const { body: first } = await hold(customer, pincode)
    await stack.database.pool.query(
      "update visit_places set expires_at = now() + interval '9 minutes' where id = $1",
      [first.id],
    )
    expect((await hold(otherCustomer, pincode, { holdId: first.id })).status).toBe(409)
    const key = randomUUID()
    const asked = Date.now()
    const { body: renewed } = await hold(customer, pincode, { holdId: first.id }, key)
    expect(renewed).toMatchObject({ id: first.id, isRenewable: false })
    expect(Date.parse(renewed.expiresAt)).toBeGreaterThanOrEqual(asked + tenMinutes)
    expect((await hold(customer, pincode, { holdId: first.id }, key)).body).toEqual(renewed)
    expect(await hold(customer, pincode, { holdId: first.id })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('held for you twice') },
    })
    expect(await rowsAt(stack, labPartnerId)).toHaveLength(1)
  })

  it('whose hold has expired is held anew, if it is still free', async ({ stack, otherCustomer }) => {
    const customer = await createCustomer(stack)
    const { pincode } = await createLimitedLab(stack.database, { visits: 1 })
    const { body: first } = await hold(customer, pincode)
    const expire = () =>
      stack.database.pool.query('update visit_places set expires_at = now() where bookings = 0')
    await expire()
    const { status, body: second } = await hold(customer, pincode, { holdId: first.id })
    expect(status).toBe(201)
    expect(second).toMatchObject({ isRenewable: true })
    expect(second.id).not.toBe(first.id)
    await expire()
    expect((await hold(otherCustomer, pincode)).status).toBe(201)
    expect((await hold(customer, pincode, { holdId: second.id })).status).toBe(409)
  })

  it('is held three times at most for one customer', async ({ stack }) => {
    const customer = await createCustomer(stack)
    const { pincode } = await createLimitedLab(stack.database, { visits: 5 })
    const ids: string[] = []
    for (let n = 0; n < 3; n += 1) ids.push((await hold(customer, pincode)).body.id)
    const refused = await hold(customer, pincode)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('600')
    await release(customer, ids[0] as string)
    expect((await hold(customer, pincode)).status).toBe(201)
  })

  it('that a moved visit has already needs no second place', async ({ stack, customer, packageId }) => {
    const { labPartnerId, pincode } = await createLimitedLab(stack.database, {
      visits: 1,
      daysOff: [tomorrow()],
    })
    const { id: visitId } = await placeBooking(customer, packageId)
    expect((await hold(customer, pincode, { visitId })).status).toBe(409)
    expect(await rowsAt(stack, labPartnerId)).toEqual([])
  })
})

it('a network reads free slots, and a customer chooses a slot, only so often in an hour', async ({
  stack,
  customer,
}) => {
  const url = await stack.anotherApi({ limits: { slotReads: 2, holdsPlaced: 2 } })
  const client = createClient(url, customer.token)
  const query = { pincode: '380001', packageIds: [] }
  for (const status of [200, 200, 429])
    expect((await client.ask(slotCalls.listSlots, { query })).status).toBe(status)
  for (const status of [201, 201, 429]) expect((await hold({ client }, '380001')).status).toBe(status)
})
