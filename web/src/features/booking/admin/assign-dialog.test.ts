import { expect, test } from 'vitest'
import { createLab } from '@/testing/fixtures'
import { inOrderOf, isInCity, rankLabs } from './assign-dialog'

const labs = [
  createLab({ id: '1', labName: 'Yamuna Labs', city: 'Delhi', pincode: '110001' }),
  createLab({ id: '2', labName: 'Sabar Diagnostics', city: 'Ahmedabad' }),
  createLab({ id: '3', labName: 'Arogya Labs', city: 'Mumbai' }),
  createLab({ id: '4', labName: 'New Lab', city: null }),
]
const names = (city: string | null, search = '') => rankLabs(labs, city, search).map(({ labName }) => labName)

test('sorts labs of the booking’s city first, the others by name', () => {
  expect(names('Delhi')).toEqual(['Yamuna Labs', 'Arogya Labs', 'New Lab', 'Sabar Diagnostics'])
  expect(names(null)).toEqual(['Arogya Labs', 'New Lab', 'Sabar Diagnostics', 'Yamuna Labs'])
})

test('compares cities without case and spaces; an unknown city matches none', () => {
  expect(isInCity({ city: 'Ahmedabad' }, ' ahmedabad')).toBe(true)
  expect(isInCity({ city: null }, null)).toBe(false)
})

test('finds labs that contain every word of the search in name, city, address or PIN', () => {
  expect(names(null, 'labs mumbai')).toEqual(['Arogya Labs'])
  expect(names(null, '1100')).toEqual(['Yamuna Labs'])
  expect(names(null, 'nowhere')).toEqual([])
})

test('puts suggested labs first, in the order of the suggestions', () => {
  const ranked = rankLabs(labs, 'Delhi', '')
  expect(inOrderOf(ranked, ['4', 'unknown', '2']).map(({ id }) => id)).toEqual(['4', '2', '1', '3'])
})
