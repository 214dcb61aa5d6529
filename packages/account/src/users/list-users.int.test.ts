import { randomUUID } from 'node:crypto'
import { readAudit } from '@jaanch/tests/support/audit'
import { readAll } from '@jaanch/tests/support/client'
import { applyAsLab, createAdmin, type Person, registerCustomer } from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { authCalls } from '../sessions/api.ts'
import { userCalls } from './api.ts'

const it = stackTest({ workers: false })

describe('the list of users', () => {
  type Query = { role?: 'customer' | 'lab-partner' | 'admin'; q?: string; limit?: number; cursor?: string }
  const list = (admin: Person, query: Query = {}) => admin.client.call(authCalls.listUsers, { query })

  async function person(
    stack: Stack,
    name: string,
    email = `${randomUUID()}@example.org`,
    phone: string | null = null,
  ) {
    const { rows } = await stack.database.asOwner(
      `insert into users (id, role, name, email, phone, password_hash)
       values (gen_random_uuid(), 'customer', $1, $2, $3, 'none') returning id`,
      [name, email, phone],
    )
    return rows[0].id as string
  }
  const found = async (admin: Person, q: string) => (await list(admin, { q })).map(({ id }) => id)

  it('shows the public fields of each user, and no password hash [S7.13 V8.2.3]', async ({
    stack,
    admin,
  }) => {
    const lab = await applyAsLab(stack.url)
    const customer = await registerCustomer(stack.url)
    const users = await list(admin)
    for (const secret of ['argon2', 'password', 'hash', 'token'])
      expect(JSON.stringify(users)).not.toContain(secret)
    expect(users[0]).toMatchObject({ id: customer.id, role: 'customer', isActive: true, labPartnerId: null })
    expect(users[1]).toMatchObject({ role: 'lab-partner', labPartnerId: lab.id, phone: '+919876543210' })
  })

  it('finds users by the start of their name, e-mail address or phone', async ({ stack, admin }) => {
    const tara = await person(stack, 'Tara Deshmukh', 'td.search@example.org', '+919811100001')
    const other = await person(stack, 'Deshika Rao', 'dr.search@example.org', '+14155550100')
    expect(await found(admin, 'tara')).toEqual([tara])
    expect(await found(admin, 'DESH')).toEqual([other, tara])
    for (const q of ['Tara Desh', 'TD.Search@', '098111-000', '+9198111'])
      expect(await found(admin, q), q).toEqual([tara])
    expect(await found(admin, '+1 (415) 555')).toEqual([other])
    expect(await found(admin, 'mukh')).toEqual([])
    expect(await list(admin, { q: 'tara', role: 'admin' })).toEqual([])
    expect((await list(admin, { q: 'tara', role: 'customer' })).map(({ id }) => id)).toEqual([tara])
  })

  it('treats wildcards in the text as plain characters [V1.2.4]', async ({ stack, admin }) => {
    const odd = await person(stack, '100%_sure\\ Rao')
    expect(await found(admin, '100%')).toEqual([odd])
    expect(await found(admin, '100%_sure\\ r')).toEqual([odd])
    for (const q of ['%', '_', '\\', "' or 1=1 --", '\ud800', '()', '9'.repeat(99)])
      expect(await found(admin, q), q).not.toContain(odd)
  })

  it('lists each user once, page by page, also users of the same microsecond or millisecond', async ({
    stack,
    admin,
  }) => {
    const tag = randomUUID().slice(0, 8)
    await stack.database.asOwner(
      `insert into users (id, role, name, email, password_hash, created_at)
       select gen_random_uuid(), 'customer', $1, $1 || n || '@example.org', 'none',
              '2026-01-01 00:00:00.000001Z'::timestamptz + (n / 3) * interval '1 microsecond'
         from generate_series(1, 40) n`,
      [tag],
    )
    const paged = await readAll<{ id: string }>(admin.client, `/api/users?q=${tag}&limit=7`)
    expect(new Set(paged.map(({ id }) => id)).size).toBe(40)
    expect(paged).toEqual(await list(admin, { q: tag, limit: 500 }))
  })

  it('is recorded before it is answered: how many and whether it was a search, not the text', async ({
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

describe('the numbers of users', () => {
  const count = (admin: Person) => admin.client.call(userCalls.countUsers)

  it('follow accounts that are created, change their role or are deleted [S2.15.1]', async ({
    stack,
    admin,
  }) => {
    const { asOwner } = stack.database
    const before = await count(admin)
    const { id } = await registerCustomer(stack.url)
    await applyAsLab(stack.url)
    const { customer, 'lab-partner': labs, admin: admins } = before
    expect(await count(admin)).toEqual({ customer: customer + 1, 'lab-partner': labs + 1, admin: admins })
    await asOwner("update users set role = 'admin' where id = $1", [id])
    expect(await count(admin)).toEqual({ customer, 'lab-partner': labs + 1, admin: admins + 1 })
    await asOwner("update users set role = 'customer' where id = $1", [id])
    await asOwner('delete from users where id = $1', [id])
    expect(await count(admin)).toEqual({ ...before, 'lab-partner': labs + 1 })
    const { rows } = await asOwner('select role, count(*)::int as n from users group by role')
    expect(await count(admin)).toMatchObject(Object.fromEntries(rows.map(({ role, n }) => [role, n])))
  })
})
