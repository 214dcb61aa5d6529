import { expect, it } from 'vitest'
import { placeOfCity, placeOfPincode } from './find-place.ts'

it('a PIN code of the list has a city and a state; one that may be mistyped has none', () => {
  expect(placeOfPincode('395003')).toEqual({ pincode: '395003', city: 'Surat', state: 'Gujarat' })
  expect(placeOfPincode('395999')).toBeUndefined()
})

it('a city is found in any spelling of upper and lower case', () => {
  expect(placeOfCity(' bangalore')).toMatchObject({ city: 'Bangalore', state: 'Karnataka' })
  expect(placeOfCity('Atlantis')).toBeUndefined()
})
