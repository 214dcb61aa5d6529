import { describe, expect, it } from 'vitest'
import { type DeclaredLab, labsByCity } from './nearby-labs.ts'

const [blood, heart] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']

function lab(change: Partial<DeclaredLab>): DeclaredLab {
  return { city: null, cities: [], pincodes: [], excludedPackageIds: [], ...change }
}

describe('the labs of a city', () => {
  it('are those that are located there, declared it, or declared a PIN code in it, each once', () => {
    const cities = labsByCity([
      lab({ city: 'Surat' }),
      lab({ city: 'Pune', cities: ['Surat'] }),
      lab({ pincodes: ['395001', '395002', '411001'] }),
      lab({ city: 'surat ', cities: ['Surat'], pincodes: ['395001'] }),
      lab({}),
    ])
    expect(cities.get('surat')?.countFor(blood)).toBe(4)
    expect(cities.get('pune')?.countFor(blood)).toBe(2)
    expect([...cities.keys()].toSorted()).toEqual(['pune', 'surat'])
  })

  it('do not count for the packages that they exclude', () => {
    const cities = labsByCity([lab({ city: 'Surat', excludedPackageIds: [heart] }), lab({ city: 'Surat' })])
    expect(cities.get('surat')?.countFor(blood)).toBe(2)
    expect(cities.get('surat')?.countFor(heart)).toBe(1)
  })

  it('have one key for the same numbers, so that cities share answers', () => {
    const cities = labsByCity([
      lab({ city: 'Surat' }),
      lab({ city: 'Pune' }),
      lab({ cities: ['Delhi', 'Jaipur'] }),
      lab({ city: 'Jaipur' }),
    ])
    const key = (city: string) => cities.get(city)?.key
    expect(key('surat')).toBe(key('pune'))
    expect(key('delhi')).toBe(key('pune'))
    expect(key('jaipur')).not.toBe(key('pune'))
  })
})
