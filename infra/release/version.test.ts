import { expect, it } from 'vitest'
import { compareVersions, nextVersion, parseVersion, stepBetween } from './version.ts'

it('versions are compared by number, not as texts', () => {
  expect(compareVersions('0.10.0', '0.9.9')).toBeGreaterThan(0)
  expect(compareVersions('1.0.0', '1.0.0')).toBe(0)
  expect(compareVersions('1.2.3', '2.0.0')).toBeLessThan(0)
})

it('a step raises one number and sets those after it to 0', () => {
  expect(nextVersion('1.2.3', 'patch')).toBe('1.2.4')
  expect(nextVersion('1.2.3', 'minor')).toBe('1.3.0')
  expect(nextVersion('1.2.3', 'major')).toBe('2.0.0')
  expect(stepBetween('1.2.3', '1.2.5')).toBe('patch')
  expect(stepBetween('1.2.3', '1.4.0')).toBe('minor')
  expect(stepBetween('0.2.0', '1.0.0')).toBe('major')
})

it('other texts are no versions', () => {
  for (const text of ['v1.2.3', '1.2', '1.2.3-rc.1', '01.2.3', ''])
    expect(() => parseVersion(text)).toThrow('is no version')
})
