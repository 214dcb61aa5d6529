import { expect, test } from 'vitest'
import { aLab } from '@/testing/fixtures'
import { isNear, labsFor } from './labs-for'

const labs = [
  aLab({ id: '1', labName: 'Yamuna Labs', city: 'Delhi', pincode: '110001' }),
  aLab({ id: '2', labName: 'Sabar Diagnostics', city: 'Ahmedabad' }),
  aLab({ id: '3', labName: 'Arogya Labs', city: 'Mumbai' }),
  aLab({ id: '4', labName: 'New Lab', city: null }),
]
const names = (city: string | null, text = '') => labsFor(labs, city, text).map(({ labName }) => labName)

test('labs of the booking’s city come first, the others by name', () => {
  expect(names('Delhi')).toEqual(['Yamuna Labs', 'Arogya Labs', 'New Lab', 'Sabar Diagnostics'])
  expect(names(null)).toEqual(['Arogya Labs', 'New Lab', 'Sabar Diagnostics', 'Yamuna Labs'])
})

test('a city is the same however it was typed; no city is near to none', () => {
  expect(isNear({ city: 'Ahmedabad' }, ' ahmedabad')).toBe(true)
  expect(isNear({ city: null }, null)).toBe(false)
})

test('every word of the search must be found in name, city, address or PIN', () => {
  expect(names(null, 'labs mumbai')).toEqual(['Arogya Labs'])
  expect(names(null, '1100')).toEqual(['Yamuna Labs'])
  expect(names(null, 'nowhere')).toEqual([])
})
