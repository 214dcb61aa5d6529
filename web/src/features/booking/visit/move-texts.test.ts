import { expect, it } from 'vitest'
import { moveTexts } from './booking-timeline'

const move = {
  at: '2026-11-20T10:00:00.000Z',
  actor: 'customer',
  fromDate: '2026-11-23',
  fromTime: '08:00-10:00',
  toDate: '2026-11-24',
  toTime: '10:00-12:00',
}
const later = { ...move, at: '2026-11-21T10:00:00.000Z', actor: 'admin' }
const instant = { ...move, fromDate: null, fromTime: null }

it('each move says from when to when, and who moved it, latest first', () => {
  const texts = (moves: (typeof move | typeof instant)[], isCustomer = true) =>
    moveTexts({ moves }, isCustomer).map(({ text }) => text)
  const times = 'from 23 Nov 2026, 8:00–10:00 am to 24 Nov 2026, 10:00 am–12:00 pm'
  expect(texts([move, later])).toEqual([`Moved ${times} by Jaanch`, `Moved ${times} by you`])
  expect(texts([move], false)).toEqual([`Moved ${times} by the customer`])
  expect(texts([instant])[0]).toContain('Moved from an instant visit to 24 Nov')
})
