import { authRoutes } from '@jaanch/contracts/http/auth'
import { userRoutes } from '@jaanch/contracts/http/users'
import { createClient, refusal } from '@jaanch/tests/support/client'
import {
  beforeFallback,
  createAdmin,
  type Person,
  password,
  registerCustomer,
} from '@jaanch/tests/support/people'
import { closeSockets, listenTo } from '@jaanch/tests/support/sockets'
import { ownStackTest } from '@jaanch/tests/support/test'
import { afterEach, describe, expect } from 'vitest'

const it = ownStackTest({ workers: false })

afterEach(closeSockets)

const reason = 'Ms. Zenobia asked for it'
const disable = (admin: Person, id: string) =>
  admin.client.ask(userRoutes.disableUser, { params: { id }, body: { reason } })
const enable = (admin: Person, id: string) =>
  admin.client.ask(userRoutes.enableUser, { params: { id }, body: { reason } })

describe('a disabled account', () => {
  it('is signed out at once, loses its sockets, and signs in again when it is enabled [V7.4.2]', async ({
    stack,
  }) => {
    const admin = await createAdmin(stack)
    const { client, id, token, email } = await registerCustomer(stack.url)
    await client.call(authRoutes.getMe)
    const socket = listenTo(stack.url, { token })
    await socket.first('caught-up')
    expect(await disable(admin, id)).toMatchObject({ status: 200, body: { id, isActive: false } })
    expect((await client.ask(authRoutes.getMe)).status).toBe(401)
    await expect.poll(() => socket.socket.connected, { timeout: beforeFallback }).toBe(false)
    const login = () => createClient(stack.url).ask(authRoutes.login, { body: { email, password } })
    expect(await login()).toMatchObject(refusal('account-disabled'))
    expect(await enable(admin, id)).toMatchObject({ status: 200, body: { id, isActive: true } })
    expect((await login()).status).toBe(200)
    // the sessions before it stay ended
    expect((await client.ask(authRoutes.getMe)).status).toBe(401)
  })

  it('has one event, one reason and one audit entry per change, and no reason outside its row', async ({
    stack,
  }) => {
    const admin = await createAdmin(stack)
    const { id } = await registerCustomer(stack.url)
    for (const change of [enable, disable, disable, enable, enable]) await change(admin, id)
    const actor = `admin:${admin.id}`
    const rowsOf = async (query: string) => (await stack.database.asOwner(query, [id])).rows
    expect(
      await rowsOf(
        `select data, actor from log.events where stream_id = 'user-' || $1 and type = 'PersonChanged'`,
      ),
    ).toEqual(Array.from({ length: 2 }, () => ({ data: { userId: id }, actor })))
    const changes = await rowsOf(
      'select id, action, reason from account_changes where user_id = $1 order by id',
    )
    expect(changes).toMatchObject([
      { action: 'account-disabled', reason },
      { action: 'account-enabled', reason },
    ])
    expect(
      await rowsOf(
        `select action, actor, object, details from audit where user_id = $1 and action ~ '^account-' order by id`,
      ),
    ).toEqual(
      changes.map(({ id: change, action }) => ({
        action,
        actor,
        object: `user:${id}`,
        details: { change: Number(change) },
      })),
    )
  })

  it("is never one's own, nor that of the last admin", async ({ stack }) => {
    await stack.database.asOwner("delete from users where role = 'admin'")
    const [one, other] = [await createAdmin(stack), await createAdmin(stack)]
    expect(await disable(one, one.id)).toMatchObject(refusal('own-account'))
    const answers = await Promise.all([disable(one, other.id), disable(other, one.id)])
    const { rows } = await stack.database.asOwner("select from users where role = 'admin' and is_active")
    expect(rows).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('needs a reason and an account', async ({ stack }) => {
    const admin = await createAdmin(stack)
    const { id, client } = await registerCustomer(stack.url)
    for (const body of [{}, { reason: '' }, { reason: 'a\u0000b' }]) {
      const answer = await admin.client.ask(userRoutes.disableUser, { params: { id }, body })
      expect(answer.status, JSON.stringify(body)).toBe(422)
    }
    expect(await disable(admin, '00000000-0000-4000-8000-000000000001')).toMatchObject(refusal('not-found'))
    expect((await client.ask(authRoutes.getMe)).status).toBe(200)
  })
})
