import { expect, it } from 'vitest'
import { type Owner, ownerId, ownerKey } from './owner-keys.ts'

const id = '0190a6c8-1111-7000-8000-000000000001'

it.each<[Owner, string, string]>([
  [{ audience: 'admin' }, 'admin', '00000000-0000-0000-0000-000000000000'],
  [{ audience: 'customer', customerId: id }, `customer-${id}`, id],
  [{ audience: 'lab-partner', labPartnerId: id }, `lab-partner-${id}`, id],
])('makes the key and the id of %o', (owner, key, uuid) => {
  expect(ownerKey(owner)).toBe(key)
  expect(ownerId(owner)).toBe(uuid)
})
