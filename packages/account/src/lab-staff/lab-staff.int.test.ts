import { bookingCalls } from '@jaanch/booking/api'
import type { LabStaffRole } from '@jaanch/contracts/staff-roles'
import { auditOf } from '@jaanch/tests/support/audit'
import { assignLab } from '@jaanch/tests/support/bookings'
import { createClient, refusal } from '@jaanch/tests/support/client'
import {
  createApprovedLab,
  createCustomer,
  createLabPerson,
  type Lab,
  type Person,
  password,
  placeBooking,
  uniqueEmail,
} from '@jaanch/tests/support/people'
import { closeSockets, listenTo } from '@jaanch/tests/support/sockets'
import { type Stack, withStoppedClock } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { afterEach, describe, expect } from 'vitest'
import { accountLimits } from '../limits.ts'
import { authCalls } from '../sessions/api.ts'
import { userCalls } from '../users/api.ts'
import { labStaffCalls } from './api.ts'

const it = stackTest({ workers: false }).extend('ours', async ({ stack, admin }) =>
  createApprovedLab(stack.url, admin),
)

afterEach(closeSockets)

const invite = (lab: Lab, email = uniqueEmail(), labRole: LabStaffRole = 'front-desk') =>
  lab.client.ask(labStaffCalls.inviteLabPerson, { body: { name: 'Meena Iyer', email, labRole } })
const list = (lab: Lab) => lab.client.call(labStaffCalls.listLabStaff)
const change = (lab: Lab, id: string, body: { labRole?: LabStaffRole; isEnded?: boolean }) =>
  lab.client.ask(labStaffCalls.changeLabPerson, { params: { id }, body })
const login = (stack: Stack, email: string) =>
  createClient(stack.url).ask(authCalls.login, { body: { email, password } })

/** The token of the invitation that was sent last */
async function tokenOf({ database }: Stack, userId: string): Promise<string> {
  const { rows } = await database.asOwner(
    'select body from outbox where recipient_user_id = $1 and body is not null order by created_at desc limit 1',
    [userId],
  )
  return /\/lab\?invitation=([\w-]+)/.exec(rows[0]?.body)?.[1] ?? ''
}

const accept = (stack: Stack, token: string) =>
  createClient(stack.url).ask(authCalls.resetPassword, { body: { token, password } })

/** Invites a person, who accepts and signs in. */
async function join(stack: Stack, lab: Lab, labRole: LabStaffRole): Promise<Person & { email: string }> {
  const email = uniqueEmail()
  const { id } = (await invite(lab, email, labRole)).body
  await accept(stack, await tokenOf(stack, id))
  const { token } = (await login(stack, email)).body
  return { id, email, token, client: createClient(stack.url, token) }
}

describe('a person who is invited to a lab', () => {
  it('chooses a password by the link of the mail, which names the lab, and works for the lab then', async ({
    stack,
    ours,
  }) => {
    const email = uniqueEmail()
    const invited = await invite(ours, email, 'collector')
    expect(invited).toMatchObject({
      status: 201,
      body: { email, labRole: 'collector', status: 'invited', lastSeenAt: null, sessions: [] },
    })
    const { id } = invited.body
    expect(await login(stack, email)).toMatchObject(refusal('wrong-credentials'))
    const { rows } = await stack.database.asOwner(
      'select subject, body from outbox where recipient_user_id = $1',
      [id],
    )
    expect(rows).toMatchObject([{ subject: 'City Lab invites you to Jaanch' }])
    expect(rows[0].body).not.toContain('Meena')

    expect((await accept(stack, await tokenOf(stack, id))).status).toBe(204)
    const session = await login(stack, email)
    expect(session).toMatchObject({
      status: 200,
      body: {
        user: {
          role: 'lab-partner',
          labRole: 'collector',
          labPartnerId: ours.labPartnerId,
          isEmailProven: true,
        },
      },
    })
    const [person] = await list(ours)
    expect(person).toMatchObject({ id, status: 'active', sessions: [{ device: expect.any(String) }] })
    expect(person?.lastSeenAt).not.toBeNull()
    // 36 hours: a round begins in the evening before
    const ends =
      Date.parse(person?.sessions[0]?.endsAt ?? '') - Date.parse(person?.sessions[0]?.createdAt ?? '')
    expect(ends).toBe(36 * 60 * 60 * 1_000)
  })

  it('is refused with an e-mail that has an account, as a registration is, and is invited once by a repeated request', async ({
    stack,
    ours,
  }) => {
    expect(await invite(ours, ours.email)).toMatchObject(refusal('email-taken'))
    const body = { name: 'Ravi', email: uniqueEmail(), labRole: 'technician' } as const
    const idempotencyKey = 'the same request'
    const answers = [
      await ours.client.ask(labStaffCalls.inviteLabPerson, { body, idempotencyKey }),
      await ours.client.ask(labStaffCalls.inviteLabPerson, { body, idempotencyKey }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    const { rows } = await stack.database.asOwner('select from outbox where recipient_user_id = $1', [
      answers[0]?.body.id,
    ])
    expect(rows).toHaveLength(1)
    expect(await list(ours)).toHaveLength(1)
  })

  it('is invited again with another link, until there is a password', async ({ stack, ours }) => {
    const { id } = (await invite(ours)).body
    const first = await tokenOf(stack, id)
    const again = () => ours.client.ask(labStaffCalls.inviteLabPersonAgain, { params: { id } })
    expect((await again()).status).toBe(200)
    expect(await accept(stack, first)).toMatchObject(refusal('link-void'))
    expect((await accept(stack, await tokenOf(stack, id))).status).toBe(204)
    expect(await again()).toMatchObject({ status: 409, body: { code: 'wrong-status' } })
  })

  it('is one of a bounded number of people and of mails', async ({ stack, ours }) => {
    const url = await stack.anotherApi({ limits: { labPeople: 2, invitations: 4 } })
    const lab = { ...ours, client: createClient(url, ours.token) }
    const { id } = (await invite(lab)).body
    await invite(lab)
    expect(await invite(lab)).toMatchObject(refusal('too-many', accountLimits.labPeople.text(2)))
    expect((await change(lab, id, { isEnded: true })).status).toBe(200)
    expect((await invite(lab)).status).toBe(201)
    expect(await change(lab, id, { isEnded: false })).toMatchObject(
      refusal('too-many', accountLimits.labPeople.text(2)),
    )
    expect(await invite(lab)).toMatchObject(refusal('too-many', accountLimits.invitations.text(4)))
  })
})

describe('a person of a lab', () => {
  it('gets another role with the next session, and is out at once when the lab ends the access: sessions, sockets and sign-in', async ({
    stack,
    ours,
  }) => {
    const person = await join(stack, ours, 'collector')
    expect((await person.client.ask(bookingCalls.listBookings)).status).toBe(403)
    expect((await change(ours, person.id, { labRole: 'front-desk' })).body.labRole).toBe('front-desk')
    expect((await person.client.ask(bookingCalls.listBookings)).status, 'the session has ended').toBe(401)
    person.token = (await login(stack, person.email)).body.token
    const socket = listenTo(await withStoppedClock(stack), { token: person.token })
    await socket.first('caught-up')
    for (const _ of ['once', 'again']) {
      expect(await change(ours, person.id, { isEnded: true })).toMatchObject({
        status: 200,
        body: { status: 'ended', sessions: [] },
      })
    }
    expect((await person.client.as(person.token).ask(bookingCalls.listBookings)).status).toBe(401)
    await expect.poll(() => socket.socket.connected).toBe(false)
    expect(await login(stack, person.email)).toMatchObject(refusal('account-disabled'))
    expect(await auditOf(stack, 'account-disabled', `lab:${ours.labPartnerId}`)).toMatchObject([
      { user_id: person.id, actor: `lab-partner:${ours.id}` },
    ])
    expect((await change(ours, person.id, { isEnded: false })).body).toMatchObject({ status: 'active' })
    expect((await login(stack, person.email)).status).toBe(200)
  })

  it('is let in again by no admin whose access the lab has ended, and by no lab whom an admin disabled', async ({
    stack,
    admin,
    ours,
  }) => {
    const { id } = await join(stack, ours, 'collector')
    const call = { params: { id }, body: { reason: 'Asked by telephone' } }
    await change(ours, id, { isEnded: true })
    expect(await admin.client.ask(userCalls.enableUser, call)).toMatchObject({
      status: 409,
      body: { error: 'The lab has ended the access of this account.' },
    })
    await admin.client.call(userCalls.disableUser, call)
    expect((await change(ours, id, { isEnded: false })).body).toMatchObject({ status: 'disabled' })
    await admin.client.call(userCalls.enableUser, call)
    expect(await list(ours)).toMatchObject([{ id, status: 'active' }])
  })

  it('loses a session whose phone was lost, and no other', async ({ stack, ours, otherLab }) => {
    const { id, email, client } = await join(stack, ours, 'collector')
    const lost = createClient(stack.url, (await login(stack, email)).body.token)
    const current = (await client.call(authCalls.listSessions)).find(({ isCurrent }) => isCurrent)
    const sessionId = (await list(ours))[0]?.sessions.find((session) => session.id !== current?.id)?.id ?? ''
    const params = { id: sessionId }
    expect((await otherLab.client.ask(labStaffCalls.endLabPersonSession, { params })).status).toBe(404)
    expect((await ours.client.ask(labStaffCalls.endLabPersonSession, { params })).status).toBe(204)
    expect((await lost.ask(authCalls.getMe)).status).toBe(401)
    expect(await client.call(authCalls.getMe)).toMatchObject({ id })
  })
})

describe('what is pushed to a lab', () => {
  it('reaches the people whose role has the list, and no others', async ({
    stack,
    admin,
    ours,
    packageId,
  }) => {
    const [desk, collector] = [
      await createLabPerson(stack, ours, 'front-desk'),
      await createLabPerson(stack, ours, 'collector'),
    ]
    const hears = [desk, collector].map(({ token }) => listenTo(stack.url, { token }))
    await Promise.all(hears.map((socket) => socket.first('caught-up')))
    const { id } = await placeBooking(await createCustomer(stack), packageId)
    await assignLab(admin, id, ours)
    const [ofDesk, ofCollector] = hears
    await expect.poll(() => ofDesk?.bookings().map(({ booking }) => booking?.id)).toContain(id)
    expect(ofCollector?.bookings()).toEqual([])
  })
})
