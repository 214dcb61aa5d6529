import { passwordLimits } from '@jaanch/platform/limits/password-attempts'
import { type Client, refusal } from '@jaanch/tests/support/client'
import {
  applyAsLab,
  createCustomer,
  type Person,
  password,
  registerCustomer,
  uniqueEmail,
} from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect, vi } from 'vitest'
import { labPartnerCalls } from '../labs/api.ts'
import { userCalls } from '../users/api.ts'
import { authCalls } from './api.ts'

const { accountFailuresHere } = passwordLimits
const verify = vi.hoisted(() => ({ hashes: [] as string[] }))
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return {
    ...real,
    verify(stored: string, typed: string) {
      verify.hashes.push(stored)
      return real.verify(stored, typed)
    },
  }
})

const it = stackTest({ workers: false })

const logIn = (visitor: Client, email: string, typed = password) =>
  visitor.ask(authCalls.login, { body: { email, password: typed } })

const costOf = (stored: string) => stored.split('$').slice(1, 4)

/** The hashes that one login verifies. */
async function hashesOf(visitor: Client, email: string, typed: string): Promise<string[]> {
  verify.hashes.length = 0
  expect(await logIn(visitor, email, typed)).toMatchObject(refusal('wrong-credentials'))
  return [...verify.hashes]
}

it('verifies one hash for every refusal, and three of the same cost by phone, so that the duration reveals nothing [V11.4.2]', async ({
  stack,
  visitor,
}) => {
  const { email } = await registerCustomer(stack.url)
  const wrong = await hashesOf(visitor, email, 'not the password')
  expect(wrong).toHaveLength(1)

  const [shared, locked, proven] = [
    await createCustomer(stack),
    await createCustomer(stack),
    await createCustomer(stack),
  ]
  const phone = '+919812300001'
  for (const { client } of [shared, locked]) await client.call(userCalls.changeMe, { body: { phone } })
  for (const login of [uniqueEmail(), 'neither of both', locked.email]) {
    const hashes = await hashesOf(visitor, login, password)
    expect(hashes.map(costOf), login).toEqual(wrong.map(costOf))
  }
  await proven.client.call(userCalls.changeMe, { body: { phone: '+919812300003' } })
  await stack.database.asOwner('update users set phone_proven_at = now() where id = $1', [proven.id])
  for (const login of ['98123 00002', phone, '98123 00003']) {
    const hashes = await hashesOf(visitor, login, password)
    expect(hashes.map(costOf), login).toEqual(Array(3).fill(costOf(wrong[0] ?? '')))
  }
})

describe('a phone that several accounts have and none has proven', () => {
  /** Gives accounts a phone, one after the other. */
  async function share(phone: string, people: readonly Person[]) {
    for (const { client } of people) await client.call(userCalls.changeMe, { body: { phone } })
  }
  const withPassword = async (visitor: Client, stack: Stack, typed: string) => {
    const person = await registerCustomer(stack.url)
    if (typed === password) return person
    const body = { currentPassword: password, newPassword: typed }
    const { token } = await person.client.call(authCalls.changePassword, { body })
    return { ...person, token, client: visitor.as(token) }
  }
  it('signs in to the account whose password it is, so that a stranger who writes it into a profile ends no login', async ({
    stack,
    visitor,
  }) => {
    const stranger = await withPassword(visitor, stack, 'the stranger')
    const owner = await withPassword(visitor, stack, password)
    await share('+919812300011', [owner, stranger])
    expect((await logIn(visitor, '98123 00011', password)).body).toMatchObject({ user: { id: owner.id } })
    const other = await logIn(visitor, '98123 00011', 'the stranger')
    expect(other.body).toMatchObject({ user: { id: stranger.id } })
    expect(await logIn(visitor, '98123 00011', 'of nobody')).toMatchObject(refusal('wrong-credentials'))
  })

  it('tries the three that have had it for longest, however old the others are', async ({
    stack,
    visitor,
  }) => {
    const old = await Promise.all(
      ['first', 'second', 'third', 'fourth'].map((name) => withPassword(visitor, stack, `stranger ${name}`)),
    )
    const owner = await withPassword(visitor, stack, password)
    await share('+919812300013', [owner, ...old])
    expect((await logIn(visitor, '98123 00013', password)).body).toMatchObject({ user: { id: owner.id } })
    expect((await logIn(visitor, '98123 00013', 'stranger second')).status).toBe(200)
    expect(await hashesOf(visitor, '98123 00013', 'stranger fourth')).toHaveLength(3)
  })

  it('lets its owner in while a stranger has used up the attempts of another account that has it', async ({
    stack,
    visitor,
  }) => {
    const [owner, stranger] = [
      await withPassword(visitor, stack, password),
      await withPassword(visitor, stack, 'the stranger'),
    ]
    await share('+919812300014', [owner, stranger])
    for (let n = 0; n < 11; n += 1) await logIn(visitor, stranger.email, 'a guess')
    expect((await logIn(visitor, '98123 00014', password)).status).toBe(200)
    expect(await logIn(visitor, '98123 00014', 'the stranger')).toMatchObject(
      refusal('too-many', accountFailuresHere.text(accountFailuresHere.max)),
    )
  })
})

it('refuses an account without a valid hash, such as those of the demo, in the same way', async ({
  stack,
  visitor,
}) => {
  const { id, email: login } = await createCustomer(stack)
  for (const stored of ['none', '', '!', '$argon']) {
    await stack.database.asOwner('update users set password_hash = $2 where id = $1', [id, stored])
    expect(await hashesOf(visitor, login, stored || password)).toHaveLength(1)
  }
})

it('treats every text in the body as a plain value [V1.2.4 V15.3.5]', async ({ visitor }) => {
  const body = { email: { $ne: null }, password: { $ne: null } }
  expect((await visitor.ask(authCalls.login, { body })).status).toBe(422)
  for (const email of ["' or '1'='1", '%@example.org', '_'.repeat(36), '\udfff\ud800', '\\', '९८७६५४३२१०']) {
    expect(await logIn(visitor, email), email).toMatchObject(refusal('wrong-credentials'))
  }
})

describe('the login', () => {
  it('works by phone, and asks for the e-mail address if the password opens several accounts that have the number [S7.12]', async ({
    stack,
    visitor,
    admin,
  }) => {
    const lab = await applyAsLab(stack.url)
    await admin.client.call(labPartnerCalls.approveLabPartner, { params: { id: lab.id } })
    const phone = '+919812345678'
    await stack.database.asOwner('update users set phone = $1 where email = $2', [phone, lab.email])
    for (const typed of [phone, '98123 45678', '098123-45678'])
      expect((await logIn(visitor, typed)).status, typed).toBe(200)
    const other = await registerCustomer(stack.url)
    await stack.database.asOwner('update users set phone = $1 where email = $2', [phone, other.email])
    expect(await logIn(visitor, phone)).toMatchObject(refusal('phone-shared'))
  })

  it('shows the status of an application only after the correct password [S4.6 S7.12]', async ({
    stack,
    visitor,
    admin,
  }) => {
    const lab = await applyAsLab(stack.url)
    const before = await logIn(visitor, lab.email, 'not the password')
    expect(before).toMatchObject(refusal('wrong-credentials'))
    expect(before.body.message).toBeUndefined()

    const review = await logIn(visitor, lab.email)
    expect(review).toMatchObject(refusal('lab-under-review'))
    expect(review.body.message).toBe(review.body.error)

    await admin.client.call(labPartnerCalls.rejectLabPartner, { params: { id: lab.id } })
    expect(await logIn(visitor, lab.email)).toMatchObject(refusal('lab-rejected'))
    expect(await logIn(visitor, lab.email, 'not the password')).toMatchObject(refusal('wrong-credentials'))
  })
})
