import { type Client, refusal } from '@jaanch/tests/support/client'
import {
  applyAsLab,
  createAdmin,
  password,
  registerCustomer,
  uniqueEmail,
} from '@jaanch/tests/support/people'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { labPartnerCalls } from '../labs/api.ts'
import { authCalls } from './api.ts'

const it = stackTest({ workers: false })

function login(visitor: Client, email: string, typed = password) {
  return visitor.ask(authCalls.login, { body: { email, password: typed } })
}

describe('registration', () => {
  const body = () => ({ name: 'Asha Rao', email: uniqueEmail(), password, role: 'customer' })

  it('creates an account and a session, and accepts each e-mail address once, in any spelling [S7.12]', async ({
    visitor,
  }) => {
    const typed = body()
    const session = await visitor.call(authCalls.register, { body: { ...typed, role: 'customer' } })
    expect(session.user).toMatchObject({ email: typed.email, role: 'customer', isActive: true })
    expect(await visitor.as(session.token).call(authCalls.getMe)).toEqual(session.user)
    const again = { ...typed, email: typed.email.toUpperCase() }
    expect(await visitor.ask(authCalls.register, { body: again })).toMatchObject(refusal('email-taken'))
    expect((await login(visitor, ` ${typed.email.toUpperCase()} `)).status).toBe(200)
  })

  it('creates one account when many requests with one e-mail address arrive at the same time', async ({
    stack,
    visitor,
  }) => {
    const wanted = body()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => visitor.ask(authCalls.register, { body: wanted })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409])
    const { rows } = await stack.database.asOwner('select count(*)::int as n from users where email = $1', [
      wanted.email,
    ])
    expect(rows[0].n).toBe(1)
  })

  it('grants no other role, and ignores unknown keys [V15.3.3]', async ({ stack, visitor }) => {
    const typed = { ...body(), isActive: false, tokenVersion: 99, labPartnerId: 'x', is_admin: true }
    const session = await visitor.call(authCalls.register, { body: { ...typed, role: 'customer' } })
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
      expect((await login(visitor, typed)).status, typed).toBe(200)
    const other = await registerCustomer(stack.url)
    await stack.database.asOwner('update users set phone = $1 where email = $2', [phone, other.email])
    expect(await login(visitor, phone)).toMatchObject(refusal('phone-shared'))
  })

  it('shows the status of an application only after the correct password [S4.6 S7.12]', async ({
    stack,
    visitor,
    admin,
  }) => {
    const lab = await applyAsLab(stack.url)
    const before = await login(visitor, lab.email, 'not the password')
    expect(before).toMatchObject(refusal('wrong-credentials'))
    expect(before.body.message).toBeUndefined()

    const review = await login(visitor, lab.email)
    expect(review).toMatchObject(refusal('lab-under-review'))
    expect(review.body.message).toBe(review.body.error)

    await admin.client.call(labPartnerCalls.rejectLabPartner, { params: { id: lab.id } })
    expect(await login(visitor, lab.email)).toMatchObject(refusal('lab-rejected'))
    expect(await login(visitor, lab.email, 'not the password')).toMatchObject(refusal('wrong-credentials'))
  })
})

describe('the application of a lab', () => {
  it('is decided once, also when two admins decide at the same time [S4.5 S7.11]', async ({
    stack,
    admin,
  }) => {
    const other = await createAdmin(stack)
    for (let n = 0; n < 5; n += 1) {
      const params = { id: (await applyAsLab(stack.url)).id }
      const answers = await Promise.all([
        admin.client.ask(labPartnerCalls.approveLabPartner, { params }),
        other.client.ask(labPartnerCalls.rejectLabPartner, { params }),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect(answers.find(({ status }) => status === 409)).toMatchObject(refusal('already-decided'))
    }
  })
})
