import { authCalls } from '@jaanch/account/sessions/api'
import { userCalls } from '@jaanch/account/users/api'
import { createSession } from '@jaanch/tests/contract/matrix/create-resources'
import { createClient } from '@jaanch/tests/support/client'
import { createAdmin, type Person, tokens } from '@jaanch/tests/support/people'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { operationsQueuesCalls } from '../now/api.ts'

const it = stackTest({ workers: false })

/** @returns the cookie, as a browser sends it, and its attributes */
async function openQueues({ client }: Person): Promise<{ cookie: string; attributes: string }> {
  const { headers, body } = await client.ask(operationsQueuesCalls.openQueues)
  expect(body).toEqual({ url: '/admin/queues/' })
  const [cookie = '', ...attributes] = headers.getSetCookie()[0]?.split('; ') ?? []
  return { cookie, attributes: attributes.join('; ') }
}

const get = (url: string, cookie?: string, init: RequestInit = {}) =>
  fetch(url, { redirect: 'manual', headers: { accept: 'text/html', ...(cookie && { cookie }) }, ...init })

describe('the dashboard of the queues', () => {
  it('opens for an admin by a cookie of its own path, with all its files from here', async ({
    stack,
    admin,
  }) => {
    const { cookie, attributes } = await openQueues(admin)
    expect(attributes).toBe('Max-Age=900; Path=/admin/queues; HttpOnly; SameSite=Strict')
    const page = await get(`${stack.url}/admin/queues/`, cookie)
    expect(page.status).toBe(200)
    const html = await page.text()
    expect(html).toContain('Jaanch queues')
    expect(html).not.toMatch(/(src|href)="(https?:)?\/\//)
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self'.*frame-ancestors 'none'/)
    const files = [...html.matchAll(/(?:src|href)="(static\/[^"]+)"/g)].map(([, file]) => file)
    expect(files.length).toBeGreaterThan(3)
    for (const file of files)
      expect((await get(`${stack.url}/admin/queues/${file}`, cookie)).status, file).toBe(200)
    const queues = await get(`${stack.url}/admin/queues/api/queues`, cookie)
    const body = (await queues.json()) as { queues: { name: string; readOnlyMode: boolean }[] }
    expect(body.queues.map(({ name, readOnlyMode }) => [name, readOnlyMode])).toEqual([
      ['work', true],
      ['delivery', true],
      ['timers', true],
    ])
  })

  it('is refused without the cookie, with the token of an API call, and to others', async ({
    stack,
    admin,
    customer,
    lab,
  }) => {
    const { cookie } = await openQueues(admin)
    const name = cookie.split('=')[0]
    const withToken = { headers: { accept: 'text/html', authorization: `Bearer ${admin.token}` } }
    for (const answer of [
      await get(`${stack.url}/admin/queues/`),
      await get(`${stack.url}/admin/queues/`, undefined, withToken),
      await get(`${stack.url}/admin/queues/`, `${name}=${customer.token}`),
      await get(`${stack.url}/admin/queues/static/js/main.js`, `${name}=${lab.token}`),
      // a token of the same session, for its calls
      await get(`${stack.url}/admin/queues/`, `${name}=${admin.token}`),
    ]) {
      expect(answer.status).toBe(303)
      expect(answer.headers.get('location')).toBe('/admin/operations/work')
    }
    const asBearer = createClient(stack.url, cookie.split('=')[1])
    expect((await asBearer.ask(authCalls.getMe)).status).toBe(401)
    const call = { headers: { accept: 'application/json' } }
    expect((await get(`${stack.url}/admin/queues/api/queues`, undefined, call)).status).toBe(401)
  })

  it('changes nothing: it has no other methods', async ({ stack, admin }) => {
    const { cookie } = await openQueues(admin)
    for (const [method, path] of [
      ['PUT', 'api/queues/work/pause'],
      ['POST', 'api/queues/work/add'],
    ] as const)
      expect((await get(`${stack.url}/admin/queues/${path}`, cookie, { method })).status, path).toBe(404)
  })

  it('closes at once when the account is disabled, and with the session', async ({ stack, admin }) => {
    const [disabled, left] = [await createAdmin(stack), await createAdmin(stack)]
    const { id: sid } = await createSession(stack, left.id)
    const statusOf = async (cookie: string) => (await get(`${stack.url}/admin/queues/`, cookie)).status
    const { cookie } = await openQueues(disabled)
    expect(await statusOf(cookie)).toBe(200)
    await admin.client.call(userCalls.disableUser, {
      params: { id: disabled.id },
      body: { reason: 'A test' },
    })
    await expect.poll(() => statusOf(cookie)).toBe(303)

    const owner = { id: left.id, role: 'admin', tokenVersion: 1, labPartnerId: null } as const
    const token = tokens.issue(owner, { id: sid, lifetimeMs: 60_000 })
    const other = await openQueues({ ...left, token, client: left.client.as(token) })
    expect(await statusOf(other.cookie)).toBe(200)
    await stack.database.asOwner('delete from sessions where id = $1', [sid])
    await stack.database.asOwner("select pg_notify('accounts', $1)", [left.id])
    await expect.poll(() => statusOf(other.cookie)).toBe(303)
  })
})
