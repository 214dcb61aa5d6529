import { labPartnerCalls } from '@jaanch/account/labs/api'
import { authCalls } from '@jaanch/account/sessions/api'
import { type Client, createClient, refusal } from '@jaanch/tests/support/client'
import { password, registerCustomer, uniqueEmail } from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import type { LimitName } from '../limits.ts'

const it = stackTest({ workers: false })

async function startApiProcess(stack: Stack, calls: number, limitScale = 1): Promise<Client> {
  return createClient(await stack.anotherApi({ limits: { calls }, limitScale, trustedProxies: 1 }))
}

describe('calls of an IP address', () => {
  const from = (client: Client, address: string, path: string = authCalls.login.path) =>
    client.raw(path, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    })

  async function statuses(
    times: number,
    ask: () => Promise<{ status: number }>,
  ): Promise<Map<number, number>> {
    const seen = new Map<number, number>()
    for (const { status } of await Promise.all(Array.from({ length: times }, ask))) {
      seen.set(status, (seen.get(status) ?? 0) + 1)
    }
    return seen
  }

  it('are limited to 300 per minute for sign-in, registration and passwords together; other routes are not limited [V2.4.1]', async ({
    stack,
  }) => {
    const client = await startApiProcess(stack, 300)
    const paths = [
      authCalls.login,
      authCalls.register,
      authCalls.forgotPassword,
      authCalls.resetPassword,
      labPartnerCalls.registerLabPartner,
    ].map(({ path }) => path)
    let n = 0
    const seen = await statuses(310, () => from(client, '203.0.113.1', paths[n++ % paths.length]))
    expect(seen).toEqual(
      new Map([
        [422, 300],
        [429, 10],
      ]),
    )
    const blocked = await from(client, '203.0.113.1')
    expect(blocked).toMatchObject(refusal('too-many'))
    expect(Number(blocked.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect((await from(client, '203.0.113.2')).status).toBe(422)
    expect(
      (await client.raw('/api/packages', { headers: { 'x-forwarded-for': '203.0.113.1' } })).status,
    ).toBe(200)
  })

  it('are counted for the address that the trusted proxy saw, whatever the header of the caller contains [V4.1.3]', async ({
    stack,
  }) => {
    const client = await startApiProcess(stack, 20)
    let n = 0
    const seen = await statuses(30, () => from(client, `198.51.100.${n++}, 203.0.113.7`))
    expect(seen.get(429)).toBe(10)
  })

  it('are counted for the address of the connection if no proxy is trusted [V4.1.3]', async ({ stack }) => {
    const client = createClient(await stack.anotherApi({ limits: { calls: 10 } }))
    for (let n = 0; n < 30; n += 1) await from(client, `198.51.100.${n}`)
    expect(await from(client, '198.51.100.99')).toMatchObject(refusal('too-many'))
  })

  it('are counted per /48 for IPv6 too, which may ten times as many', async ({ stack }) => {
    const client = await startApiProcess(stack, 2)
    let n = 0
    const seen = await statuses(25, () => from(client, `2001:db8:9:${(n++).toString(16)}::1`))
    expect(seen.get(429)).toBe(5)
    expect((await from(client, '2001:db8:a::1')).status).toBe(422)
  })
})

describe('behind the one address of a mobile carrier', () => {
  /** The answers of one process to calls from this address */
  async function startWith(stack: Stack, address: string, limits: Partial<Record<LimitName, number>>) {
    const client = createClient(await stack.anotherApi({ limits, trustedProxies: 1 }))
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
    return {
      /** Signs in by password. @returns the status, and the cookie that the browser keeps */
      async logIn(email: string, cookie = '') {
        const answer = await client.raw(authCalls.login.path, {
          method: 'POST',
          body: JSON.stringify({ email, password }),
          headers: { ...headers, cookie },
        })
        const kept = answer.headers.getSetCookie().find((text) => text.startsWith('devices='))
        return { status: answer.status, cookie: kept?.split(';')[0] ?? '' }
      },
      sessionsOf: async (token: string) =>
        (await client.as(token).raw(authCalls.listSessions.path, { headers })).status,
    }
  }

  it('a phone that calls without end shuts out nobody who is signed in, and no browser that signed in before', async ({
    stack,
  }) => {
    const { logIn, sessionsOf } = await startWith(stack, '100.64.0.1', { calls: 3 })
    const customer = await registerCustomer(stack.url)
    const { cookie } = await logIn(customer.email)
    for (let n = 0; n < 10; n += 1) await logIn(uniqueEmail())
    expect((await logIn(customer.email)).status).toBe(429)
    expect((await logIn(customer.email, cookie)).status).toBe(200)
    expect(await sessionsOf(customer.token)).toBe(200)
    const forged = `${cookie.slice(0, 8 + 64)}_${cookie.slice(8 + 65)}`
    expect((await logIn(customer.email, forged)).status).toBe(429)
  })

  it('an account has one count for all its browsers, and its calls and those of others are bounded together', async ({
    stack,
  }) => {
    const limits = { knownCalls: 3, knownCallsHere: 7 }
    const { logIn, sessionsOf } = await startWith(stack, '100.64.0.2', limits)
    const [mine, hers] = [await registerCustomer(stack.url), await registerCustomer(stack.url)]
    const cookies = [await logIn(mine.email), await logIn(mine.email)]
    const again = async (n: number) => (await logIn(mine.email, cookies[n % 2]?.cookie)).status
    expect([await again(0), await again(1), await again(0), await again(1)]).toEqual([200, 200, 200, 429])
    for (let n = 0; n < 3; n += 1) expect(await sessionsOf(hers.token)).toBe(200)
    expect(await sessionsOf(hers.token)).toBe(429)
    expect(await sessionsOf(mine.token)).toBe(200)
    expect(await sessionsOf(mine.token)).toBe(429)
  })
})
