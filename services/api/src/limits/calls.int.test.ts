import { authRoutes } from '@jaanch/contracts/http/auth'
import { labPartnerRoutes } from '@jaanch/contracts/http/lab-partners'
import { type Client, createClient, refusal } from '@jaanch/tests/support/client'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'

const it = stackTest({ workers: false })

async function startApiProcess(stack: Stack, calls: number, limitScale = 1): Promise<Client> {
  return createClient(await stack.anotherApi({ limits: { calls }, limitScale, trustedProxies: 1 }))
}

describe('calls of an IP address', () => {
  const from = (client: Client, address: string, path: string = authRoutes.login.path) =>
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

  it('are limited to 300 per minute for sign-in, registration and passwords together; other routes are not limited', async ({
    stack,
  }) => {
    const client = await startApiProcess(stack, 300)
    const paths = [
      authRoutes.login,
      authRoutes.register,
      authRoutes.forgotPassword,
      authRoutes.resetPassword,
      labPartnerRoutes.registerLabPartner,
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

  it('are counted for the address that the trusted proxy saw, whatever the header of the caller contains', async ({
    stack,
  }) => {
    const client = await startApiProcess(stack, 20)
    let n = 0
    const seen = await statuses(30, () => from(client, `198.51.100.${n++}, 203.0.113.7`))
    expect(seen.get(429)).toBe(10)
  })

  it('are counted for the address of the connection if no proxy is trusted', async ({ stack }) => {
    const client = createClient(await stack.anotherApi({ limits: { calls: 10 } }))
    for (let n = 0; n < 30; n += 1) await from(client, `198.51.100.${n}`)
    expect(await from(client, '198.51.100.99')).toMatchObject(refusal('too-many'))
  })

  it('are multiplied by a scale, for load tests', async ({ stack }) => {
    const client = await startApiProcess(stack, 10, 2)
    const seen = await statuses(30, () => from(client, '203.0.113.40'))
    expect(seen.get(429)).toBe(10)
  })

  it('are counted per network for IPv6', async ({ stack }) => {
    const client = await startApiProcess(stack, 20)
    let n = 0
    const seen = await statuses(30, () => from(client, `2001:db8:1:2::${(n++).toString(16)}`))
    expect(seen.get(429)).toBe(10)
    expect((await from(client, '2001:db8:1:3::1')).status).toBe(422)
  })
})
