import { bookingCalls } from '@jaanch/booking/api'
import { readBooking } from '@jaanch/tests/support/bookings'
import { stackTest } from '@jaanch/tests/support/test'
import { expect } from 'vitest'
import { type CustodyInput, custodyCalls } from '../api.ts'

const it = stackTest()
const slow = { timeout: 60_000 }

it('a rejected sample is offered to the customer again, who confirms or declines it; the money of what is declined is paid back', async ({
  admin,
  customer,
  lab,
  bookingInStatus,
}) => {
  const read = (id: string) => readBooking(customer, id)
  async function rejectAll(id: string): Promise<string> {
    await expect.poll(() => read(id), slow).toMatchObject({ orderNumber: expect.stringMatching(/^JN-/) })
    const steps: CustodyInput[] = [
      { type: 'identify', method: 'name-and-birth-date', isConfirmed: true },
      { type: 'draw', tubes: [{ number: 1 }] },
      { type: 'reject', tubes: [{ number: 1, reason: 'clotted' }] },
    ]
    for (const command of steps) {
      const body = { recorded: { at: new Date().toISOString() }, command }
      await lab.client.call(custodyCalls.recordCustody, { params: { id }, body })
    }
    await expect.poll(async () => (await read(id)).recollections, slow).toHaveLength(1)
    return (await read(id)).recollections[0]?.bookingId ?? ''
  }

  const ordered = await bookingInStatus('confirmed')
  const first = await rejectAll(ordered)
  const confirmed = await customer.client.call(bookingCalls.confirmOrder, { params: { id: first } })
  expect(confirmed).toMatchObject({
    status: 'confirmed',
    finalAmount: 0,
    labPartnerId: lab.labPartnerId,
    recollection: { of: ordered, attempt: 1 },
  })
  const late = { query: { attention: 'refund-due' as const } }
  const due = async () =>
    (await admin.client.call(bookingCalls.listBookings, late)).filter(({ id }) => id === ordered)
  expect(await due()).toEqual([])

  const second = await rejectAll(first)
  await customer.client.call(bookingCalls.declineOrder, { params: { id: second } })
  await expect.poll(due, slow).toMatchObject([{ refund: { isSettled: false } }])
  const { finalAmount, refund } = await read(ordered)
  expect(refund?.amount).toBe(finalAmount)
})
