import { readAudit } from '@jaanch/tests/support/audit'
import { createClient } from '@jaanch/tests/support/client'
import { createAdmin, password, registerCustomer, uniqueEmail } from '@jaanch/tests/support/people'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { authCalls } from '../sessions/api.ts'

const it = stackTest({ workers: false })

describe('a sign-in', () => {
  it('keeps what stands for its network, which failures from there have too, and no address', async ({
    stack,
  }) => {
    const url = await stack.anotherApi({ trustedProxies: 1 })
    const client = createClient(url)
    const email = uniqueEmail()
    const post = async (path: string, from: string, body: object) =>
      (
        await client.raw<{ user?: { id: string } }>(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
          body: JSON.stringify(body),
        })
      ).body
    const registration = { name: 'Asha Rao', email, password, role: 'customer' }
    const { user } = await post(authCalls.register.path, '203.0.113.7', registration)
    await post(authCalls.login.path, '203.0.113.7', { email, password })
    await post(authCalls.login.path, '203.0.113.8', { email, password: 'another password' })
    await post(authCalls.login.path, '203.0.113.8', { email, password })

    const userId = user?.id ?? ''
    await expect.poll(() => readAudit(stack, { userId })).toHaveLength(4)
    const entries = await readAudit(stack, { userId })
    const networksOf = (action: string) =>
      entries.filter((entry) => entry.action === action).map(({ details }) => Object.values(details)[0])
    const [home, again, elsewhere] = networksOf('signed-in')
    expect(home).toMatch(/^[\w-]{12}$/)
    expect([again, networksOf('sign-in-failed')]).toEqual([home, [elsewhere]])
    expect(elsewhere).not.toBe(home)
  })
})

describe('the list of the users', () => {
  it('is in the audit trail before it is answered: how many and whether it was a search, not the text', async ({
    stack,
  }) => {
    const { email } = await registerCustomer(stack.url)
    const { client, id } = await createAdmin(stack)
    const found = await client.call(authCalls.listUsers, { query: { q: email } })
    const page = await client.call(authCalls.listUsers, { query: { limit: 2 } })
    const entries = await readAudit(stack, { actor: `admin:${id}` })
    expect(entries).toMatchObject([
      { action: 'people-listed', details: { people: found.length, searchedCharacters: email.length } },
      { action: 'people-listed', details: { people: page.length, searchedCharacters: 0 } },
    ])
    expect(JSON.stringify(entries)).not.toContain(email)
  })
})
