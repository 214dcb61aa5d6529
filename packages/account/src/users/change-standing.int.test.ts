import type { StaffRole } from '@jaanch/contracts/staff-roles'
import { readAudit } from '@jaanch/tests/support/audit'
import { createClient, refusal } from '@jaanch/tests/support/client'
import {
  applyAsLab,
  createAdmin,
  createCustomer,
  createPackage,
  type Person,
  password,
  placeBooking,
  registerCustomer,
} from '@jaanch/tests/support/people'
import { headOf } from '@jaanch/tests/support/read-tables'
import { closeSockets, connectTo, type Listening } from '@jaanch/tests/support/sockets'
import { type Stack, withStoppedClock } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { hash } from '@node-rs/argon2'
import { afterEach, describe, expect } from 'vitest'
import { secondFactorCalls } from '../second-factors/api.ts'
import { authCalls } from '../sessions/api.ts'
import { userCalls } from './api.ts'

const it = stackTest({ workers: false })

afterEach(closeSockets)

const reason = 'Ms. Zenobia asked for it'
const disable = (admin: Person, id: string) =>
  admin.client.ask(userCalls.disableUser, { params: { id }, body: { reason } })
const enable = (admin: Person, id: string) =>
  admin.client.ask(userCalls.enableUser, { params: { id }, body: { reason } })

/** Creates two admins, and disables all others: those of tests that are over. */
async function createLastAdmins(stack: Stack): Promise<[Person, Person]> {
  await stack.database.asOwner("update users set is_active = false where role = 'admin'")
  return [await createAdmin(stack), await createAdmin(stack)]
}

describe('a disabled account', () => {
  it('is signed out at once, loses its sockets, and signs in again when it is enabled [V7.4.2]', async ({
    stack,
  }) => {
    const admin = await createAdmin(stack)
    const { client, id, token, email } = await registerCustomer(stack.url)
    await client.call(authCalls.getMe)
    const socket = await connectTo(await withStoppedClock(stack), { token })
    expect(await disable(admin, id)).toMatchObject({ status: 200, body: { id, isActive: false } })
    expect((await client.ask(authCalls.getMe)).status).toBe(401)
    await expect.poll(() => socket.socket.connected).toBe(false)
    const login = () => createClient(stack.url).ask(authCalls.login, { body: { email, password } })
    expect(await login()).toMatchObject(refusal('account-disabled'))
    expect(await enable(admin, id)).toMatchObject({ status: 200, body: { id, isActive: true } })
    expect((await login()).status).toBe(200)
    // the sessions before it stay ended
    expect((await client.ask(authCalls.getMe)).status).toBe(401)
  })

  it('has one event, one reason and one audit entry per change, and no reason outside its row', async ({
    stack,
  }) => {
    const admin = await createAdmin(stack)
    const { id } = await registerCustomer(stack.url)
    for (const change of [enable, disable, disable, enable, enable]) await change(admin, id)
    const actor = `admin:${admin.id}`
    const rowsOf = async (query: string) => (await stack.database.asOwner(query, [id])).rows
    const events = await rowsOf(
      `select data, actor from log.events where stream_id = 'user-' || $1 and type = 'PersonChanged'`,
    )
    expect(events).toEqual(Array(2).fill({ data: { userId: id }, actor }))
    const changes = await rowsOf(
      'select id::int, action, reason from account_changes where user_id = $1 order by id',
    )
    expect(changes).toMatchObject([
      { action: 'account-disabled', reason },
      { action: 'account-enabled', reason },
    ])
    const [, ...entries] = await readAudit(stack, { userId: id })
    expect(entries).toEqual(
      changes.map(({ id: change, action }) => ({
        ...{ action, actor, userId: id, object: `user:${id}`, details: { change } },
      })),
    )
  })

  it("is never one's own, nor that of the last admin", async ({ stack }) => {
    const [one, other] = await createLastAdmins(stack)
    expect(await disable(one, one.id)).toMatchObject(refusal('own-account'))
    const answers = await Promise.all([disable(one, other.id), disable(other, one.id)])
    const { rows } = await stack.database.asOwner("select from users where role = 'admin' and is_active")
    expect(rows).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

const giveRole = (by: Person, id: string, staffRole: StaffRole) =>
  by.client.ask(userCalls.changeStaffRole, { params: { id }, body: { staffRole } })

/** An admin with a role, directly in the tables */
async function adminAs(stack: Stack, staffRole: string): Promise<Person> {
  const person = await createAdmin(stack)
  await stack.database.asOwner('update users set staff_role = $2 where id = $1', [person.id, staffRole])
  return person
}

describe('the role of an admin', () => {
  it('is given by an owner: it ends the sessions, is recorded, and binds the next one', async ({ stack }) => {
    const [owner, other] = [await createAdmin(stack), await createAdmin(stack)]
    expect(await other.client.call(authCalls.getMe)).toMatchObject({ staffRole: 'owner' })
    const socket = await connectTo(await withStoppedClock(stack), other)
    for (const _ of ['once', 'again']) {
      expect(await giveRole(owner, other.id, 'support')).toMatchObject({
        status: 200,
        body: { role: 'admin', staffRole: 'support' },
      })
    }
    expect((await other.client.ask(authCalls.getMe)).status).toBe(401)
    await expect.poll(() => socket.socket.connected).toBe(false)
    const details = { role: 'admin', staffRole: 'support', before: 'owner' }
    expect(await readAudit(stack, { userId: other.id })).toMatchObject([
      { action: 'role-granted', actor: `admin:${owner.id}`, details },
    ])
  })

  it('of the last owner stays, also if two take it from each other', async ({ stack }) => {
    const [one, other] = await createLastAdmins(stack)
    await adminAs(stack, 'manager')
    await Promise.all([giveRole(one, other.id, 'manager'), giveRole(other, one.id, 'manager')])
    const { rows } = await stack.database.asOwner(
      "select id from users where role = 'admin' and is_active and staff_role is distinct from 'manager'",
    )
    expect(rows).toHaveLength(1)
    const last = rows[0].id === one.id ? one : other
    expect(await giveRole(last, last.id, 'support')).toMatchObject(refusal('last-owner'))
  })

  it('decides what is pushed: an operator gets no booking, a medical admin no lab', async ({ stack }) => {
    const owner = await createAdmin(stack)
    const after = await headOf(stack.database)
    const connect = (person: Person) => connectTo(stack.url, { ...person, after })
    const sockets = {
      owner: await connect(owner),
      operator: await connect(await adminAs(stack, 'operator')),
      medical: await connect(await adminAs(stack, 'medical')),
    }
    const applied = await applyAsLab(stack.url)
    const heardOfLab = ({ messages }: Listening) =>
      messages.filter((message) => message.event === 'lab' && message.labPartner.id === applied.id).length
    const customer = await createCustomer(stack)
    const booking = await placeBooking(customer, await createPackage(stack.database))
    const isOfIt = { booking: expect.objectContaining({ id: booking.id }) }
    await expect.poll(() => sockets.owner.bookings()).toContainEqual(expect.objectContaining(isOfIt))
    await expect.poll(() => sockets.medical.bookings()).toContainEqual(expect.objectContaining(isOfIt))
    expect(sockets.operator.bookings()).toEqual([])
    expect(Object.values(sockets).map(heardOfLab)).toEqual([1, 0, 0])
  })
})

describe('a session that proved itself long ago', () => {
  it('does what cannot be undone once the password was typed again', async ({ stack }) => {
    const [owner, other] = [await createAdmin(stack), await createAdmin(stack)]
    const passwordHash = await hash(password)
    await stack.database.asOwner('update users set password_hash = $2 where id = $1', [
      owner.id,
      passwordHash,
    ])
    await stack.database.asOwner(
      "update sessions set created_at = created_at - interval '11 minutes' where user_id = $1",
      [owner.id],
    )
    expect(await disable(owner, other.id)).toMatchObject(refusal('confirmation-required'))
    const confirm = (typed: string) =>
      owner.client.ask(secondFactorCalls.confirmSession, { body: { password: typed } })
    expect(await confirm('not the password')).toMatchObject(refusal('wrong-password'))
    expect(await disable(owner, other.id)).toMatchObject(refusal('confirmation-required'))
    expect((await confirm(password)).status).toBe(204)
    expect((await disable(owner, other.id)).status).toBe(200)
    // ten minutes, not for ever
    await stack.database.asOwner(
      "update sessions set confirmed_at = confirmed_at - interval '11 minutes' where user_id = $1",
      [owner.id],
    )
    expect(await enable(owner, other.id)).toMatchObject({ status: 200 })
    expect(await disable(owner, other.id)).toMatchObject(refusal('confirmation-required'))
  })
})
