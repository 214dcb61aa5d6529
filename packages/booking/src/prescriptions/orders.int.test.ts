import { randomUUID } from 'node:crypto'
import { peopleCalls } from '@jaanch/account/people/api'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { createClient, refusal } from '@jaanch/tests/support/client'
import { eventTypes } from '@jaanch/tests/support/events'
import { createLimitedLabs, type LimitedLab } from '@jaanch/tests/support/limited-labs'
import { type Customer, createAdmin, createCustomer, type Person } from '@jaanch/tests/support/people'
import { uploadPrescription } from '@jaanch/tests/support/prescriptions'
import { type Stack, withStoppedClock } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { bookingCalls } from '../api.ts'
import { slotCalls } from '../slots/api.ts'

const { confirmOrder, declineOrder, placeBooking } = bookingCalls

const it = stackTest({ workers: false }).extend(
  'wish',
  ({ customer, packageId }) =>
    async (who = customer): Promise<Record<string, unknown>> => {
      const { id: prescriptionId } = await uploadPrescription(who)
      return { customerId: who.id, packageId, prescriptionId, totalAmount: 499, finalAmount: 499 }
    },
)
const taken = refusal('already-exists', 'An order exists already for this prescription.')

function propose(admin: Pick<Person, 'client'>, body: Record<string, unknown>) {
  return admin.client.ask(placeBooking, { body })
}

async function ordersOf(stack: Stack, { prescriptionId }: Record<string, unknown>): Promise<number> {
  const { rows } = await stack.database.asOwner(
    "select from log.events where type = 'OrderProposed' and data ->> 'prescriptionId' = $1",
    [prescriptionId],
  )
  return rows.length
}

describe('the order of a prescription', () => {
  it('is one, and the same request of the same admin has the same answer, also at the same time [V2.3.4]', async ({
    stack,
    admin,
    wish,
  }) => {
    for (let n = 0; n < 3; n += 1) {
      const asked = await wish()
      const answers = await Promise.all(Array.from({ length: 4 }, () => propose(admin, asked)))
      const again = await propose(admin, asked)
      expect(again).toMatchObject({ status: 201, body: { status: 'pending_customer_confirmation' } })
      for (const answer of answers) expect(answer).toMatchObject({ status: 201, body: { id: again.body.id } })
      expect(await ordersOf(stack, asked)).toBe(1)
    }
  })

  it.for([
    ['asks for the same', {}],
    ['asks for something else', { specialInstructions: 'Ring twice' }],
  ] as const)(
    'is the first admin’s: another one who %s is refused, in sequence and at the same time',
    async ([_, change], { stack, admin, wish }) => {
      const other = await createAdmin(stack)
      const asked = await wish()
      expect((await propose(admin, asked)).status).toBe(201)
      expect(await propose(other, { ...asked, ...change })).toMatchObject(taken)

      for (let n = 0; n < 5; n += 1) {
        const together = await wish()
        const answers = await Promise.all([
          propose(admin, together),
          propose(other, { ...together, ...change }),
        ])
        expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
        expect(answers.find(({ status }) => status === 409)).toMatchObject(taken)
        expect(await ordersOf(stack, together)).toBe(1)
      }
    },
  )

  it('stays the only one after the customer declined it', async ({ admin, customer, wish }) => {
    const asked = await wish()
    const { body } = await propose(admin, asked)
    await customer.client.call(declineOrder, { params: { id: body.id } })
    expect(await propose(admin, { ...asked, specialInstructions: 'Once more' })).toMatchObject(taken)
  })
})

const now = new Date()
const today = istDate(now)
const [tomorrow, inFourDays] = [addDays(today, 1), addDays(today, 4)]
const chosen = { scheduledDate: inFourDays, scheduledTime: '16:00-18:00' } as const

const confirm = (by: Person, id: string, body?: Record<string, unknown>, idempotencyKey?: string) =>
  by.client.ask(confirmOrder, {
    params: { id },
    ...(body && { body }),
    ...(idempotencyKey && { idempotencyKey }),
  })

async function addressOf({ database }: Stack, id: string) {
  const { rows } = await database.asOwner(
    `select address->>'pincode' as pincode, city, special_instructions as note, request_hash <> '' as hashed
       from booking_details where booking_id = $1`,
    [id],
  )
  return rows[0]
}

const inSurat = {
  street: '1 Ring Road',
  city: 'Surat',
  state: 'Gujarat',
  pincode: '395003',
  phone: '98250 11111',
}

describe('the customer who confirms an order', () => {
  it('needs no body: then address and time are those of the proposal', async ({
    stack,
    admin,
    customer,
    wish,
  }) => {
    const client = createClient(await withStoppedClock(stack, now), admin.token)
    const { id } = (await propose({ client }, await wish())).body
    expect(await confirm(customer, id)).toMatchObject({
      status: 200,
      body: { status: 'confirmed', scheduledDate: tomorrow, scheduledTime: '09:00' },
    })
  })

  it('chooses the address, which an order may lack, and the time in one step; the address is in no event', async ({
    stack,
    admin,
    wish,
  }) => {
    const customer = await createCustomer(stack)
    await customer.client.call(peopleCalls.removeAddress, { params: { id: customer.addressId } })
    const asked = { ...(await wish(customer)), specialInstructions: 'Ring twice' }
    const { id } = (await propose(admin, asked)).body
    expect(await addressOf(stack, id)).toMatchObject({ pincode: null })
    const { id: addressId } = await customer.client.call(peopleCalls.addAddress, { body: inSurat })
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => confirm(customer, id, { addressId, ...chosen }, key)),
    )
    answers.push(await confirm(customer, id, { addressId, ...chosen }, key))
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 200, body: { status: 'confirmed', city: 'Surat', ...chosen } })
    }
    const stored = { pincode: '395003', city: 'Surat', note: 'Ring twice', hashed: true }
    expect(await addressOf(stack, id)).toEqual(stored)
    expect(await eventTypes(stack, `booking-${id}`)).toEqual(['OrderProposed', 'OrderConfirmed'])
    const { rows } = await stack.database.asOwner('select data::text from log.events where stream_id = $1', [
      `booking-${id}`,
    ])
    expect(JSON.stringify(rows)).not.toContain('Ring Road')
  })

  it('is refused the address of another, a time that is past or half of one, and then nothing is changed', async ({
    stack,
    admin,
    customer,
    otherCustomer,
    wish,
  }) => {
    const { id } = (await propose(admin, await wish())).body
    const before = await addressOf(stack, id)
    const { addressId } = otherCustomer
    expect(await confirm(customer, id, { addressId, ...chosen })).toMatchObject(
      refusal('not-found', 'This address is not known.'),
    )
    const past = { ...chosen, scheduledDate: addDays(today, -1) }
    expect(await confirm(customer, id, past)).toMatchObject(refusal('date-past'))
    expect((await confirm(customer, id, { scheduledDate: inFourDays })).status).toBe(422)
    expect(await confirm(otherCustomer, id, chosen)).toMatchObject(refusal('not-found'))
    expect(await addressOf(stack, id)).toEqual(before)
    expect(await eventTypes(stack, `booking-${id}`)).toEqual(['OrderProposed'])
  })
})

describe('where labs declared limits', () => {
  it('the place follows the chosen time and address: by the customer’s hold, or refused where all are taken', async ({
    stack,
    admin,
    packageId,
    wish,
  }) => {
    const [here, there] = (await createLimitedLabs(stack, 2)) as [LimitedLab, LimitedLab]
    const customer = await createCustomer(stack)
    await here.addressOf(customer)
    const { id } = (await propose(admin, { ...(await wish(customer)), scheduledDate: tomorrow })).body
    expect(await here.taken(tomorrow)).toMatchObject([{ id }])

    const addressId = await there.addressOf(customer)
    const other = await createCustomer(stack)
    const hold = (who: Customer, pincode: string) =>
      who.client.call(slotCalls.holdSlot, {
        body: { pincode, date: inFourDays, time: '16:00-18:00', packageIds: [packageId] },
      })
    const theirs = await hold(other, there.pincode)
    expect(await confirm(customer, id, { addressId, ...chosen })).toMatchObject(refusal('slot-full'))
    expect(await here.taken(tomorrow), 'the proposal keeps its place').toMatchObject([{ id }])
    await other.client.call(slotCalls.releaseSlot, { params: { id: theirs.id } })

    const { id: holdId } = await hold(customer, there.pincode)
    expect(await confirm(customer, id, { addressId, ...chosen, holdId })).toMatchObject({ status: 200 })
    expect(await here.taken(tomorrow)).toEqual([])
    expect(await there.taken(inFourDays, 6)).toMatchObject([{ id, bookings: 1 }])
  })
})
