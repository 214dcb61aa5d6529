import { refusal } from '@jaanch/tests/support/client'
import { createCustomer, password, registerCustomer } from '@jaanch/tests/support/people'
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
