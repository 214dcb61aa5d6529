import { refusal } from '@jaanch/tests/support/client'
import { createAdmin, type Person } from '@jaanch/tests/support/people'
import { uploadPrescription } from '@jaanch/tests/support/prescriptions'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { bookingCalls } from '../api.ts'

const it = stackTest({ workers: false }).extend(
  'wish',
  ({ customer, packageId }) =>
    async (): Promise<Record<string, unknown>> => {
      const { id: prescriptionId } = await uploadPrescription(customer)
      return { customerId: customer.id, packageId, prescriptionId, totalAmount: 499, finalAmount: 499 }
    },
)
const taken = refusal('already-exists', 'An order exists already for this prescription.')

function propose(admin: Person, body: Record<string, unknown>) {
  return admin.client.ask(bookingCalls.placeBooking, { body })
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
    await customer.client.call(bookingCalls.declineOrder, { params: { id: body.id } })
    expect(await propose(admin, { ...asked, specialInstructions: 'Once more' })).toMatchObject(taken)
  })
})
