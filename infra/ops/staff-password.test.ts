import { expect, it } from 'vitest'
import { findPasswordFault } from './staff-password.ts'

it.each([
  ['correct horse battery', undefined],
  ['eleven char', 'at least 12'],
  ['x'.repeat(201), 'at most 200'],
  ['121212121212', 'different characters'],
  ['I am Priya.Nair 2026', 'contain the e-mail address'],
  ['admin-demo-2026', 'one of the demo'],
])('the password %j of an admin has the fault: %s', (password, fault) => {
  const found = findPasswordFault(password, 'priya.nair@example.org')
  if (fault === undefined) expect(found).toBeUndefined()
  else expect(found).toContain(fault)
})
