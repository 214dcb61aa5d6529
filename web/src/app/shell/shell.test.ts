import { expect, test } from 'vitest'
import { frameOf } from './shell'

const menuOf = (staffRole: 'owner' | 'operator' | 'support') =>
  frameOf({ role: 'admin', staffRole, labRole: null }).menu.map(({ label }) => label)

test('the menu of an operator has Operations, which others reach by the avatar', () => {
  expect(menuOf('operator')).toEqual(['Operations', 'Settings'])
  expect(menuOf('owner')).toEqual(['Dashboard', 'Users', 'Packages', 'Bookings', 'Settings'])
  expect(menuOf('support')).not.toContain('Operations')
})
