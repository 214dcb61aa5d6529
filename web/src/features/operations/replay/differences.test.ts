import { expect, it } from 'vitest'
import { changedFields } from './differences'

it('the fields that differ are shown one by one, also those inside an object, and those that one side lacks', () => {
  const live = { status: 'pending', data: { final: 499, lines: [1] } }
  const rebuilt = { status: 'confirmed', data: { final: 500, lines: [1, 2], orderNumber: 'JN-1' } }
  expect(changedFields(live, rebuilt)).toEqual([
    { name: 'status', live: 'pending', rebuilt: 'confirmed' },
    { name: 'data.final', live: '499', rebuilt: '500' },
    { name: 'data.lines', live: '[1]', rebuilt: '[1,2]' },
    { name: 'data.orderNumber', live: 'not there', rebuilt: 'JN-1' },
  ])
})
