import { authCalls } from '@jaanch/account/sessions/api'
import { readAudit } from '@jaanch/tests/support/audit'
import { refusal } from '@jaanch/tests/support/client'
import { type Customer, createCustomer } from '@jaanch/tests/support/people'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'

const it = stackTest({ workers: false })

describe('an invalid request', () => {
  const json = { 'content-type': 'application/json' }
  const post = (customer: Customer, body: string, headers: Record<string, string> = json) =>
    customer.client.raw('/api/customer-addresses', { method: 'POST', body, headers })

  it('is malformed if its JSON is malformed [V1.5.2 V15.3.6]', async ({ customer }) => {
    for (const body of ['{', '{"__proto__": {"a": 1}}', '{"constructor": {"prototype": {}}}'])
      expect(await post(customer, body), body).toMatchObject(refusal('malformed'))
  })

  it('is refused if it is not JSON [V3.5.2]', async ({ customer }) => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
      const answer = await post(customer, 'city=Pune', { 'content-type': type })
      expect(answer, type).toMatchObject(refusal('unsupported-type'))
    }
  })

  it('is refused if it is larger than the limit', async ({ customer }) => {
    expect(await post(customer, JSON.stringify({ city: 'x'.repeat(200_000) }))).toMatchObject(
      refusal('too-large'),
    )
  })

  it('gets an answer in our error format also if it reaches no route', async ({ customer }) => {
    for (const [path, code] of [
      ['/api/nothing', 'unknown-route'],
      ['/api/bookings/%', 'malformed'],
      ['/api/bookings/7', 'not-found'],
      [`/api/bookings/${'x'.repeat(3_000)}`, 'not-found'],
    ] as const) {
      const { status, body } = await customer.client.raw(path)
      expect({ status, body }, path).toEqual(refusal(code))
    }
    expect(await customer.client.raw('/api/bookings', { method: 'DELETE' })).toMatchObject(
      refusal('unknown-route'),
    )
  })

  it('is malformed if its query is invalid [V2.2.1 V15.3.6]', async ({ customer }) => {
    for (const query of ['limit=501', 'tab=past&tab=past', 'cursor=e30'])
      expect((await customer.client.raw(`/api/bookings?${query}`)).status, query).toBe(400)
    expect((await customer.client.raw('/api/bookings?tab=unassigned')).body.error).toBe(
      'There is no tab unassigned; choose one of upcoming, past.',
    )
  })
})

describe('an answer', () => {
  it('allows no other origin to read it [V3.4.2]', async ({ customer }) => {
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await customer.client.raw('/api/users/me', {
        method,
        headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' },
      })
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  })
})

describe('a call that the role of its caller may not make', () => {
  it('is in the audit trail once, however often it is tried within a minute [V16.3.2]', async ({ stack }) => {
    const { id, client } = await createCustomer(stack)
    for (let n = 0; n < 3; n += 1) expect((await client.ask(authCalls.listUsers)).status).toBe(403)
    const refused = { action: 'refused', actor: `customer:${id}`, details: { call: 'GET /api/users' } }
    await expect.poll(() => readAudit(stack, { userId: id })).toMatchObject([refused])
  })
})
