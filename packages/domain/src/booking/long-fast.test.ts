import { expect, it } from 'vitest'
import { longFastOf } from './long-fast.ts'

it('children under 12 and people over 65 should be careful with more than ten hours, or a visit from 10:00 on', () => {
  for (const age of [0, 11, 66, 90]) {
    expect(longFastOf(age, 12, '')).toBe('hours')
    expect(longFastOf(age, 0, '06:00-08:00')).toBe('hours')
    expect(longFastOf(age, 10, '10:00-12:00')).toBe('late')
    expect(longFastOf(age, 10, '08:00-10:00')).toBeUndefined()
    expect(longFastOf(age, 8, '')).toBeUndefined()
    expect(longFastOf(age, null, '14:00-16:00')).toBeUndefined()
  }
})

it('nobody else is warned, nor somebody whose age is not known', () => {
  for (const age of [12, 40, 65, null]) expect(longFastOf(age, 12, '14:00-16:00')).toBeUndefined()
})
