import { expect, it } from 'vitest'
import { createPasswords } from './passwords.ts'

const passwords = createPasswords({ passwords: 1, waitingPasswords: 10, waitRequestMs: 20_000 })

it('a password is stored as argon2id with the cost that OWASP recommends, and its own salt [V11.4.2]', async () => {
  const stored = [await passwords.hash('a password'), await passwords.hash('a password')]
  for (const each of stored) expect(each).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(new Set(stored).size).toBe(2)
})

it('a password is compared exactly, to its last character [V6.2.5]', async () => {
  const stored = await passwords.hash(`${'x'.repeat(199)}A`)
  expect(await passwords.matches(stored, `${'x'.repeat(199)}A`)).toBe(true)
  for (const typed of [`${'x'.repeat(199)}a`, 'x'.repeat(199), `${'x'.repeat(199)}A `])
    expect(await passwords.matches(stored, typed), typed.slice(-3)).toBe(false)
})
