import { expect, it } from 'vitest'
import { labelCode, parseLabelCode, shortLabelCode } from './custody-facts.ts'

it('the code of a label and its short form name the same tube, also when they are typed', () => {
  for (const orderNumber of ['JN-2026-000123', 'JN-2026-1000123']) {
    for (const tube of [1, 12]) {
      const codes = [labelCode(orderNumber, tube), shortLabelCode(orderNumber, tube)]
      for (const code of [...codes, ` ${codes[0]?.toLowerCase()} `])
        expect(parseLabelCode(code)).toEqual({ orderNumber, tube })
    }
  }
})

it('an order number alone and a code of another system are no codes of labels', () => {
  for (const text of ['JN-2026-000123', 'JN-2026-123-1', '2600123451', ''])
    expect(parseLabelCode(text)).toBeUndefined()
})
