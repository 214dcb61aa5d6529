import { expect, it } from 'vitest'
import { bareCode, isBarcode, labelCode, parseLabelCode, shortLabelCode } from './barcode.ts'

it('one barcode has one form, however it was scanned or typed', () => {
  for (const read of [
    '0012345678',
    '00123-45678',
    ' 00123 45678\r\n',
    ']C10012345678',
    ']d2\u001d0012345678',
    '\u001d]C10012345678\u001d',
  ])
    expect(bareCode(read)).toBe('0012345678')
  expect(bareCode('thy-00017')).toBe('THY00017')
})

it('a scanner that names its symbology reads our labels too', () => {
  expect(parseLabelCode(']C1JN-2026-000123-1')).toEqual({ orderNumber: 'JN-2026-000123', tube: 1 })
  expect(parseLabelCode(']C1\u001dJN2026000123-1\r')).toEqual({ orderNumber: 'JN-2026-000123', tube: 1 })
})

it('texts in other scripts and single letters are no barcodes', () => {
  expect(['भ-123', 'A', '- -', ''].filter(isBarcode)).toEqual([])
  expect(['THY-00017', '12345', ']C1A99.4'].every(isBarcode)).toBe(true)
})

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
