import { describe, expect, it } from 'vitest'
import { instantSlots } from './schedule.ts'

const slotsAt = (time: string) => instantSlots(new Date(`2026-11-23T${time}:00+05:30`))

describe('an instant visit takes a place', () => {
  it('in the slot in which somebody comes in two hours, else in the one in four hours', () => {
    expect(slotsAt('09:30')).toEqual([
      { date: '2026-11-23', slot: 3 },
      { date: '2026-11-23', slot: 4 },
    ])
  })

  it.each([
    ['01:59', []],
    ['02:00', [1]],
    ['04:00', [1, 2]],
    ['14:00', [6]],
    ['15:59', [6]],
    ['16:00', []],
    ['23:00', []],
  ])('only between 06:00 and 18:00 of today: at %s', (time, slots) => {
    expect(slotsAt(time).map(({ slot }) => slot)).toEqual(slots)
  })
})
