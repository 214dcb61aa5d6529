import { authRoutes } from '@jaanch/contracts/http/auth'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { labPartnerRoutes } from '@jaanch/contracts/http/lab-partners'
import { userRoutes } from '@jaanch/contracts/http/users'
import { blockLog } from '@jaanch/tests/support/block-log'
import { createClient, refusal } from '@jaanch/tests/support/client'
import {
  applyAsLab,
  beforeFallback,
  createAdmin,
  createApprovedLab,
  createCustomer,
  type Lab,
  type Person,
  password,
} from '@jaanch/tests/support/people'
import { createBookingInStatus } from '@jaanch/tests/support/reports'
import { closeSockets, listenTo } from '@jaanch/tests/support/sockets'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { afterEach, describe, expect } from 'vitest'

const it = stackTest({ workers: false })

afterEach(closeSockets)

const reason = 'Dr. Quixano says that samples were swapped'

const suspend = (admin: Person, id: string) =>
  admin.client.ask(labPartnerRoutes.suspendLabPartner, { params: { id }, body: { reason } })
const reinstate = (admin: Person, id: string) =>
  admin.client.ask(labPartnerRoutes.reinstateLabPartner, { params: { id }, body: { reason } })
const login = (stack: Stack, lab: Lab, typed = password) =>
  createClient(stack.url).ask(authRoutes.login, { body: { email: lab.email, password: typed } })

async function eventsOf(stack: Stack, labPartnerId: string) {
  const { rows } = await stack.database.asOwner(
    'select type, data, actor from log.events where stream_id = $1 order by version offset 2',
    [`lab-${labPartnerId}`],
  )
  return rows
}

describe('a suspended lab', () => {
  it('is signed out at once, and its sockets close', async ({ stack, admin }) => {
    const lab = await createApprovedLab(stack.url, admin)
    await lab.client.call(authRoutes.getMe)
    const socket = listenTo(stack.url, { token: lab.token })
    await socket.first('caught-up')
    expect(await suspend(admin, lab.labPartnerId)).toMatchObject({
      status: 200,
      body: { id: lab.labPartnerId, status: 'suspended', isApproved: false },
    })
    expect(await lab.client.ask(authRoutes.getMe)).toMatchObject(refusal('not-signed-in'))
    await expect.poll(() => socket.socket.connected, { timeout: beforeFallback }).toBe(false)
    const { rows } = await stack.database.asOwner('select from sessions where user_id = $1', [lab.id])
    expect(rows).toEqual([])
  })

  it('is told so only after the correct password, and signs in again when it is reinstated', async ({
    stack,
    admin,
  }) => {
    const lab = await createApprovedLab(stack.url, admin)
    await suspend(admin, lab.labPartnerId)
    expect(await login(stack, lab, 'not the password')).toMatchObject(refusal('wrong-credentials'))
    const refused = await login(stack, lab)
    expect(refused).toMatchObject(refusal('lab-suspended'))
    expect(refused.body.message).toBe(refused.body.error)
    expect(await reinstate(admin, lab.labPartnerId)).toMatchObject({ body: { status: 'approved' } })
    expect((await login(stack, lab)).status).toBe(200)
    expect(await lab.client.ask(authRoutes.getMe)).toMatchObject(refusal('not-signed-in'))
  })

  it('cannot be assigned, and is on no list for assigning', async ({ stack, admin, packageId }) => {
    const lab = await createApprovedLab(stack.url, admin)
    const customer = await createCustomer(stack)
    const other = await createApprovedLab(stack.url, admin)
    const id = await createBookingInStatus('pending', { customer, lab: other, admin, packageId })
    await suspend(admin, lab.labPartnerId)
    const body = { labPartnerId: lab.labPartnerId }
    expect(await admin.client.ask(bookingRoutes.assignLab, { params: { id }, body })).toMatchObject(
      refusal('lab-not-approved'),
    )
    const approved = await admin.client.call(labPartnerRoutes.listApprovedLabPartners)
    expect(approved.map((each) => each.id)).not.toContain(lab.labPartnerId)
    const suspended = await admin.client.call(labPartnerRoutes.listAllLabPartners, {
      query: { status: 'suspended' },
    })
    expect(suspended.map((each) => each.id)).toContain(lab.labPartnerId)
  })

  it('is not assigned by a request that found it approved just before', async ({
    stack,
    admin,
    packageId,
  }) => {
    const lab = await createApprovedLab(stack.url, admin)
    const customer = await createCustomer(stack)
    const other = await createApprovedLab(stack.url, admin)
    const id = await createBookingInStatus('pending', { customer, lab: other, admin, packageId })
    const unblock = await blockLog(stack)
    const suspending = suspend(admin, lab.labPartnerId)
    await expect.poll(() => unblock.waiting()).toBe(1)
    const assigning = admin.client.ask(bookingRoutes.assignLab, {
      params: { id },
      body: { labPartnerId: lab.labPartnerId },
    })
    await expect.poll(() => unblock.waiting()).toBe(2)
    await unblock()
    expect((await suspending).status).toBe(200)
    expect(await assigning).toMatchObject(refusal('lab-not-approved'))
    const booking = await admin.client.call(bookingRoutes.getBooking, { params: { id } })
    expect(booking.labPartnerId).toBe(other.labPartnerId)
  })

  it('lists a booking that was assigned just before, so that it goes to another lab', async ({
    stack,
    admin,
    packageId,
  }) => {
    const lab = await createApprovedLab(stack.url, admin)
    const customer = await createCustomer(stack)
    const other = await createApprovedLab(stack.url, admin)
    const id = await createBookingInStatus('pending', { customer, lab: other, admin, packageId })
    const unblock = await blockLog(stack)
    const assigning = admin.client.ask(bookingRoutes.assignLab, {
      params: { id },
      body: { labPartnerId: lab.labPartnerId },
    })
    await expect.poll(() => unblock.waiting()).toBe(1)
    const suspending = suspend(admin, lab.labPartnerId)
    await expect.poll(() => unblock.waiting()).toBe(2)
    await unblock()
    expect((await assigning).status).toBe(200)
    expect((await suspending).body.openBookings.map((booking) => booking.id)).toEqual([id])
  })

  it('leaves its open bookings in the answer and in a list, from which they go to another lab', async ({
    stack,
    admin,
    packageId,
  }) => {
    const [lab, other] = [
      await createApprovedLab(stack.url, admin),
      await createApprovedLab(stack.url, admin),
    ]
    const customer = await createCustomer(stack)
    const booking = (status: Parameters<typeof createBookingInStatus>[0], of = lab) =>
      createBookingInStatus(status, { customer, lab: of, admin, packageId })
    const waiting = await booking('pending')
    const begun = await booking('sample-collection')
    await booking('completed')
    await booking('pending', other)
    const { body } = await suspend(admin, lab.labPartnerId)
    expect(body.openBookings.map(({ id }) => id)).toEqual([begun, waiting])
    const listed = () =>
      admin.client.call(bookingRoutes.listBookings, { query: { tab: 'assigned', lab: lab.labPartnerId } })
    expect(await listed()).toEqual(body.openBookings)

    const assign = (id: string) =>
      admin.client.ask(bookingRoutes.assignLab, {
        params: { id },
        body: { labPartnerId: other.labPartnerId },
      })
    expect((await assign(waiting)).status).toBe(200)
    expect(await assign(begun)).toMatchObject(refusal('collection-begun'))
    expect((await listed()).map(({ id }) => id)).toEqual([begun])
    const asked = await other.client.ask(bookingRoutes.listBookings, { query: { lab: lab.labPartnerId } })
    expect(asked.status).toBe(400)
  })

  it('is told by the log and the audit trail without the reason, which one row holds', async ({
    stack,
    admin,
  }) => {
    const lab = await createApprovedLab(stack.url, admin)
    await suspend(admin, lab.labPartnerId)
    await reinstate(admin, lab.labPartnerId)
    const actor = `admin:${admin.id}`
    expect(await eventsOf(stack, lab.labPartnerId)).toEqual([
      { type: 'LabDetailsChanged', data: { access: 'suspended' }, actor },
      { type: 'LabDetailsChanged', data: { access: 'reinstated' }, actor },
    ])
    const { rows: changes } = await stack.database.asOwner(
      'select id, action, reason, changed_by from account_changes where lab_partner_id = $1 order by id',
      [lab.labPartnerId],
    )
    expect(changes).toMatchObject([
      { action: 'lab-suspended', reason, changed_by: admin.id },
      { action: 'lab-reinstated', reason, changed_by: admin.id },
    ])
    const { rows: audited } = await stack.database.asOwner(
      'select action, actor, object, details from audit where user_id = $1 and action ~ $2 order by id',
      [lab.id, '^lab-'],
    )
    const object = `lab:${lab.labPartnerId}`
    expect(audited).toEqual([
      { action: 'lab-suspended', actor, object, details: { change: Number(changes[0].id) } },
      { action: 'lab-reinstated', actor, object, details: { change: Number(changes[1].id) } },
    ])
  })

  it('is suspended once by two admins at the same time and by a repeated request', async ({
    stack,
    admin,
  }) => {
    const lab = await createApprovedLab(stack.url, admin)
    const other = await createAdmin(stack)
    const answers = await Promise.all([suspend(admin, lab.labPartnerId), suspend(other, lab.labPartnerId)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await suspend(admin, lab.labPartnerId)).body).toMatchObject({ status: 'suspended' })
    expect(await eventsOf(stack, lab.labPartnerId)).toHaveLength(1)
    const { rows } = await stack.database.asOwner('select from account_changes where lab_partner_id = $1', [
      lab.labPartnerId,
    ])
    expect(rows).toHaveLength(1)
  })

  it('is shown to every admin at once', async ({ stack, admin }) => {
    const lab = await createApprovedLab(stack.url, admin)
    const hears = listenTo(stack.url, { token: (await createAdmin(stack)).token })
    await hears.first('caught-up')
    await suspend(admin, lab.labPartnerId)
    const heard = () =>
      hears.messages.flatMap((message) =>
        message.event === 'lab' && message.labPartner.id === lab.labPartnerId
          ? [message.labPartner.status]
          : [],
      )
    await expect.poll(() => heard().at(-1)).toBe('suspended')
  })

  it('has people who can be enabled only by its reinstatement, and who stay disabled if they were', async ({
    stack,
    admin,
  }) => {
    const lab = await createApprovedLab(stack.url, admin)
    const params = { id: lab.id }
    await suspend(admin, lab.labPartnerId)
    expect(await admin.client.ask(userRoutes.enableUser, { params, body: { reason } })).toMatchObject({
      status: 409,
      body: { error: 'The lab of this account is suspended: reinstate the lab instead.' },
    })
    await admin.client.call(userRoutes.disableUser, { params, body: { reason } })
    await reinstate(admin, lab.labPartnerId)
    expect(await login(stack, lab)).toMatchObject(refusal('account-disabled'))
    await admin.client.call(userRoutes.enableUser, { params, body: { reason } })
    expect((await login(stack, lab)).status).toBe(200)
  })
})

describe('a suspension', () => {
  it('needs an approved lab and a reason', async ({ stack, admin }) => {
    const { id } = await applyAsLab(stack.url)
    expect(await suspend(admin, id)).toMatchObject(refusal('lab-not-approved'))
    expect(await reinstate(admin, id)).toMatchObject(refusal('lab-not-approved'))
    expect(await suspend(admin, '00000000-0000-4000-8000-000000000001')).toMatchObject(refusal('not-found'))
    const lab = await createApprovedLab(stack.url, admin)
    for (const body of [{}, { reason: ' ' }, { reason: 'x'.repeat(501) }, { reason: 7 }]) {
      const answer = await admin.client.ask(labPartnerRoutes.suspendLabPartner, {
        params: { id: lab.labPartnerId },
        body,
      })
      expect(answer.status, JSON.stringify(body)).toBe(422)
    }
    expect((await lab.client.ask(authRoutes.getMe)).status).toBe(200)
  })
})
