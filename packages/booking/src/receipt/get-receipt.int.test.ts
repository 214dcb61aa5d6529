import { labProfileCalls } from '@jaanch/account/labs/api'
import { assignLab } from '@jaanch/tests/support/bookings'
import { placeBooking } from '@jaanch/tests/support/people'
import { readPdf } from '@jaanch/tests/support/read-pdf'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { bookingCalls } from '../api.ts'

const it = stackTest({ workers: false }).extend('ask', { scope: 'file' }, async ({ stack }) => {
  const operator = { name: 'Sabarmati Health Pvt. Ltd.', address: 'Ahmedabad' }
  const url = await stack.anotherApi({ limits: { receipts: 3 }, operator })
  return ({ token }: { token: string }, id: string) =>
    fetch(`${url}/api/bookings/${id}/receipt`, { headers: { authorization: `Bearer ${token}` } })
})

describe('the receipt of a booking', () => {
  it('says, once it is paid, who paid what and how, and who runs the installation; each person gets a few within an hour', async ({
    ask,
    admin,
    customer,
    packageId,
  }) => {
    const { id, packageName } = await placeBooking(customer, packageId)
    const unpaid = await ask(customer, id)
    expect([unpaid.status, await unpaid.json()]).toMatchObject([409, { code: 'not-paid' }])
    await admin.client.call(bookingCalls.recordPayment, {
      params: { id },
      body: { method: 'upi', reference: 'UTR 4711' },
    })
    const answer = await ask(customer, id)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="jaanch-receipt-/)
    const bytes = Buffer.from(await answer.arrayBuffer())
    const { pages, isTagged } = await readPdf(bytes)
    expect(pages).toHaveLength(1)
    for (const part of [
      'Sabarmati Health Pvt. Ltd.',
      'Receipt',
      'Paid by UPI',
      'Reference UTR 4711',
      packageName,
      'Total paid ₹499',
    ]) {
      expect(pages[0]).toContain(part)
    }
    expect(isTagged).toBe(true)
    const again = await ask(customer, id)
    expect(Buffer.from(await again.arrayBuffer()).equals(bytes)).toBe(true)
    await ask(customer, id)
    expect((await ask(customer, id)).status).toBe(429)
    expect((await ask(admin, id)).status).toBe(200)
  })

  it('keeps the name that the lab had when it was paid, however often the lab is renamed', async ({
    ask,
    admin,
    customer,
    lab,
    packageId,
  }) => {
    const { id } = await placeBooking(customer, packageId)
    const params = { id }
    await assignLab(admin, id, lab)
    const rename = (labName: string) =>
      lab.client.call(labProfileCalls.changeLabProfile, { body: { labName } })
    await rename('Lab of the payment')
    await admin.client.call(bookingCalls.recordPayment, { params, body: { method: 'upi' } })
    for (const name of ['Second name', 'Third name']) await rename(name)
    const answer = await ask(admin, id)
    const [page] = (await readPdf(Buffer.from(await answer.arrayBuffer()))).pages
    expect(page).toContain('Lab of the payment')
  })
})
