import { expect, test } from 'vitest'
import { createSlots } from '@/testing/slots'
import { dayMark, firstDayShown, nextFree, slotOf, slotsQuery, withoutSlot } from './availability'

const today = '2026-11-21'
const now = new Date('2026-11-21T02:35:00Z') // 8:05 am in India

test.each([
  ['', today],
  ['2026-11-27', today],
  ['2026-11-28', '2026-11-28'],
  ['2026-12-06', '2026-12-05'],
  ['0202-11-28', today],
  ['20266-11-28', today],
])('the week that is shown for %j begins on %s', (date, first) => {
  expect(firstDayShown(date, today)).toBe(first)
})

test('the week that is shown is asked for once the PIN code is complete', () => {
  expect(slotsQuery({ pincode: '39500', packageIds: ['p1'] }, today)).toBeNull()
  expect(slotsQuery({ pincode: '३९५ ००३', packageIds: ['p1'] }, today)).toMatchObject({ pincode: '395003' })
  expect(slotsQuery({ pincode: '395003', packageIds: ['p1'], bookingId: 'b1' }, today)).toEqual({
    ...{ pincode: '395003', from: today, days: 7, packageIds: ['p1'], visitId: 'b1' },
  })
})

test('the word for a day is Free, how many are left, or Full; slots that have begun do not count', () => {
  const slots = createSlots(today, {
    [today]: 0,
    [`${today} 06:00-08:00`]: 4,
    '2026-11-22': 0,
    '2026-11-22 08:00-10:00': 2,
    '2026-11-22 16:00-18:00': 1,
    '2026-11-24': 2,
  })
  expect(dayMark(slots, today, now)?.word).toBe('Full')
  expect(dayMark(slots, '2026-11-22', now)?.word).toBe('3 left')
  expect(dayMark(slots, '2026-11-23', now)?.word).toBe('Free')
  expect(dayMark(slots, '2026-11-24', now)?.word, 'twelve are enough').toBe('Free')
})

test('the word for a day is Over once the last slot of the day has begun', () => {
  expect(dayMark(undefined, today, new Date('2026-11-21T10:30:00Z'))?.word).toBe('Over')
})

test('the word for a day is missing where nothing is limited, or as long as nothing is known', () => {
  expect(dayMark(createSlots(today, {}, { isLimited: false }), '2026-11-22', now)).toBeUndefined()
  expect(dayMark(undefined, '2026-11-22', now)).toBeUndefined()
})

const free = { [today]: 0, '2026-11-22': 0, '2026-11-22 14:00-16:00': 1 }

test('the next free slot is the first one from the chosen day on', () => {
  expect(nextFree(createSlots(today, free), '', now)).toEqual({ date: '2026-11-22', time: '14:00-16:00' })
  expect(nextFree(createSlots(today, free), '2026-11-23', now)?.date).toBe('2026-11-23')
})

test('the next free slot is that of the server if the week has none, and null if there is none at all', () => {
  const week = Object.fromEntries(createSlots(today).days.map(({ date }) => [date, 0]))
  const next = { date: '2026-12-01', time: '06:00-08:00' } as const
  expect(nextFree(createSlots(today, week, { next }), '', now)).toEqual(next)
  expect(nextFree(createSlots(today, week), '', now)).toBeNull()
})

test('the next free slot is not a slot that the server refused a moment ago', () => {
  const lost = { date: '2026-11-22', time: '14:00-16:00' } as const
  const slots = withoutSlot(createSlots(today, free, { next: lost }), lost)
  expect(slots && slotOf(slots, lost)?.state).toBe('full')
  expect(slots && nextFree(slots, '', now)).toEqual({ date: '2026-11-23', time: '06:00-08:00' })
  expect(slots?.next).toBeNull()
})
