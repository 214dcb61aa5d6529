import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { passwordLimits } from '@jaanch/platform/limits/password-attempts'
import { createSlonikPool } from '@jaanch/platform/slonik'
import { type Client, createClient, refusal } from '@jaanch/tests/support/client'
import { password, registerCustomer, uniqueEmail } from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { type Fixtures, stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { userCalls } from '../users/api.ts'
import { authCalls } from './api.ts'
import { createPasswordReset, deleteExpiredResets } from './set-password.ts'

const it = stackTest({ workers: false }).extend('visitor', { scope: 'file' }, async ({ stack }) =>
  createClient(await stack.anotherApi({ publicUrl: 'https://jaanch.example/' })),
)

const forgot = (visitor: Client, email: string) => visitor.ask(authCalls.forgotPassword, { body: { email } })
const reset = (visitor: Client, token: string, typed = 'the new password', by = visitor) =>
  by.ask(authCalls.resetPassword, { body: { token, password: typed } })
const login = (visitor: Client, email: string, typed: string) =>
  visitor.ask(authCalls.login, { body: { email, password: typed } })

type OutboxRow = { id: string; body: string | null; subject: string; channel: string; sent_at: Date | null }

async function mailsOf(stack: Stack, userId: string): Promise<OutboxRow[]> {
  const { rows } = await stack.database.asOwner(
    'select * from outbox where recipient_user_id = $1 order by created_at',
    [userId],
  )
  return rows
}

/** Requests a link and returns the token from the mail. */
async function tokenFor(
  { stack, visitor }: Pick<Fixtures, 'stack' | 'visitor'>,
  user: { id: string; email: string },
): Promise<string> {
  const before = (await mailsOf(stack, user.id)).length
  expect((await forgot(visitor, user.email)).status).toBe(202)
  await expect.poll(async () => (await mailsOf(stack, user.id)).length).toBe(before + 1)
  const body = (await mailsOf(stack, user.id)).at(-1)?.body ?? ''
  return /https:\/\/jaanch\.example\/user\?reset=([\w-]+)/.exec(body)?.[1] ?? ''
}

describe('a forgotten password', () => {
  it('has the same answer whether or not the account exists [V6.4.3]', async ({ stack, visitor }) => {
    const { email } = await registerCustomer(stack.url)
    const [known, unknown] = [await forgot(visitor, email), await forgot(visitor, uniqueEmail())]
    expect(known.status).toBe(202)
    expect(unknown.status).toBe(202)
    expect(known.body).toEqual(unknown.body)
    const names = (headers: Headers) => [...headers.keys()].toSorted()
    expect(names(known.headers)).toEqual(names(unknown.headers))
  })

  it('sends a mail with a link; the table of links contains only the hash of the token [V11.4.1]', async ({
    stack,
    visitor,
  }) => {
    const user = await registerCustomer(stack.url)
    const token = await tokenFor({ stack, visitor }, user)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const [mail] = await mailsOf(stack, user.id)
    expect(mail).toMatchObject({ channel: 'email', sent_at: null })
    expect(mail?.body).not.toContain('Asha')
    const { rows } = await stack.database.asOwner(
      'select to_jsonb(r)::text as row from password_resets r where user_id = $1',
      [user.id],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].row).not.toContain(token)
  })

  it('writes the mail to a file that only the developer can open', async ({
    stack,
    visitor,
    onTestFinished,
  }) => {
    const outboxDir = await mkdtemp(join(tmpdir(), 'jaanch-outbox-'))
    const stop = stack.work({ providers: { mailFrom: 'Jaanch <no-reply@jaanch.example>', outboxDir } })
    onTestFinished(async () => {
      await stop()
      await rm(outboxDir, { recursive: true })
    })
    const user = await registerCustomer(stack.url)
    const token = await tokenFor({ stack, visitor }, user)
    const [mail] = await mailsOf(stack, user.id)
    const file = join(outboxDir, `${mail?.id}.eml`)
    await expect.poll(() => readdir(outboxDir)).toContain(`${mail?.id}.eml`)
    const text = await readFile(file, 'utf8')
    const headers = text.slice(0, text.indexOf('\r\n\r\n'))
    const body = text.replaceAll('=\r\n', '').replaceAll('=3D', '=')
    expect(headers).toContain(`To: ${user.email}`)
    expect(headers).toContain(`Message-ID: <${mail?.id}@jaanch.example>`)
    expect(body).toContain(`\r\nhttps://jaanch.example/user?reset=${token}\r\n`)
    expect(body).toContain(`href="https://jaanch.example/user?reset=${token}"`)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('sends no more when many requests arrive at the same time', async ({ stack }) => {
    const db = await createSlonikPool({ url: stack.database.url, name: 'test', max: 12 })
    const now = new Date()
    for (let round = 0; round < 3; round += 1) {
      const { id } = await registerCustomer(stack.url)
      const asked = { userId: id, publicUrl: stack.url, now }
      await Promise.all(Array.from({ length: 12 }, () => createPasswordReset(db, asked)))
      expect(await mailsOf(stack, id)).toHaveLength(3)
    }
    await db.end()
  })

  it('sends nothing for a disabled account', async ({ stack, visitor }) => {
    const user = await registerCustomer(stack.url)
    await stack.database.asOwner('update users set is_active = false where id = $1', [user.id])
    expect((await forgot(visitor, user.email)).status).toBe(202)
    const other = await registerCustomer(stack.url)
    await tokenFor({ stack, visitor }, other)
    expect(await mailsOf(stack, user.id)).toEqual([])
  })
})

describe('a reset link', () => {
  it('sets a new password once, ends every session and deletes the body of the mail [V6.4.3 V7.4.3]', async ({
    stack,
    visitor,
  }) => {
    const user = await registerCustomer(stack.url)
    const token = await tokenFor({ stack, visitor }, user)
    expect((await reset(visitor, token)).status).toBe(204)

    expect((await login(visitor, user.email, 'the new password')).status).toBe(200)
    expect(await login(visitor, user.email, password)).toMatchObject(refusal('wrong-credentials'))
    await expect.poll(() => user.client.ask(authCalls.getMe)).toMatchObject(refusal('not-signed-in'))
    expect((await mailsOf(stack, user.id)).map(({ body }) => body)).toEqual([null])

    expect(await reset(visitor, token, 'another password')).toMatchObject(refusal('link-void'))
    expect((await login(visitor, user.email, 'the new password')).status).toBe(200)
  })

  it('works for one of ten concurrent requests', async ({ stack, visitor }) => {
    const user = await registerCustomer(stack.url)
    const token = await tokenFor({ stack, visitor }, user)
    const clients = [visitor, createClient(stack.url)]
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => reset(visitor, token, `password number ${n}`, clients[n % 2])),
    )
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    for (const answer of answers)
      if (answer.status !== 204) expect(answer).toMatchObject(refusal('link-void'))
    const winner = answers.findIndex(({ status }) => status === 204)
    expect((await login(visitor, user.email, `password number ${winner}`)).status).toBe(200)
    const { rows } = await stack.database.asOwner('select token_version from users where id = $1', [user.id])
    expect(rows[0].token_version).toBe(2)
  })

  it('makes the other valid links of the user void; of two concurrent requests one works', async ({
    stack,
    visitor,
  }) => {
    const user = await registerCustomer(stack.url)
    const tokens: string[] = []
    for (let n = 0; n < 3; n += 1) tokens.push(await tokenFor({ stack, visitor }, user))
    const answers = await Promise.all(tokens.map((token) => reset(visitor, token)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 422, 422])
    expect((await mailsOf(stack, user.id)).map(({ body }) => body)).toEqual([null, null, null])
  })

  it('is void after an hour, and the body of its mail is deleted [V6.4.1]', async ({ stack, visitor }) => {
    const user = await registerCustomer(stack.url)
    const token = await tokenFor({ stack, visitor }, user)
    const later = (minutes: number) => new Date(Date.now() + minutes * 60_000)
    const late = createClient(await stack.anotherApi({ now: () => later(61) }))
    expect(await reset(visitor, token, undefined, late)).toMatchObject(refusal('link-void'))

    const db = await createSlonikPool({ url: stack.database.url, name: 'test' })
    await deleteExpiredResets(db, later(59))
    expect((await mailsOf(stack, user.id))[0]?.body).toContain(token)
    await deleteExpiredResets(db, later(61))
    await db.end()
    expect((await mailsOf(stack, user.id))[0]?.body).toBeNull()
    expect((await login(visitor, user.email, password)).status).toBe(200)
  })

  it('ends the refusal of failed logins, by e-mail and by phone', async ({ stack, visitor }) => {
    const user = await registerCustomer(stack.url)
    const phone = '+919812311111'
    await user.client.call(userCalls.changeMe, { body: { phone } })
    for (let n = 0; n < 10; n += 1) await login(visitor, user.email, 'not the password')
    const blocked = refusal('too-many', passwordLimits.accountFailuresHere.text(10))
    for (const name of [user.email, phone])
      expect(await login(visitor, name, password)).toMatchObject(blocked)
    await reset(visitor, await tokenFor({ stack, visitor }, user))
    for (const name of [user.email, phone])
      expect((await login(visitor, name, 'the new password')).status).toBe(200)
  })

  it('is refused with an unknown token, and stays valid after an invalid password', async ({
    stack,
    visitor,
  }) => {
    const user = await registerCustomer(stack.url)
    const token = await tokenFor({ stack, visitor }, user)
    const { rows } = await stack.database.asOwner(
      'select token_hash from password_resets where user_id = $1',
      [user.id],
    )
    for (const wrong of [
      token.slice(0, -1),
      token.toLowerCase(),
      "' or 1=1 --",
      '\ud800',
      rows[0].token_hash,
    ])
      expect(await reset(visitor, wrong), wrong).toMatchObject(refusal('link-void'))
    expect(await reset(visitor, token, '12345')).toMatchObject({ status: 422, body: { code: 'invalid' } })
    expect((await reset(visitor, token)).status).toBe(204)
  })
})
