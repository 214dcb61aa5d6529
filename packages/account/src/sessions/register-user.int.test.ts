import { randomUUID } from 'node:crypto'
import { AppError } from '@jaanch/contracts/errors'
import { passwordLimits } from '@jaanch/platform/limits/password-attempts'
import { createPostgresPool, inTransaction } from '@jaanch/platform/postgres'
import { refusal } from '@jaanch/tests/support/client'
import { password, uniqueEmail } from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { labPartnerCalls } from '../labs/api.ts'
import { userCalls } from '../users/api.ts'
import { insertUser } from '../users/user-rows.ts'
import { authCalls } from './api.ts'

const it = stackTest({ workers: false })

async function count(stack: Stack, statement: string, value: string): Promise<number> {
  const { rows } = await stack.database.asOwner(`select count(*)::int as n from ${statement}`, [value])
  return rows[0].n
}

const personInput = () => ({ name: 'Asha Rao', email: uniqueEmail(), password, role: 'customer' as const })

describe('registration', () => {
  it('creates an account and a session, and accepts each e-mail address once, in any spelling [S7.12]', async ({
    visitor,
  }) => {
    const typed = personInput()
    const session = await visitor.call(authCalls.register, { body: typed })
    expect(session.user).toMatchObject({ email: typed.email, role: 'customer', isActive: true })
    expect(await visitor.as(session.token).call(authCalls.getMe)).toEqual(session.user)
    const again = { ...typed, email: typed.email.toUpperCase() }
    expect(await visitor.ask(authCalls.register, { body: again })).toMatchObject(refusal('email-taken'))
    const login = { body: { email: ` ${typed.email.toUpperCase()} `, password } }
    expect((await visitor.ask(authCalls.login, login)).status).toBe(200)
  })

  it('creates one account when many requests with one e-mail address arrive at the same time', async ({
    stack,
    visitor,
  }) => {
    const wanted = personInput()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => visitor.ask(authCalls.register, { body: wanted })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409])
    expect(await count(stack, 'users where email = $1', wanted.email)).toBe(1)
  })

  it('grants no other role, and ignores unknown keys [V15.3.3]', async ({ stack, visitor }) => {
    const typed = { ...personInput(), isActive: false, tokenVersion: 99, labPartnerId: 'x', is_admin: true }
    const session = await visitor.call(authCalls.register, { body: typed })
    expect(session.user).toMatchObject({ role: 'customer', isActive: true, labPartnerId: null })
    const { rows } = await stack.database.asOwner(
      'select to_jsonb(u)::text as row from users u where id = $1',
      [session.user.id],
    )
    expect(JSON.parse(rows[0].row)).toMatchObject({ token_version: 1, is_active: true })
    expect(rows[0].row).not.toContain('is_admin')
    expect(rows[0].row).not.toContain(password)
  })
})

describe('a registration that is sent twice with the same Idempotency-Key', () => {
  it('creates one account, also when it is sent five times at once, and each answer has a valid session of it', async ({
    stack,
    visitor,
  }) => {
    for (let round = 0; round < 5; round += 1) {
      const [body, idempotencyKey] = [personInput(), randomUUID()]
      const sessions = await Promise.all(
        Array.from({ length: 5 }, () => visitor.call(authCalls.register, { body, idempotencyKey })),
      )
      const ids = sessions.map(async ({ token }) => (await visitor.as(token).call(authCalls.getMe)).id)
      expect(new Set(await Promise.all(ids)).size).toBe(1)
      expect(await count(stack, 'users where email = $1', body.email)).toBe(1)
    }
  })

  it('conflicts with the first one by its id as well as by its e-mail address', async ({
    stack,
    visitor,
  }) => {
    const { user } = await visitor.call(authCalls.register, { body: personInput() })
    const pool = createPostgresPool({ url: stack.database.url, name: 'test' })
    const again = { ...user, email: uniqueEmail(), passwordHash: 'none' }
    await expect(inTransaction(pool, (client) => insertUser(client, again))).rejects.toThrow(
      new AppError('email-taken'),
    )
    await pool.end()
  })

  it('is refused without the password, and wrong passwords count as failed logins', async ({ visitor }) => {
    const [body, idempotencyKey] = [personInput(), randomUUID()]
    await visitor.call(authCalls.register, { body, idempotencyKey })
    for (let n = 0; n < 10; n += 1) {
      const guess = { body: { ...body, password: `guess ${n}` }, idempotencyKey }
      expect(await visitor.ask(authCalls.register, guess)).toMatchObject(refusal('email-taken'))
    }
    const right = { body, idempotencyKey }
    const blocked = refusal('too-many', passwordLimits.accountFailuresHere.text(10))
    expect(await visitor.ask(authCalls.register, right)).toMatchObject(blocked)
    const login = { body: { email: body.email, password } }
    expect(await visitor.ask(authCalls.login, login)).toMatchObject(blocked)
  })

  it('is another registration with another key, without a key, or with another name', async ({ visitor }) => {
    const [body, idempotencyKey] = [personInput(), randomUUID()]
    await visitor.call(authCalls.register, { body, idempotencyKey })
    for (const input of [
      { body },
      { body, idempotencyKey: randomUUID() },
      { body: { ...body, name: 'Someone Else' }, idempotencyKey },
    ]) {
      expect(await visitor.ask(authCalls.register, input)).toMatchObject(refusal('email-taken'))
    }
  })

  it('requires the current password, and answers with the current account', async ({ stack, visitor }) => {
    const [body, idempotencyKey] = [personInput(), randomUUID()]
    const first = await visitor.call(authCalls.register, { body, idempotencyKey })
    await visitor.as(first.token).call(userCalls.changeMe, { body: { name: 'Asha Patel' } })
    const again = await visitor.call(authCalls.register, { body, idempotencyKey })
    expect(again.user).toEqual({ ...first.user, name: 'Asha Patel' })
    await stack.database.asOwner('update users set is_active = false where id = $1', [first.user.id])
    expect(await visitor.ask(authCalls.register, { body, idempotencyKey })).toMatchObject(
      refusal('account-disabled'),
    )
  })
})

describe('an application of a lab that is sent twice with the same Idempotency-Key', () => {
  const labInput = () => ({
    ...{ email: uniqueEmail(), password, phone: '98765 43210' },
    ...{ organizationName: 'City Lab', address: '1 Ring Road' },
  })

  it('has the same answer if the password is the same, and creates one application [S7.11]', async ({
    stack,
    visitor,
  }) => {
    const [body, idempotencyKey] = [labInput(), randomUUID()]
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        visitor.call(labPartnerCalls.registerLabPartner, { body, idempotencyKey }),
      ),
    )
    const [{ id } = { id: '' }, ...others] = answers
    expect(others.map((answer) => answer.id)).toEqual([id, id, id])
    expect(await count(stack, 'users where email = $1', body.email)).toBe(1)
    expect(await count(stack, 'log.events where stream_id = $1', `lab-${id}`)).toBe(1)
    const guess = { body: { ...body, password: 'not the password' }, idempotencyKey }
    expect(await visitor.ask(labPartnerCalls.registerLabPartner, guess)).toMatchObject(refusal('email-taken'))
  })
})
