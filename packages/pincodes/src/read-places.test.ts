import { describe, expect, it } from 'vitest'
import { kmBetweenPincodes, kmToCity } from './distance.ts'
import { citiesOfPincodes } from './find-place.ts'
import { allPlaces, areaOfPincode } from './read-places.ts'

describe('the area of a PIN code', () => {
  it('is the code and its city', () => {
    expect(areaOfPincode('395003')).toEqual({ pincode: '395003', city: 'Surat' })
    const other = allPlaces().all.find(({ pincode, city }) => {
      const area = areaOfPincode(pincode)
      return area.pincode !== pincode || area.city !== city
    })
    expect(other).toBeUndefined()
  })

  it('is that of the nearest known code for one that the list lacks, so that nobody evades a limit with it', () => {
    const { all, rows } = allPlaces()
    for (const unknown of ['395000', '395199', '395999', '560999', '110999']) {
      expect(rows.has(unknown)).toBe(false)
      const { pincode, city } = areaOfPincode(unknown)
      const common = (other: string) => [6, 5, 4, 3].find((n) => other.startsWith(unknown.slice(0, n))) ?? 0
      expect(common(pincode)).toBe(Math.max(...all.map((place) => common(place.pincode))))
      expect(areaOfPincode(pincode)).toEqual({ pincode, city })
    }
    expect(areaOfPincode('395999').city).toBe('Surat')
  })

  it('is none that a lab can declare for a code of a district without any', () => {
    for (const unknown of ['910001', '000000', '39500', ''])
      expect(areaOfPincode(unknown)).toEqual({ pincode: unknown, city: '' })
    expect(citiesOfPincodes()).not.toContain('')
  })
})

it('a city is as far away as its centre, and an unknown code as its area', () => {
  expect(kmToCity('395003', 'Surat')).toBeLessThan(30)
  expect(kmToCity('380001', 'Surat')).toBeGreaterThan(150)
  expect(kmToCity('380001', 'Nowhere')).toBeUndefined()
  expect(kmToCity('910001', 'Surat')).toBeUndefined()
  expect(kmBetweenPincodes('395999', areaOfPincode('395999').pincode)).toBe(0)
})
