import { labPartnerCalls } from '@jaanch/account/labs/api'
import { authCalls } from '@jaanch/account/sessions/api'
import { userCalls } from '@jaanch/account/users/api'
import type { BookingStatus } from '@jaanch/contracts/vocabulary'
import { auditOf } from '@jaanch/tests/support/audit'
import { blockLog } from '@jaanch/tests/support/block-log'
import { readBooking } from '@jaanch/tests/support/bookings'
import { createClient, refusal } from '@jaanch/tests/support/client'
import { eventsOf } from '@jaanch/tests/support/events'
import {
  createAdmin,
  createApprovedLab,
  createCustomer,
  type Lab,
  type Person,
  password,
} from '@jaanch/tests/support/people'
import { createBookingInStatus } from '@jaanch/tests/support/reports'
import { closeSockets, listenTo } from '@jaanch/tests/support/sockets'
import { type Stack, withStoppedClock } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { afterEach, describe, expect } from 'vitest'
import { bookingCalls } from '../api.ts'

const it = stackTest({ workers: false })
  .extend('ours', ({ stack, admin }) => createApprovedLab(stack.url, admin))
  .extend('other', ({ stack, admin }) => createApprovedLab(stack.url, admin))
  .extend('booking', async ({ stack, admin, packageId, other }) => {
    const customer = await createCustomer(stack)
    return (status: BookingStatus, lab: Lab = other) =>
      createBookingInStatus(status, { customer, lab, admin, packageId })
  })

afterEach(closeSockets)

const reason = 'Dr. Quixano says that samples were swapped'

const suspend = (admin: Person, id: string) =>
  admin.client.ask(bookingCalls.suspendLabPartner, { params: { id }, body: { reason } })
const reinstate = (admin: Person, id: string) =>
  admin.client.ask(labPartnerCalls.reinstateLabPartner, { params: { id }, body: { reason } })
const login = (stack: Stack, lab: Lab, typed = password) =>
  createClient(stack.url).ask(authCalls.login, { body: { email: lab.email, password: typed } })

describe('a suspended lab', () => {
  it('is signed out at once with its sockets, hears why only with the correct password, and signs in again when it is reinstated', async ({
    stack,
    admin,
    ours,
  }) => {
    await ours.client.call(authCalls.getMe)
    const socket = listenTo(await withStoppedClock(stack), { token: ours.token })
    await socket.first('caught-up')
    expect(await suspend(admin, ours.labPartnerId)).toMatchObject({
      status: 200,
      body: { id: ours.labPartnerId, status: 'suspended', isApproved: false },
    })
    expect(await ours.client.ask(authCalls.getMe)).toMatchObject(refusal('not-signed-in'))
    await expect.poll(() => socket.socket.connected).toBe(false)
    const { rows } = await stack.database.asOwner('select from sessions where user_id = $1', [ours.id])
    expect(rows).toEqual([])
    expect(await login(stack, ours, 'not the password')).toMatchObject(refusal('wrong-credentials'))
    const refused = await login(stack, ours)
    expect(refused).toMatchObject(refusal('lab-suspended'))
    expect(refused.body.message).toBe(refused.body.error)
    expect(await reinstate(admin, ours.labPartnerId)).toMatchObject({ body: { status: 'approved' } })
    expect((await login(stack, ours)).status).toBe(200)
    expect(await ours.client.ask(authCalls.getMe)).toMatchObject(refusal('not-signed-in'))
  })

  it('is suspended once by several admins and requests; the log and the audit trail lack the reason, which one row holds', async ({
    stack,
    admin,
    ours,
  }) => {
    const [other, id] = [await createAdmin(stack), ours.labPartnerId]
    for (const { status } of await Promise.all([suspend(admin, id), suspend(other, id), suspend(admin, id)]))
      expect(status).toBe(200)
    await reinstate(admin, id)
    const { rows: changes } = await stack.database.asOwner(
      'select id, action, reason, changed_by from account_changes where lab_partner_id = $1 order by id',
      [id],
    )
    expect(changes).toMatchObject([
      { action: 'lab-suspended', reason },
      { action: 'lab-reinstated', reason, changed_by: admin.id },
    ])
    const actor = `admin:${changes[0].changed_by}`
    expect((await eventsOf(stack, `lab-${id}`)).slice(2)).toEqual([
      { type: 'LabDetailsChanged', data: { access: 'suspended' }, actor },
      { type: 'LabDetailsChanged', data: { access: 'reinstated' }, actor: `admin:${admin.id}` },
    ])
    const [suspended] = await auditOf(stack, 'lab-suspended', `lab:${id}`)
    expect(suspended).toMatchObject({ actor, user_id: ours.id, details: { change: Number(changes[0].id) } })
    expect(await auditOf(stack, 'lab-reinstated', `lab:${id}`)).toMatchObject([
      { details: { change: Number(changes[1].id) } },
    ])
  })

  it('is not assigned by a request that found it approved just before', async ({
    stack,
    admin,
    ours,
    other,
    booking,
  }) => {
    const id = await booking('pending')
    const unblock = await blockLog(stack)
    const suspending = suspend(admin, ours.labPartnerId)
    await expect.poll(() => unblock.waiting()).toBe(1)
    const assigning = admin.client.ask(bookingCalls.assignLab, {
      params: { id },
      body: { labPartnerId: ours.labPartnerId },
    })
    await expect.poll(() => unblock.waiting()).toBe(2)
    await unblock()
    expect((await suspending).status).toBe(200)
    expect(await assigning).toMatchObject(refusal('lab-not-approved'))
    const { labPartnerId } = await readBooking(admin, id)
    expect(labPartnerId).toBe(other.labPartnerId)
  })

  it('lists a booking that was assigned just before, so that it goes to another lab', async ({
    stack,
    admin,
    ours,
    booking,
  }) => {
    const id = await booking('pending')
    const unblock = await blockLog(stack)
    const assigning = admin.client.ask(bookingCalls.assignLab, {
      params: { id },
      body: { labPartnerId: ours.labPartnerId },
    })
    await expect.poll(() => unblock.waiting()).toBe(1)
    const suspending = suspend(admin, ours.labPartnerId)
    await expect.poll(() => unblock.waiting()).toBe(2)
    await unblock()
    expect((await assigning).status).toBe(200)
    expect((await suspending).body.openBookings.map((each) => each.id)).toEqual([id])
  })

  it('leaves its open bookings in the answer and in a list, from which they go to another lab, and gets no more', async ({
    admin,
    ours,
    other,
    booking,
  }) => {
    const waiting = await booking('pending', ours)
    const begun = await booking('sample-collection', ours)
    await booking('completed', ours)
    const unassigned = await booking('pending')
    const { body } = await suspend(admin, ours.labPartnerId)
    expect(body.openBookings.map(({ id }) => id)).toEqual([begun, waiting])
    const listed = () =>
      admin.client.call(bookingCalls.listBookings, { query: { tab: 'assigned', lab: ours.labPartnerId } })
    // as in the list, except for what an answer to a command does not look up
    const rows = (await listed()).map(({ tubeCount, reportExpected, ...row }) => row)
    expect(rows).toEqual(body.openBookings)

    const assign = (id: string, { labPartnerId }: Lab) =>
      admin.client.ask(bookingCalls.assignLab, { params: { id }, body: { labPartnerId } })
    expect((await assign(waiting, other)).status).toBe(200)
    expect(await assign(begun, other)).toMatchObject(refusal('collection-begun'))
    expect(await assign(unassigned, ours)).toMatchObject(refusal('lab-not-approved'))
    const approved = await admin.client.call(labPartnerCalls.listApprovedLabPartners)
    expect(approved.map((each) => each.id)).not.toContain(ours.labPartnerId)
    expect((await listed()).map(({ id }) => id)).toEqual([begun])
    const asked = await other.client.ask(bookingCalls.listBookings, { query: { lab: ours.labPartnerId } })
    expect(asked.status).toBe(400)
  })

  it('has people who can be enabled only by its reinstatement, and who stay disabled if they were', async ({
    stack,
    admin,
    ours,
  }) => {
    const params = { id: ours.id }
    await suspend(admin, ours.labPartnerId)
    expect(await admin.client.ask(userCalls.enableUser, { params, body: { reason } })).toMatchObject({
      status: 409,
      body: { error: 'The lab of this account is suspended: reinstate the lab instead.' },
    })
    await admin.client.call(userCalls.disableUser, { params, body: { reason } })
    await reinstate(admin, ours.labPartnerId)
    expect(await login(stack, ours)).toMatchObject(refusal('account-disabled'))
    await admin.client.call(userCalls.enableUser, { params, body: { reason } })
    expect((await login(stack, ours)).status).toBe(200)
  })
})
