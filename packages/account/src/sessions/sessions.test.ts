import { expect, it } from 'vitest'
import { describeDevice } from './sessions.ts'

it('a device is described by its browser and system, as far as they are known', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  expect(describeDevice(firefox)).toBe('Firefox on Linux')
  expect(describeDevice(undefined)).toBe('Unknown device')
  expect(describeDevice('')).toBe('Unknown device')
  expect(describeDevice('x'.repeat(100_000)).length).toBeLessThanOrEqual(100)
})
