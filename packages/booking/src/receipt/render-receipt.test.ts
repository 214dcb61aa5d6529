import { readPdf } from '@jaanch/tests/support/read-pdf'
import { expect, test } from 'vitest'
import { renderReceipt } from './render-receipt.ts'

test('a receipt says which price list gave a price, and what of an order was not made and not paid', async () => {
  const bytes = await renderReceipt({
    number: 'J-2026-000001',
    paidAt: new Date('2026-01-30T06:00:00Z'),
    method: 'upi',
    reference: null,
    amount: 39_900,
    lines: [
      { name: 'Thyroid profile', price: 49_900, priceList: 'Diwali' },
      { name: 'Complete blood count', price: 29_950, priceList: null },
    ],
    discount: 10_000,
    patient: 'Asha',
    lab: null,
    operator: null,
    isCancelled: false,
  })
  const { pages } = await readPdf(bytes)
  expect(pages[0]?.match(/Price list: .*/g)).toEqual([expect.stringContaining('Price list: Diwali')])
  expect(pages[0]).toContain('Tests that are not made −₹299.50')
  expect(pages[0]).toContain('Total paid ₹399')
})
