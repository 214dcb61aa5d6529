import { createClient, refusal } from '@jaanch/tests/support/client'
import {
  createCustomer,
  filesTokenOf,
  password,
  registerCustomer,
  tokens,
  uniqueEmail,
} from '@jaanch/tests/support/people'
import { uploadPrescription } from '@jaanch/tests/support/prescriptions'
import { closeSockets, listenTo } from '@jaanch/tests/support/sockets'
import { testSecret } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { createSigner } from 'fast-jwt'
import { afterEach, describe, expect } from 'vitest'
import { authCalls } from './api.ts'

const it = stackTest({ workers: false })

afterEach(closeSockets)

const cookieOf = ({ headers }: { headers: Headers }) =>
  headers.getSetCookie().find((cookie) => /^(__Secure-)?files_token=/.test(cookie)) ?? ''

describe('the files cookie', () => {
  it('is set with every new session, for file paths only and not readable by scripts [V3.3.1]', async ({
    visitor,
  }) => {
    const email = uniqueEmail()
    const registered = await visitor.ask(authCalls.register, {
      body: { name: 'Asha', email, password, role: 'customer' },
    })
    const signedIn = await visitor.ask(authCalls.login, { body: { email, password } })
    for (const answer of [registered, signedIn]) {
      const [value, ...attributes] = cookieOf(answer).split('; ')
      expect(value).toMatch(/^files_token=[\w-]+\.[\w-]+\.[\w-]+$/)
      expect(attributes.toSorted()).toEqual([
        'HttpOnly',
        'Max-Age=7776000',
        'Path=/api/files',
        'SameSite=Strict',
      ])
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
  })

  it('is secure over TLS, under a prefix with which nobody can set it without TLS, and opens files under no other name [V3.3.1]', async ({
    stack,
    customer,
  }) => {
    const client = createClient(await stack.anotherApi({ publicUrl: 'https://jaanch.example' }))
    const { email } = await registerCustomer(stack.url)
    const signedIn = await client.ask(authCalls.login, { body: { email, password } })
    expect(cookieOf(signedIn)).toMatch(/^__Secure-files_token=.*; Secure/)
    const out = await client.ask(authCalls.logout)
    const cleared = out.headers.getSetCookie().map((cookie) => cookie.split('; ')[0])
    expect(cleared).toEqual(['__Secure-files_token='])

    const { fileUrl } = await uploadPrescription(customer)
    const own = filesTokenOf(customer)
    const open = async (cookie: string) => (await client.raw(fileUrl, { headers: { cookie } })).status
    expect(await open(`__Secure-files_token=${own}`)).toBe(200)
    expect(await open(`files_token=${own}`)).toBe(401)
  })

  it('is not set by a refused login, and is cleared by the logout', async ({ visitor }) => {
    const refused = await visitor.ask(authCalls.login, { body: { email: uniqueEmail(), password } })
    expect(cookieOf(refused)).toBe('')
    const out = await visitor.ask(authCalls.logout)
    expect(out.status).toBe(204)
    expect(cookieOf(out)).toMatch(/^files_token=; .*Path=\/api\/files; Expires=Thu, 01 Jan 1970/)
  })

  it('authenticates requests for files only, and a token of calls is none for the cookie [V3.5.1]', async ({
    stack,
    visitor,
  }) => {
    const customer = await createCustomer(stack)
    const files = filesTokenOf(customer)
    const { fileUrl } = await uploadPrescription(customer)
    const statusOf = async (path: string, headers: Record<string, string>) =>
      (await visitor.raw(path, { headers })).status
    expect(await statusOf(fileUrl, { cookie: `files_token=${files}` })).toBe(200)
    expect(await statusOf(fileUrl, { cookie: `files_token=${customer.token}` })).toBe(401)
    for (const path of ['/api/users/me', fileUrl])
      expect(await statusOf(path, { authorization: `Bearer ${files}` })).toBe(401)
    expect(await statusOf('/api/users/me', { cookie: `files_token=${files}` })).toBe(401)
    const { socket } = listenTo(stack.url, { token: files })
    await new Promise((resolve) => socket.once('connect_error', resolve))
  })
})

describe('a token', () => {
  it('names its user and session only: role and lab are those of the database [V7.2.1]', async ({
    stack,
    visitor,
  }) => {
    const { id } = await createCustomer(stack)
    const client = visitor.as(tokens.issue({ id, tokenVersion: 1 }))
    expect(await client.ask(authCalls.listUsers)).toMatchObject(refusal('forbidden'))
    expect((await client.call(authCalls.getMe)).labPartnerId).toBeNull()
    await stack.database.asOwner("update users set role = 'admin', token_version = 1 where id = $1", [id])
    await expect.poll(async () => (await client.ask(authCalls.listUsers)).status).toBe(200)
  })

  it('is refused if it is not exactly as signed [V7.2.3 V9.1.1]', async ({ stack, visitor }) => {
    const { id, token } = await createCustomer(stack)
    const claims = { aud: 'session', sub: id, role: 'customer', tv: 1, sid: id }
    const sign = (payload: object, options: object = {}) =>
      createSigner({ key: testSecret, algorithm: 'HS256', expiresIn: 1_000_000, ...options })(payload)
    const [header, payload, signature] = token.split('.')
    const admin = btoa(JSON.stringify({ ...claims, role: 'admin', iat: Math.floor(Date.now() / 1_000) }))
    for (const wrong of [
      sign(claims, { algorithm: 'HS512' }),
      sign(claims, { key: `${testSecret}!` }),
      sign({ ...claims, sub: 'nobody' }),
      sign({ ...claims, tv: '1' }),
      sign({ ...claims, tv: 2 }),
      sign({ ...claims, aud: ['session', 'files'] }),
      sign({ aud: 'session', sub: id, role: 'customer', tv: 1 }),
      sign({ ...claims, sid: crypto.randomUUID() }),
      sign(claims, { notBefore: 100_000 }),
      `${btoa('{"alg":"none"}')}.${payload}.`,
      `${btoa('{"alg":"HS256","kid":"../../dev/null"}')}.${payload}.${signature}`,
      `${header}.${admin}.${signature}`,
      `${header}.${payload}`,
    ]) {
      expect(await visitor.as(wrong).ask(authCalls.getMe), wrong.slice(0, 200)).toMatchObject(
        refusal('not-signed-in'),
      )
    }
    expect((await visitor.as(sign(claims)).ask(authCalls.getMe)).status).toBe(200)
  })

  it('is not accepted in other forms of the header [V4.1.3 V14.2.1]', async ({ stack, visitor }) => {
    const { token } = await createCustomer(stack)
    for (const headers of [
      { authorization: `Bearer ${token}, Bearer ${token}` },
      { authorization: `bearer:${token}` },
      { 'x-authorization': `Bearer ${token}` },
      { cookie: `token=${token}; auth_token=${token}` },
    ]) {
      const answer = await visitor.raw('/api/users/me', { headers: headers as Record<string, string> })
      expect(answer, JSON.stringify(headers).slice(0, 60)).toMatchObject(refusal('not-signed-in'))
    }
  })
})
