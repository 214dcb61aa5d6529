import { expect, it } from 'vitest'
import { type Owner, ownerKey, parseOwnerKey } from './owner-keys.ts'

const id = '0190a6c8-1111-7000-8000-000000000001'

it.each<[Owner, string]>([
  [{ audience: 'admin' }, 'admin'],
  [{ audience: 'customer', customerId: id }, `customer-${id}`],
  [{ audience: 'lab-partner', labPartnerId: id }, `lab-partner-${id}`],
])('makes and parses the key of %o', (owner, key) => {
  expect(ownerKey(owner)).toBe(key)
  expect(parseOwnerKey(key)).toEqual(owner)
})

it.each(['', 'customer-', 'visitor-1', id])('refuses to parse %j', (key) => {
  expect(() => parseOwnerKey(key)).toThrow('is not an owner key')
})
