import { authCalls } from '@jaanch/account/sessions/api'
import { bounds } from '@jaanch/platform/http/bounds'
import { macOf } from '@jaanch/platform/http/secrets'
import { type Client, createClient, refusal } from '@jaanch/tests/support/client'
import { applyAsLab, password, registerCustomer, uniqueEmail } from '@jaanch/tests/support/people'
import { startProxy } from '@jaanch/tests/support/proxy'
import { type Stack, testSecret } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { Redis } from 'ioredis'
import { describe, expect, vi } from 'vitest'
import { limitTable } from '../limits.ts'
import type { ApiOptions } from '../services.ts'

const file = { scope: 'file' } as const
const it = stackTest({ workers: false })
  // between the APIs of this file and the servers of the shared stack
  .extend('proxies', file, async ({ stack }, { onCleanup }) => {
    const proxies = {
      postgres: await startProxy(stack.database.serviceUrl),
      redis: await startProxy(stack.redisUrl),
    }
    onCleanup(async () => {
      await stack.restore()
      await Promise.all([proxies.postgres.close(), proxies.redis.close()])
    })
    return proxies
  })
  .extend('startApi', file, ({ stack, proxies }) => async (change: Partial<ApiOptions> = {}) => {
    const servers = { databaseUrl: proxies.postgres.url, redisUrl: proxies.redis.url }
    const client = createClient(await stack.anotherApi({ ...servers, ...change }))
    await untilRedisCounts(stack, client)
    return client
  })
  .extend('visitor', file, ({ startApi }) => startApi())

it.afterEach(async ({ stack, visitor, proxies }) => {
  await proxies.postgres.restore()
  await proxies.redis.restore()
  await untilRedisCounts(stack, visitor)
})

/** Waits until an API process counts in Redis: until then it counts in memory. */
async function untilRedisCounts(stack: Stack, client: Client): Promise<void> {
  const direct = new Redis(stack.redisUrl)
  const secret = `${testSecret} ${new URL(stack.database.url).pathname}`
  await vi.waitFor(
    async () => {
      const email = uniqueEmail()
      await client.raw(authCalls.login.path, {
        method: 'POST',
        body: JSON.stringify({ email, password }),
        headers: { 'content-type': 'application/json' },
      })
      const key = macOf('counters', secret, `login ${email}`).toString('base64url')
      expect(await direct.get(`limits:accountFailures:${key}`)).toBe('1')
    },
    { timeout: 120_000, interval: 20 },
  )
  direct.disconnect()
}

const login = (visitor: Client, email: string, typed = 'not the password', by = visitor) =>
  by.ask(authCalls.login, { body: { email, password: typed } })

async function fail(visitor: Client, email: string, times: number, by = visitor): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < times; n += 1) statuses.push((await login(visitor, email, undefined, by)).status)
  return statuses
}

const blockedHere = refusal('too-many', limitTable.accountFailuresHere.text(10))
const ten = Array.from({ length: 10 }, () => 401)

describe('failed logins', () => {
  it('are reset by a correct password', async ({ stack, visitor }) => {
    const { email } = await registerCustomer(stack.url)
    for (let round = 0; round < 2; round += 1) {
      expect(await fail(visitor, email, 9)).toEqual(ten.slice(1))
      expect((await login(visitor, email, password)).status).toBe(200)
    }
  })

  it('do not include correct passwords of accounts that may not sign in', async ({ stack, visitor }) => {
    const { email } = await applyAsLab(stack.url)
    for (let n = 0; n < 12; n += 1)
      expect(await login(visitor, email, password)).toMatchObject(refusal('lab-under-review'))
  })

  it('are limited to ten when a hundred arrive at the same time, through two processes [V6.3.1]', async ({
    stack,
    visitor,
    startApi,
  }) => {
    const { email } = await registerCustomer(stack.url)
    const clients = [await startApi(), await startApi()]
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => login(visitor, email, `guess ${n}`, clients[n % 2])),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(90)
  })

  it('do not include thirty correct passwords at the same time', async ({ stack, visitor }) => {
    const { email } = await registerCustomer(stack.url)
    const answers = await Promise.all(Array.from({ length: 30 }, () => login(visitor, email, password)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })

  it('do not include attempts that failed because of the server', async ({ stack, visitor, proxies }) => {
    const { email } = await registerCustomer(stack.url)
    await proxies.postgres.cut()
    for (let n = 0; n < 12; n += 1) expect(await login(visitor, email)).toMatchObject(refusal('unavailable'))
    await proxies.postgres.restore()
    await expect.poll(async () => (await login(visitor, email, password)).status).toBe(200)
  })

  it('leave no e-mail address or phone number in Redis [V16.2.5]', async ({ stack, visitor }) => {
    const typed = '98765 41002'
    await fail(visitor, typed, 1)
    const direct = new Redis(stack.redisUrl)
    const keys = await direct.keys('limits:*')
    direct.disconnect()
    expect(keys.length).toBeGreaterThan(0)
    for (const key of keys) expect(key).toMatch(/^limits:\w+:[\w-]{43}$/)
  })
})

describe('while Redis is unavailable', () => {
  it('each process counts in memory [V16.5.2]', async ({ stack, visitor, proxies }) => {
    const { email } = await registerCustomer(stack.url)
    await proxies.redis.cut()
    expect(await fail(visitor, email, 10)).toEqual(ten)
    expect(await login(visitor, email, password)).toMatchObject(blockedHere)
    const other = await registerCustomer(stack.url)
    expect((await login(visitor, other.email, password)).status).toBe(200)
  })

  it('a login does not wait for a Redis that does not answer', async ({ stack, startApi, proxies }) => {
    const { email } = await registerCustomer(stack.url)
    // the other APIs of the tests wait for a busy machine
    const visitor = await startApi({ bounds: { waitCountMs: bounds.waitCountMs } })
    proxies.redis.silence()
    for (let n = 0; n < 3; n += 1) expect((await login(visitor, email, password)).status).toBe(200)
  })
})
