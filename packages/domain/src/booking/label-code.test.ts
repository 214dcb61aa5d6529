import { expect, it } from 'vitest'
import { labelCode, readLabelCode, shortLabelCode } from './label-code.ts'

it('a code and its short form name the same tube', () => {
  const orders = ['JN-2026-000123', 'JN-2026-1000123']
  for (const orderNumber of orders) {
    for (const tube of [1, 12]) {
      expect(readLabelCode(labelCode(orderNumber, tube))).toEqual({ orderNumber, tube })
      expect(readLabelCode(shortLabelCode(orderNumber, tube))).toEqual({ orderNumber, tube })
    }
  }
})

it('a typed code may have small letters and spaces around it', () => {
  expect(readLabelCode(' jn-2026-000123-2 ')).toEqual({ orderNumber: 'JN-2026-000123', tube: 2 })
})

it('an order number alone, a tube 0 and a code of another system name no tube', () => {
  for (const text of ['JN-2026-000123', 'JN-2026-000123-0', 'JN-2026-123-1', '2600123451', '']) {
    expect(readLabelCode(text)).toBeUndefined()
  }
})
