import { auditedActions } from '@jaanch/tests/support/audit'
import { createClient, refusal } from '@jaanch/tests/support/client'
import { createApprovedLab, password, registerCustomer } from '@jaanch/tests/support/people'
import { closeSockets, listenTo } from '@jaanch/tests/support/sockets'
import { type Stack, withStoppedClock } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { afterEach, describe, expect } from 'vitest'
import { authCalls } from './api.ts'

const it = stackTest({ workers: false }).extend('url', { scope: 'file' }, ({ stack }) =>
  withStoppedClock(stack),
)

afterEach(closeSockets)

const hour = 60 * 60 * 1_000
const chrome =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

async function signIn(stack: Pick<Stack, 'url'>, email: string, typed = password) {
  const answer = await createClient(stack.url).raw<{ token: string }>(authCalls.login.path, {
    method: 'POST',
    body: JSON.stringify({ email, password: typed }),
    headers: { 'content-type': 'application/json', 'user-agent': chrome },
  })
  expect(answer.status).toBe(200)
  const { token } = answer.body
  return { token, client: createClient(stack.url, token) }
}

/** A customer with two sessions. */
async function createTwoSessions(stack: Pick<Stack, 'url'>) {
  const first = await registerCustomer(stack.url)
  return { ...first, other: await signIn(stack, first.email) }
}

const untilRefused = (url: string, token: string) =>
  expect
    .poll(() => createClient(url, token).ask(authCalls.getMe), { interval: 10 })
    .toMatchObject(refusal('not-signed-in'))

describe('a session', () => {
  it('is listed with its device, its network and its end; the one of the request is marked [V7.5.2]', async ({
    stack,
  }) => {
    const { client, other } = await createTwoSessions(stack)
    const listed = await other.client.call(authCalls.listSessions)
    expect(listed).toMatchObject([
      { device: 'Chrome on Android', network: '127.0.0.1', isCurrent: true },
      { device: 'Unknown device', isCurrent: false },
    ])
    const [session] = listed
    expect(Date.parse(session?.endsAt ?? '') - Date.parse(session?.createdAt ?? '')).toBe(90 * 24 * hour)
    expect((await client.call(authCalls.listSessions)).map(({ isCurrent }) => isCurrent)).toEqual([
      false,
      true,
    ])
  })

  it('ends after 90 days for a customer and 12 hours for staff [V7.3.2 V9.1.1]', async ({ stack, admin }) => {
    const at = Date.now()
    const apiAfter = (hours: number) => stack.anotherApi({ now: () => new Date(at + hours * hour) })
    const url = await apiAfter(0)
    const [{ token }, lab] = [await registerCustomer(url), await createApprovedLab(url, admin)]
    const statusAfter = async (hours: number, token: string) =>
      (await createClient(await apiAfter(hours), token).ask(authCalls.getMe)).status
    expect(await statusAfter(11.9, lab.token)).toBe(200)
    expect(await statusAfter(12.1, lab.token)).toBe(401)
    expect(await statusAfter(12.1, token)).toBe(200)
    expect(await statusAfter(90 * 24 + 1, token)).toBe(401)
  })

  it('that was not seen for longest ends when its user has more than a thousand [V7.1.2]', async ({
    stack,
  }) => {
    const { email, id } = await registerCustomer(stack.url)
    await stack.database.asOwner(
      `insert into sessions (id, user_id, device, network, created_at, last_seen_at, ends_at)
       select gen_random_uuid(), $1, 'old ' || n, '', now(), now() - n * interval '1 minute', now() + interval '1 day'
         from generate_series(1, 1000) n`,
      [id],
    )
    const { client } = await signIn(stack, email)
    await client.call(authCalls.getMe)
    const { rows } = await stack.database.asOwner(
      `select count(*)::int as n, count(*) filter (where device = 'old 999')::int as old
         from sessions where user_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ n: 1000, old: 0 }])
  })

  it('ended by its owner is refused by every process and loses its socket; the others continue [V4.4.3 V16.3.1]', async ({
    stack,
    url,
  }) => {
    const { client, other, token, id } = await createTwoSessions({ url })
    const urls = [url, await withStoppedClock(stack)]
    for (const url of urls) await createClient(url, other.token).call(authCalls.getMe)
    const [ending, staying] = [listenTo(url, { token: other.token }), listenTo(url, { token })]
    for (const each of [ending, staying]) await each.first('caught-up')
    const sessions = await other.client.call(authCalls.listSessions)
    const { id: sessionId = '' } = sessions.find(({ isCurrent }) => isCurrent) ?? {}

    await client.call(authCalls.endSession, { params: { id: sessionId } })
    for (const url of urls) await untilRefused(url, other.token)
    await expect.poll(() => ending.socket.connected).toBe(false)
    expect(staying.socket.connected).toBe(true)
    expect(await client.call(authCalls.listSessions)).toHaveLength(1)
    expect(await client.ask(authCalls.endSession, { params: { id: sessionId } })).toMatchObject(
      refusal('not-found'),
    )
    expect(await auditedActions(stack, { userId: id })).toEqual(['signed-in', 'signed-in', 'session-ended'])
  })

  it('ends on the server at the logout, which may come late and twice [V7.4.1]', async ({ stack }) => {
    const { client, other } = await createTwoSessions(stack)
    for (let n = 0; n < 2; n += 1) expect((await other.client.ask(authCalls.logout)).status).toBe(204)
    expect(await other.client.ask(authCalls.getMe)).toMatchObject(refusal('not-signed-in'))
    expect((await client.ask(authCalls.getMe)).status).toBe(200)
    expect((await createClient(stack.url, 'nonsense').ask(authCalls.logout)).status).toBe(204)
  })

  it('ends everywhere when its owner or an admin asks for it [V7.4.5 V7.5.2]', async ({
    stack,
    admin,
    url,
  }) => {
    const own = await createTwoSessions({ url })
    await own.client.call(authCalls.signOutEverywhere)
    expect((await auditedActions(stack, { userId: own.id })).at(-1)).toBe('signed-out-everywhere')
    const theirs = await createTwoSessions({ url })
    await admin.client.call(authCalls.endUserSessions, { params: { id: theirs.id } })
    for (const { token, other } of [own, theirs])
      for (const each of [token, other.token]) await untilRefused(url, each)
  })
})

describe('a change of the password', () => {
  const change = { currentPassword: password, newPassword: 'another password' }

  it('needs the present one, ends all other sessions and opens a new one [V6.2.2 V7.2.4 V7.4.3]', async ({
    stack,
    url,
  }) => {
    const { client, other, token, email, id } = await createTwoSessions({ url })
    const wrong = { ...change, currentPassword: 'not the password' }
    expect(await client.ask(authCalls.changePassword, { body: wrong })).toMatchObject(
      refusal('wrong-password'),
    )
    const session = await client.call(authCalls.changePassword, { body: change })
    for (const each of [token, other.token]) await untilRefused(url, each)
    const [opened, ...others] = await createClient(url, session.token).call(authCalls.listSessions)
    expect(opened?.isCurrent).toBe(true)
    expect(others).toEqual([])
    await signIn(stack, email, change.newPassword)
    const refused = await createClient(stack.url).ask(authCalls.login, { body: { email, password } })
    expect(refused).toMatchObject(refusal('wrong-credentials'))
    expect(await auditedActions(stack, { userId: id })).toContain('password-changed')
  })

  it('happens once when two arrive at the same time', async ({ stack }) => {
    const { client, other } = await createTwoSessions(stack)
    const answers = await Promise.all(
      [client, other.client].map((each, n) =>
        each.ask(authCalls.changePassword, { body: { ...change, newPassword: `new password ${n}` } }),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect([401, 409, 422]).toContain(statuses.find((status) => status !== 200))
  })
})
