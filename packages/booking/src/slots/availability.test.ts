import { describe, expect, it } from 'vitest'
import { firstFree, isTooFar, viewDays } from './availability.ts'

const date = '2026-11-24'
const at = (time: string) => new Date(`${date}T${time}:00+05:30`)
const morning = at('05:00')

describe('a slot', () => {
  it('is open, few with their number, or full', () => {
    const [day] = viewDays(date, 1, () => [0, 1, 3, 4, 100, 0], morning)
    expect(day?.slots.map(({ state, left }) => [state, left])).toEqual([
      ['full', undefined],
      ['few', 1],
      ['few', 3],
      ['open', undefined],
      ['open', undefined],
      ['full', undefined],
    ])
  })

  it('is full once it has begun, also where nothing is limited', () => {
    const [day] = viewDays(date, 1, () => undefined, at('08:00'))
    expect(day?.slots.map(({ state }) => state)).toEqual(['full', 'full', 'open', 'open', 'open', 'open'])
  })

  it('is the next free one if nothing before it can be chosen', () => {
    const days = viewDays(date, 3, (of) => (of === '2026-11-25' ? [0, 0, 1, 1, 1, 1] : []), morning)
    expect(firstFree(days)).toEqual({ date: '2026-11-25', time: '10:00-12:00' })
    expect(firstFree(days.slice(0, 1))).toBeUndefined()
  })
})

it('dates more than a year ahead cannot be asked for', () => {
  expect(isTooFar({ from: '2027-11-20' }, morning)).toBe(false)
  expect(isTooFar({ from: '9999-12-31' }, morning)).toBe(true)
  expect(isTooFar({}, morning)).toBe(false)
})
