import { expect, test } from 'vitest'
import { cityOfPincode, kmBetweenPincodes } from './distance.ts'

test('a PIN code has the city of its post office', () => {
  expect(cityOfPincode('395003')).toBe('Surat')
  expect(cityOfPincode('000000')).toBeUndefined()
})

test('the distance between two PIN codes is that of their post offices', () => {
  expect(kmBetweenPincodes('380001', '380001')).toBe(0)
  // Ahmedabad to Surat: 209 km as the crow flies
  expect(kmBetweenPincodes('380001', '395003')).toBeGreaterThan(195)
  expect(kmBetweenPincodes('380001', '395003')).toBeLessThan(220)
  expect(kmBetweenPincodes('380001', '000000')).toBeUndefined()
})
