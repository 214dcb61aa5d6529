import { authCalls } from '@jaanch/account/sessions/api'
import { userCalls } from '@jaanch/account/users/api'
import { type Client, createClient, refusal } from '@jaanch/tests/support/client'
import { password, registerCustomer, uniqueEmail } from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { type LimitName, limitTable } from '../limits.ts'

/** A small number, because each attempt hashes a password */
const accountFailures = 12
const networkFailures = 20

/** One process that believes the first proxy, so that a test can call from any network. */
const it = stackTest({ workers: false }).extend('visitor', { scope: 'file' }, async ({ stack }) =>
  createClient(await stack.anotherApi({ trustedProxies: 1, limits: { networkFailures, accountFailures } })),
)

let networks = 0
/** A network that nobody used before */
function newNetwork(): string {
  networks += 1
  return `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}`
}

type Attempt = { email: string; from: string; typed?: string; cookie?: string | undefined }

function logIn(visitor: Client, { email, from, typed = 'a guess', cookie }: Attempt) {
  return visitor.raw(authCalls.login.path, {
    method: 'POST',
    body: JSON.stringify({ email, password: typed }),
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': from,
      ...(cookie !== undefined && { cookie }),
    },
  })
}

const blocked = (name: LimitName) => refusal('too-many', limitTable[name].text(limitTable[name].max))

/** The answer says when the window ends whose first failure was sent at an instant of `performance.now()` or later. */
function expectQuarterOfAnHour({ headers }: { headers: Headers }, began: number): void {
  const retryAfter = Number(headers.get('retry-after'))
  const elapsed = (performance.now() - began) / 1_000
  expect(retryAfter).toBeGreaterThan(15 * 60 - elapsed - 1)
  expect(retryAfter).toBeLessThanOrEqual(15 * 60)
}

async function guess(visitor: Client, email: string, from: string, times: number): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < times; n += 1) statuses.push((await logIn(visitor, { email, from })).status)
  return statuses
}

/** Guesses from many networks, as often as it takes until attempts have to wait for each other. */
async function attackFromEverywhere(visitor: Client, email: string): Promise<void> {
  const startedAt = performance.now()
  const answers = await Promise.all(
    Array.from({ length: 2 * accountFailures }, () => logIn(visitor, { email, from: newNetwork() })),
  )
  const seconds = (performance.now() - startedAt) / 1_000
  const statuses = answers.map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(accountFailures + seconds)
  for (const answer of answers)
    if (answer.status === 429) expect(answer).toMatchObject(blocked('accountFailures'))
}

/** The cookie that a browser keeps after an answer */
function deviceCookieOf({ headers }: { headers: Headers }): string {
  const cookie = headers.getSetCookie().find((text) => text.startsWith('devices='))
  return cookie?.split(';')[0] ?? ''
}

async function signIn(visitor: Client, email: string, cookie?: string) {
  const answer = await logIn(visitor, { email, from: newNetwork(), typed: password, cookie })
  expect(answer.status).toBe(200)
  return deviceCookieOf(answer)
}

describe('an account under attack', () => {
  it('from one network can be entered from another [V6.3.1]', async ({ stack, visitor }) => {
    const { email } = await registerCustomer(stack.url)
    const [attacker, home] = [newNetwork(), newNetwork()]
    const began = performance.now()
    expect(await guess(visitor, email, attacker, 11)).toEqual([...Array(10).fill(401), 429])
    const refused = await logIn(visitor, { email, from: attacker, typed: password })
    expect(refused).toMatchObject(blocked('accountFailuresHere'))
    expectQuarterOfAnHour(refused, began)
    expect((await logIn(visitor, { email, from: home, typed: password })).status).toBe(200)
    // what the owner does elsewhere does not help the attacker
    expect((await logIn(visitor, { email, from: attacker, typed: password })).status).toBe(429)
  })

  it('from everywhere lets strangers wait for each other, and never shuts', async ({ stack, visitor }) => {
    const { email } = await registerCustomer(stack.url)
    await attackFromEverywhere(visitor, email)
    const refused = await logIn(visitor, { email, from: newNetwork(), typed: password })
    if (refused.status === 429) {
      expect(refused).toMatchObject(blocked('accountFailures'))
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    }
    const enter = async () => (await logIn(visitor, { email, from: newNetwork(), typed: password })).status
    // the longest pause is a minute
    await expect.poll(enter, { interval: 200, timeout: 180_000 }).toBe(200)
  })

  it('from everywhere can be entered in a browser that signed in before [V6.3.1]', async ({
    stack,
    visitor,
  }) => {
    const { email } = await registerCustomer(stack.url)
    const cookie = await signIn(visitor, email)
    await attackFromEverywhere(visitor, email)
    for (let n = 0; n < 3; n += 1) {
      expect((await logIn(visitor, { email, from: newNetwork(), typed: password, cookie })).status).toBe(200)
    }
  })

  it('is treated as one that does not exist', async ({ visitor }) => {
    const [email, from] = [uniqueEmail(), newNetwork()]
    expect(await guess(visitor, email, from, 11)).toEqual([...Array(10).fill(401), 429])
    expect(await logIn(visitor, { email, from })).toMatchObject(blocked('accountFailuresHere'))
    await attackFromEverywhere(visitor, uniqueEmail())
  })

  it('has one count, whether its e-mail or its phone is typed [V6.3.4]', async ({ stack, visitor }) => {
    const { email, client } = await registerCustomer(stack.url)
    const phone = '+919812398123'
    await client.call(userCalls.changeMe, { body: { phone } })
    const from = newNetwork()
    expect(await guess(visitor, email, from, 5)).toEqual(Array(5).fill(401))
    expect(await guess(visitor, phone, from, 6)).toEqual([...Array(5).fill(401), 429])
    expect((await logIn(visitor, { email, from })).status).toBe(429)
  })
})

describe('a browser that signed in before', () => {
  it('may fail ten times, without effect on others', async ({ stack, visitor }) => {
    const { email } = await registerCustomer(stack.url)
    const [cookie, from] = [await signIn(visitor, email), newNetwork()]
    for (let n = 0; n < 10; n += 1) expect((await logIn(visitor, { email, from, cookie })).status).toBe(401)
    expect(await logIn(visitor, { email, from, cookie, typed: password })).toMatchObject(
      blocked('deviceFailures'),
    )
    const other = await signIn(visitor, email)
    expect((await logIn(visitor, { email, from, cookie: other, typed: password })).status).toBe(200)
    expect((await logIn(visitor, { email, from, typed: password })).status).toBe(200)
  })

  it('is known for each account that it signed in to, and for no other', async ({ stack, visitor }) => {
    const [mine, hers, other] = [
      await registerCustomer(stack.url),
      await registerCustomer(stack.url),
      await registerCustomer(stack.url),
    ]
    const cookie = await signIn(visitor, hers.email, await signIn(visitor, mine.email))
    const from = newNetwork()
    for (const { email } of [mine, hers, other]) await guess(visitor, email, from, 10)
    const enter = async (email: string) =>
      (await logIn(visitor, { email, from, cookie, typed: password })).status
    expect(await enter(mine.email)).toBe(200)
    expect(await enter(hers.email)).toBe(200)
    expect(await enter(other.email)).toBe(429)
  })

  it('is a stranger again after the password was changed, and after its cookie was forged', async ({
    stack,
    visitor,
  }) => {
    const { email, client } = await registerCustomer(stack.url)
    const [cookie, from] = [await signIn(visitor, email), newNetwork()]
    const newPassword = 'another password'
    await client.call(authCalls.changePassword, { body: { currentPassword: password, newPassword } })
    await guess(visitor, email, from, 10)
    const forged = `${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'E' : 'A'}`
    for (const sent of [cookie, forged, 'devices=', 'devices=.....', `devices=${'x'.repeat(65)}`]) {
      const answer = await logIn(visitor, { email, from, cookie: sent, typed: newPassword })
      expect(answer, sent).toMatchObject(blocked('accountFailuresHere'))
    }
  })

  it('has a cookie that scripts cannot read and other sites cannot send; over TLS, of this host only [V3.3.1]', async ({
    stack,
    visitor,
  }) => {
    const { email } = await registerCustomer(stack.url)
    const cookieOf = async (client: Client) =>
      (await logIn(client, { email, from: newNetwork(), typed: password })).headers
        .getSetCookie()
        .find((text) => text.includes('devices='))
    expect(await cookieOf(visitor)).toMatch(
      /^devices=[\w-]{65}\.[\w-]{65}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    const secure = createClient(await stack.anotherApi({ publicUrl: 'https://jaanch.example' }))
    expect(await cookieOf(secure)).toMatch(
      /^__Host-devices=[\w-]{65}\.[\w-]{65}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
  })
})

describe('a network that tries many accounts', () => {
  it('is stopped, and others are not [V6.3.1]', async ({ stack, visitor }) => {
    const { email } = await registerCustomer(stack.url)
    const from = newNetwork()
    const began = performance.now()
    for (let n = 0; n < 20; n += 1)
      expect((await logIn(visitor, { email: uniqueEmail(), from })).status).toBe(401)
    for (const tried of [email, uniqueEmail()]) {
      const refused = await logIn(visitor, { email: tried, from, typed: password })
      expect(refused).toMatchObject(blocked('networkFailures'))
      expectQuarterOfAnHour(refused, began)
    }
    expect((await logIn(visitor, { email, from: newNetwork(), typed: password })).status).toBe(200)
  })

  it('can still be used for accounts that are signed in there, and in browsers that signed in before', async ({
    stack,
    visitor,
  }) => {
    const [here, before] = [await registerCustomer(stack.url), await registerCustomer(stack.url)]
    const cookie = await signIn(visitor, before.email)
    const from = newNetwork()
    expect((await logIn(visitor, { email: here.email, from, typed: password })).status).toBe(200)
    for (let n = 0; n < 21; n += 1) await logIn(visitor, { email: uniqueEmail(), from })
    expect((await logIn(visitor, { email: here.email, from, typed: password })).status).toBe(200)
    expect((await logIn(visitor, { email: before.email, from, typed: password })).status).toBe(429)
    expect((await logIn(visitor, { email: before.email, from, cookie, typed: password })).status).toBe(200)
  })
})

describe('parallel guesses', () => {
  const statusesOf = async (attempts: Promise<{ status: number }>[]) =>
    (await Promise.all(attempts)).map(({ status }) => status).toSorted()

  it('at many accounts from one network never exceed its limit', async ({ visitor }) => {
    const from = newNetwork()
    const attempts = Array.from({ length: 30 }, () => logIn(visitor, { email: uniqueEmail(), from }))
    expect(await statusesOf(attempts)).toEqual([...Array(20).fill(401), ...Array(10).fill(429)])
  })

  it('in a browser that signed in before never exceed its limit', async ({ stack, visitor }) => {
    const { email } = await registerCustomer(stack.url)
    const cookie = await signIn(visitor, email)
    const attempts = Array.from({ length: 15 }, () => logIn(visitor, { email, from: newNetwork(), cookie }))
    expect(await statusesOf(attempts)).toEqual([...Array(10).fill(401), ...Array(5).fill(429)])
  })
})

describe("one's own account", () => {
  it("clears nobody else's count when one signs in to it", async ({ stack, visitor }) => {
    const [mine, victim] = [await registerCustomer(stack.url), await registerCustomer(stack.url)]
    const from = newNetwork()
    await guess(visitor, victim.email, from, 10)
    for (let n = 0; n < 9; n += 1) await logIn(visitor, { email: uniqueEmail(), from })
    for (let n = 0; n < 3; n += 1)
      expect((await logIn(visitor, { email: mine.email, from, typed: password })).status).toBe(200)
    expect((await logIn(visitor, { email: victim.email, from })).status).toBe(429)
    // the twentieth failure of the network
    expect((await logIn(visitor, { email: uniqueEmail(), from })).status).toBe(401)
    expect(await logIn(visitor, { email: uniqueEmail(), from })).toMatchObject(blocked('networkFailures'))
  })

  it("clears nobody else's count when its password is reset, also with the phone of another in its profile", async ({
    stack,
    visitor,
  }) => {
    const [mine, victim] = [await registerCustomer(stack.url), await registerCustomer(stack.url)]
    const phone = '+919812398124'
    await victim.client.call(userCalls.changeMe, { body: { phone } })
    const from = newNetwork()
    await guess(visitor, phone, from, 10)
    await mine.client.call(userCalls.changeMe, { body: { phone } })
    const answer = await resetPassword(stack, visitor, mine)
    expect(answer.status).toBe(204)
    expect((await logIn(visitor, { email: victim.email, from })).status).toBe(429)
  })

  it('opens to the browser that reset its password while it is under attack', async ({ stack, visitor }) => {
    const user = await registerCustomer(stack.url)
    await attackFromEverywhere(visitor, user.email)
    const cookie = deviceCookieOf(await resetPassword(stack, visitor, user))
    await attackFromEverywhere(visitor, user.email)
    const entered = await logIn(visitor, {
      email: user.email,
      from: newNetwork(),
      typed: newPassword,
      cookie,
    })
    expect(entered.status).toBe(200)
  })
})

const newPassword = 'the new password'

async function resetPassword(stack: Stack, visitor: Client, { id, email }: { id: string; email: string }) {
  await visitor.call(authCalls.forgotPassword, { body: { email } })
  const mailed = async () => {
    const { rows } = await stack.database.asOwner('select body from outbox where recipient_user_id = $1', [
      id,
    ])
    return /reset=([\w-]+)/.exec(rows.at(-1)?.body ?? '')?.[1]
  }
  await expect.poll(mailed).toBeDefined()
  return visitor.ask(authCalls.resetPassword, {
    body: { token: await mailed(), password: newPassword },
  })
}

describe('the audit trail', () => {
  it('has each wrong password, and once a minute that an account is blocked for a network [V16.3.1]', async ({
    stack,
    visitor,
  }) => {
    const { email, id } = await registerCustomer(stack.url)
    const from = newNetwork()
    await guess(visitor, email, from, 14)
    const entries = async () => {
      const { rows } = await stack.database.asOwner(
        `select action, actor, details->>'network' as network from audit
          where user_id = $1 and action like 'sign-in-%' order by id`,
        [id],
      )
      return rows
    }
    await expect.poll(async () => (await entries()).length).toBe(11)
    const rows = await entries()
    expect(rows.map(({ action }) => action)).toEqual([...Array(10).fill('sign-in-failed'), 'sign-in-blocked'])
    expect(new Set(rows.map(({ actor }) => actor))).toEqual(new Set([null]))
    // the same for the same network, and not its address
    const [network, ...others] = new Set(rows.map((row) => row.network))
    expect(others).toEqual([])
    expect(network).toMatch(/^[\w-]{12}$/)
  })

  it('has one entry a minute of a blocked network, however many logins it makes up', async ({
    stack,
    visitor,
  }) => {
    const from = newNetwork()
    const tryUnknown = (n: number) => guess(visitor, `nobody-${n}@example.com`, from, 1)
    for (let n = 0; n < networkFailures + 5; n += 1) await tryUnknown(n)
    const entries = async () => {
      const { rows } = await stack.database.asOwner(
        `select count(*) filter (where action = 'sign-in-failed')::int as failed,
                count(*) filter (where action = 'sign-in-blocked')::int as blocked
           from audit
          where details->>'network' = (select details->>'network' from audit order by id desc limit 1)`,
      )
      return rows[0]
    }
    await expect.poll(entries).toEqual({ failed: networkFailures, blocked: 1 })
  })
})
