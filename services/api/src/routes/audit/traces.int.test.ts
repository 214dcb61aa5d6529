import { authRoutes } from '@jaanch/contracts/http/auth'
import { prescriptionRoutes } from '@jaanch/contracts/http/prescriptions'
import { createClient } from '@jaanch/tests/support/client'
import { createAdmin, password, registerCustomer, uniqueEmail } from '@jaanch/tests/support/people'
import { uploadPrescription } from '@jaanch/tests/support/prescriptions'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'

const it = stackTest({ workers: false })

type Entry = { action: string; actor: string; user_id: string; object: string; details: object }

async function entriesOf({ database }: Stack, where: string, value: string): Promise<Entry[]> {
  const { rows } = await database.asOwner(
    `select action, actor, user_id, object, details from audit where ${where} = $1 order by id`,
    [value],
  )
  return rows
}

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
    const { user } = await post(authRoutes.register.path, '203.0.113.7', registration)
    await post(authRoutes.login.path, '203.0.113.7', { email, password })
    await post(authRoutes.login.path, '203.0.113.8', { email, password: 'another password' })
    await post(authRoutes.login.path, '203.0.113.8', { email, password })

    const userId = user?.id ?? ''
    await expect.poll(() => entriesOf(stack, 'user_id', userId)).toHaveLength(4)
    const entries = await entriesOf(stack, 'user_id', userId)
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
    const found = await client.call(authRoutes.listUsers, { query: { q: email } })
    const page = await client.call(authRoutes.listUsers, { query: { limit: 2 } })
    const entries = await entriesOf(stack, 'actor', `admin:${id}`)
    expect(entries).toMatchObject([
      { action: 'people-listed', details: { people: found.length, searchedCharacters: email.length } },
      { action: 'people-listed', details: { people: page.length, searchedCharacters: 0 } },
    ])
    expect(JSON.stringify(entries)).not.toContain(email)
  })
})

describe('the notes of prescriptions', () => {
  it('are recorded when a list or an answer shows them to an admin, once for each prescription and day', async ({
    stack,
    customer,
  }) => {
    const noted = await uploadPrescription(customer, { notes: 'Fasting since yesterday' })
    const silent = await uploadPrescription(customer)
    const { client, id } = await createAdmin(stack)
    for (let n = 0; n < 2; n += 1) await client.call(prescriptionRoutes.listAllPrescriptions)
    await customer.client.call(prescriptionRoutes.listOwnPrescriptions)
    const look = (object: string) => ({
      action: 'notes-seen',
      actor: `admin:${id}`,
      user_id: customer.id,
      object: `prescription:${object}`,
    })
    // the list contains the prescriptions of other tests too
    const looks = async () =>
      (await entriesOf(stack, 'action', 'notes-seen')).filter(
        ({ actor, user_id }) => actor === `admin:${id}` && user_id === customer.id,
      )
    expect(await looks()).toMatchObject([look(noted.id)])

    const params = { id: silent.id }
    await client.call(prescriptionRoutes.changePrescription, { params, body: { adminNotes: 'Call her' } })
    expect(await looks()).toMatchObject([look(noted.id), look(silent.id)])
  })
})
