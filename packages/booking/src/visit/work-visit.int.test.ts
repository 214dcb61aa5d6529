import { randomUUID } from 'node:crypto'
import { assignLab } from '@jaanch/tests/support/bookings'
import { refusal } from '@jaanch/tests/support/client'
import { eventTypes } from '@jaanch/tests/support/events'
import { addFamilyMember } from '@jaanch/tests/support/family'
import { bookingInput, type Person } from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { bookingCalls } from '../api.ts'

const { changeBookingStatus, recordPayment, listBookings, placeBooking } = bookingCalls

/** A visit of the customer and two others, with its lab */
const it = stackTest({ workers: false }).extend(
  'threePeople',
  ({ admin, customer, lab, packageId }) =>
    async () => {
      const members = [await addFamilyMember(customer), await addFamilyMember(customer)]
      const items = [null, ...members].map((member) => ({
        packageIds: [packageId],
        familyMemberId: member?.id ?? null,
      }))
      const { packageId: _, ...body } = bookingInput('', customer.addressId, { items })
      const { bookings = [] } = await customer.client.call(placeBooking, { body })
      const [one = '', two = '', three = ''] = bookings.map(({ id }) => id)
      await assignLab(admin, one, lab)
      return [one, two, three] as const
    },
)

type Body = Record<string, unknown>
const advance = (by: Person, id: string, status: string, body: Body = { visit: true }, key?: string) =>
  by.client.ask(changeBookingStatus, {
    params: { id },
    body: { status, ...body },
    ...(key && { idempotencyKey: key }),
  })
const pay = (by: Person, id: string, body: Body = {}, key?: string) =>
  by.client.ask(recordPayment, {
    params: { id },
    body: { method: 'upi', visit: true, ...body },
    ...(key && { idempotencyKey: key }),
  })

const statuses = (body: { bookings?: { id: string; status: string }[] | undefined }) =>
  Object.fromEntries(body.bookings?.map(({ id, status }) => [id, status]) ?? [])

async function positionsOf(stack: Stack, ids: readonly string[], type: string): Promise<number[]> {
  const { rows } = await stack.database.asOwner(
    'select position from log.events where stream_id = any($1) and type = $2 order by position',
    [ids.map((id) => `booking-${id}`), type],
  )
  return rows.map(({ position }) => Number(position))
}

describe('the people of a visit', () => {
  it('go one step in one press: not who is further or cancelled, and none for who may not', async ({
    stack,
    admin,
    lab,
    otherLab,
    threePeople,
  }) => {
    const [one, two, three] = await threePeople()
    expect(await advance(otherLab, one, 'confirmed')).toMatchObject(refusal('not-found'))
    expect(await advance(lab, one, 'cancelled')).toMatchObject(refusal('forbidden'))

    expect((await advance(lab, three, 'confirmed', {})).body.bookings).toBeUndefined()
    const first = await advance(lab, one, 'confirmed')
    expect(first.status).toBe(200)
    expect(statuses(first.body)).toEqual({ [one]: 'confirmed', [two]: 'confirmed', [three]: 'confirmed' })
    expect(first.body.bookings?.map(({ familyMember }) => familyMember)).toEqual([null, null, null])
    const [, , last = 0] = await positionsOf(stack, [one, two, three], 'BookingConfirmed')
    expect(await positionsOf(stack, [one, two], 'BookingConfirmed'), 'one append').toEqual([last - 1, last])

    await advance(admin, two, 'cancelled', {})
    const collecting = await advance(lab, one, 'sample-collection')
    expect(collecting.body).toMatchObject({ id: one, status: 'sample-collection', visitSize: 2 })
    expect(statuses(collecting.body)[two]).toBe('cancelled')
    // by itself none says who was booked together
    expect((await advance(lab, one, 'lab-processing', {})).body.visitSize).toBeNull()
    const listed = await lab.client.call(listBookings, {})
    expect(listed.filter(({ id }) => id === one || id === three).map(({ visitSize }) => visitSize)).toEqual([
      2, 2,
    ])
  })

  it('go once however often it is pressed, by one key or by several at once', async ({
    stack,
    lab,
    threePeople,
  }) => {
    const people = await threePeople()
    const [one, two] = people
    const key = randomUUID()
    const same = await Promise.all(
      Array.from({ length: 6 }, () => advance(lab, one, 'confirmed', undefined, key)),
    )
    same.push(await advance(lab, one, 'confirmed', undefined, key))
    for (const { status, body } of same) {
      expect(status, JSON.stringify(body)).toBe(200)
      expect(new Set(Object.values(statuses(body)))).toEqual(new Set(['confirmed']))
    }
    expect(await positionsOf(stack, people, 'BookingConfirmed')).toHaveLength(3)
    expect(await advance(lab, two, 'sample-collection', undefined, key)).toMatchObject(refusal('key-reused'))

    const others = await Promise.all([one, two, one, two].map((id) => advance(lab, id, 'sample-collection')))
    expect(others.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(others.filter(({ body }) => body.code === 'wrong-status')).toHaveLength(3)
    expect(await positionsOf(stack, people, 'SampleCollectionStarted')).toHaveLength(3)
  })

  it('pay once for all who have not paid, with a reference each', async ({
    stack,
    admin,
    lab,
    threePeople,
  }) => {
    const people = await threePeople()
    const [one, two, three] = people
    await advance(admin, three, 'cancelled', {})
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => pay(lab, one, { reference: 'UPI-77' }, key)),
    )
    for (const { body } of answers) {
      const paid = body.bookings?.map(({ id, paymentStatus }) => [id, paymentStatus]) ?? []
      expect(Object.fromEntries(paid)).toEqual({ [one]: 'paid', [two]: 'paid', [three]: 'pending' })
    }
    expect(await positionsOf(stack, people, 'PaymentRecorded')).toHaveLength(2)
    const { rows } = await stack.database.asOwner(
      'select booking_id, reference from payment_references where booking_id = any($1)',
      [people],
    )
    expect(Object.fromEntries(rows.map((row) => [row.booking_id, row.reference]))).toEqual({
      [one]: 'UPI-77',
      [two]: 'UPI-77',
    })
    expect(await pay(lab, two)).toMatchObject(refusal('already-paid'))
    expect(await eventTypes(stack, `booking-${three}`)).not.toContain('PaymentRecorded')
  })
})
