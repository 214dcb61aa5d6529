import type { FieldChange, HistoryStep } from '@jaanch/booking-stream/history/api'
import { expect, it } from 'vitest'
import { indexAtTime, rowsAt } from './rows'

type Change = Omit<FieldChange, 'table' | 'key'> & Partial<FieldChange>

function step(version: number, ...changes: Change[]): HistoryStep {
  return {
    position: version * 10,
    version,
    type: `Event${version}`,
    at: `2026-01-30T05:00:0${version}.000Z`,
    actor: 'admin',
    changes: changes.map((change) => ({ table: 'bookings', key: '1', ...change })),
  }
}

const steps = [
  step(1, { path: 'data.status', after: 'pending' }, { path: 'data.timeline[0].at', after: 'a' }),
  step(2, { path: 'data.labPartnerId', before: null, after: 'x' }),
  step(
    3,
    { path: 'data.status', before: 'pending', after: 'confirmed' },
    { path: 'data.timeline[1].at', after: 'b' },
    { path: 'data.labPartnerId', before: 'x' },
    { table: 'notifications', key: '1 30', path: 'kind', after: 2 },
  ),
  step(4),
]

const fields = (index: number) =>
  rowsAt(steps, index).flatMap(({ table, fields }) =>
    fields.map(({ path, after, madeBy, change }) => [table, path, after, madeBy.version, change]),
  )

it('the rows after an event have for each field its value and the event that made it', () => {
  expect(fields(1)).toEqual([
    ['bookings', 'data.status', 'pending', 1, undefined],
    ['bookings', 'data.timeline[0].at', 'a', 1, undefined],
    ['bookings', 'data.labPartnerId', 'x', 2, { before: null, after: 'x' }],
  ])
})

it('the rows after an event show what this event changed, added and removed, places of one list beside each other', () => {
  expect(fields(2)).toEqual([
    ['bookings', 'data.status', 'confirmed', 3, { before: 'pending', after: 'confirmed' }],
    ['bookings', 'data.timeline[0].at', 'a', 1, undefined],
    ['bookings', 'data.timeline[1].at', 'b', 3, { before: undefined, after: 'b' }],
    ['bookings', 'data.labPartnerId', undefined, 3, { before: 'x', after: undefined }],
    ['notifications', 'kind', 2, 3, { before: undefined, after: 2 }],
  ])
})

it('the rows after an event have no longer what an earlier event removed', () => {
  expect(fields(3).map(([, path]) => path)).toEqual([
    'data.status',
    'data.timeline[0].at',
    'data.timeline[1].at',
    'kind',
  ])
})

it('going to a time finds the last event that had happened', () => {
  expect(indexAtTime(steps, new Date('2026-01-30T05:00:02.999Z'))).toBe(1)
  expect(indexAtTime(steps, new Date('2026-01-30T06:00:00Z'))).toBe(3)
})

it('going to a time finds the first event if none had', () => {
  expect(indexAtTime(steps, new Date('2026-01-29T05:00:00Z'))).toBe(0)
})
