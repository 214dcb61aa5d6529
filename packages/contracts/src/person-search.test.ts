import { expect, it } from 'vitest'
import { phoneStarts } from './person-search.ts'

it('a search for a phone number finds it as it was pasted from contacts or a spreadsheet', () => {
  for (const typed of [
    '98765 43210',
    '\u202a+919876543210\u202c',
    '98765–43210',
    '9876543210.0',
    '९८७६५ ४३२१०',
  ])
    expect(phoneStarts(typed), JSON.stringify(typed)).toContain('+919876543210')
})
