import { describe, expect, it } from 'vitest'
import { services, walkOverVersions } from './walk.ts'

describe('the walk over all mixes of versions', () => {
  it('begins and ends with all services old, and makes every step in every mix exactly once', () => {
    const versions = Object.fromEntries(services.map((service) => [service, 'old']))
    const made = walkOverVersions().map(({ service, to }) => {
      expect(versions[service]).not.toBe(to)
      const before = Object.values(versions).join(' ')
      versions[service] = to
      return `${before}: ${service}`
    })
    expect(new Set(made).size).toBe(services.length * 2 ** services.length)
    expect(made).toHaveLength(24)
    expect(new Set(Object.values(versions))).toEqual(new Set(['old']))
  })
})
