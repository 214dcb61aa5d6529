import { randomUUID } from 'node:crypto'
import { readAll, refusal } from '@jaanch/tests/support/client'
import {
  applyAsLab,
  createCustomer,
  type Person,
  password,
  registerCustomer,
} from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { authCalls } from '../sessions/api.ts'
import { userCalls } from './api.ts'

const it = stackTest({ workers: false })

async function changesOf(stack: Stack, userId: string): Promise<{ data: unknown; actor: string }[]> {
  const { rows } = await stack.database.asOwner(
    "select data, actor from log.events where stream_id = $1 and type = 'PersonChanged'",
    [`user-${userId}`],
  )
  return rows
}

describe("a change of one's own profile", () => {
  it('is visible immediately, and the new phone number can be used to sign in', async ({
    stack,
    visitor,
  }) => {
    const { client, email } = await registerCustomer(stack.url)
    const changed = await client.call(userCalls.changeMe, {
      body: { name: ' Asha Patel ', phone: '098765-43219' },
    })
    expect(changed).toMatchObject({ name: 'Asha Patel', phone: '+919876543219', email })
    expect(await client.call(authCalls.getMe)).toEqual(changed)
    for (const typed of ['98765 43219', '+919876543219', email]) {
      const session = await visitor.call(authCalls.login, { body: { email: typed, password } })
      expect(session.user).toEqual(changed)
    }
    await client.call(userCalls.changeMe, { body: { phone: '' } })
    const answer = await visitor.ask(authCalls.login, { body: { email: '9876543219', password } })
    expect(answer).toMatchObject(refusal('wrong-credentials'))
  })

  it('sets and clears the date of birth and the gender, which reports and labs use', async ({ stack }) => {
    const { client } = await createCustomer(stack)
    const change = (body: { dateOfBirth?: string | null; gender?: 'female' | null; name?: string }) =>
      client.call(userCalls.changeMe, { body })
    const born = { dateOfBirth: '1990-02-28', gender: 'female' } as const
    expect(await change(born)).toMatchObject(born)
    expect(await change({ name: 'Ravi' })).toMatchObject(born)
    expect(await change({ gender: null })).toMatchObject({ dateOfBirth: '1990-02-28', gender: null })
    const tooYoung = `${new Date().getFullYear() - 16}-01-01`
    expect(await client.ask(userCalls.changeMe, { body: { dateOfBirth: tooYoung } })).toMatchObject(
      refusal('parent-account'),
    )
    const answer = await client.ask(userCalls.changeMe, { body: { dateOfBirth: '2999-01-01' } })
    expect(answer).toMatchObject({ status: 422, body: { error: 'The date of birth lies in the future.' } })
  })

  it('is recorded without personal data, once per change and not if nothing changes', async ({ stack }) => {
    const { client, id } = await createCustomer(stack)
    for (const body of [
      { name: 'Ravi' },
      { name: 'Ravi' },
      {},
      { phone: '9876500012' },
      { phone: '+91 98765 00012' },
    ]) {
      await client.call(userCalls.changeMe, { body })
    }
    const event = { data: { userId: id }, actor: `customer:${id}` }
    expect(await changesOf(stack, id)).toEqual([event, event])
  })

  it('keeps both of two concurrent changes', async ({ stack }) => {
    const { client, id } = await createCustomer(stack)
    for (let n = 0; n < 5; n += 1) {
      const [name, phone] = [`Ravi ${n}`, `+91987650010${n}`]
      await Promise.all([
        client.call(userCalls.changeMe, { body: { name } }),
        client.call(userCalls.changeMe, { body: { phone } }),
      ])
      expect(await client.call(authCalls.getMe)).toMatchObject({ name, phone })
    }
    expect(await changesOf(stack, id)).toHaveLength(10)
  })

  it('stores a name with any characters [V3.2.2]', async ({ stack }) => {
    const { client } = await createCustomer(stack)
    for (const name of ["Robert'); drop table users; --", '🩸👩🏽‍⚕️', '<b>Asha</b>', '\\'])
      expect((await client.call(userCalls.changeMe, { body: { name } })).name).toBe(name)
  })
})

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
