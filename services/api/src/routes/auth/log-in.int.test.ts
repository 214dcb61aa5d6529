import { authRoutes } from '@jaanch/contracts/http/auth'
import { userRoutes } from '@jaanch/contracts/http/users'
import { type Client, refusal } from '@jaanch/tests/support/client'
import { createCustomer, password, registerCustomer, uniqueEmail } from '@jaanch/tests/support/people'
import { ownStackTest } from '@jaanch/tests/support/test'
import { expect, vi } from 'vitest'

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

const it = ownStackTest({ workers: false })

const costOf = (stored: string) => stored.split('$').slice(1, 4)

/** The hashes that one login verifies. */
async function hashesOf(visitor: Client, email: string, typed: string): Promise<string[]> {
  verify.hashes.length = 0
  expect(await visitor.ask(authRoutes.login, { body: { email, password: typed } })).toMatchObject(
    refusal('wrong-credentials'),
  )
  return [...verify.hashes]
}

it('verifies one hash of the same cost for every refusal, so that the duration reveals nothing', async ({
  stack,
  visitor,
}) => {
  const { email } = await registerCustomer(stack.url)
  const wrong = await hashesOf(visitor, email, 'not the password')
  expect(wrong).toHaveLength(1)

  const [shared, locked] = [await createCustomer(stack), await createCustomer(stack)]
  const phone = '+919812300001'
  for (const { client } of [shared, locked]) await client.call(userRoutes.changeMe, { body: { phone } })
  const { rows } = await stack.database.asOwner('select email from users where id = $1', [locked.id])
  for (const login of [uniqueEmail(), '98123 00002', phone, 'neither of both', rows[0].email]) {
    const hashes = await hashesOf(visitor, login, password)
    expect(hashes.map(costOf), login).toEqual(wrong.map(costOf))
  }
})

it('refuses an account without a valid hash, such as those of the demo, in the same way', async ({
  stack,
  visitor,
}) => {
  const { id } = await createCustomer(stack)
  const { rows } = await stack.database.asOwner('select email from users where id = $1', [id])
  for (const stored of ['none', '', '!', '$argon']) {
    await stack.database.asOwner('update users set password_hash = $2 where id = $1', [id, stored])
    expect(await hashesOf(visitor, rows[0].email, stored || password)).toHaveLength(1)
  }
})

it('treats every text in the body as a plain value', async ({ visitor }) => {
  for (const body of [
    [],
    [{ email: uniqueEmail(), password }],
    { email: [uniqueEmail()], password },
    { email: { $ne: null }, password: { $ne: null } },
    { email: uniqueEmail(), password: [password] },
    { email: uniqueEmail(), password: true },
    { email: 'x'.repeat(255), password },
    { email: uniqueEmail(), password: 'x'.repeat(201) },
    { email: '\u0000', password },
    { email: '   ', password },
  ]) {
    const { status } = await visitor.ask(authRoutes.login, { body })
    expect(status, JSON.stringify(body).slice(0, 80)).toBe(422)
  }
  for (const email of [
    "admin@jaanch.example' --",
    "' or '1'='1",
    '"; drop table users; --',
    '%@example.org',
    '_'.repeat(36),
    'İstanbul@example.org',
    'ａsha@example.org',
    '\u202egro.elpmaxe@ahsa',
    '\udfff\ud800',
    '९८७६५४३२१०',
    '\\',
    '+',
    `${'9'.repeat(31)}`,
  ]) {
    const answer = await visitor.ask(authRoutes.login, { body: { email, password } })
    expect(answer, email).toMatchObject(refusal('wrong-credentials'))
  }
})
