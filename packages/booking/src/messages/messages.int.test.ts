import { randomUUID } from 'node:crypto'
import { auditCalls } from '@jaanch/account/audit/api'
import type { BodyOf } from '@jaanch/contracts/http/route'
import { notificationCalls } from '@jaanch/messages/api'
import { refusal } from '@jaanch/tests/support/client'
import { type Person, placeBooking } from '@jaanch/tests/support/people'
import { createBookingInStatus } from '@jaanch/tests/support/reports'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { bookingCalls } from '../api.ts'
import { messageCalls } from './api.ts'

const it = stackTest({ workers: false })

type Body = BodyOf<typeof messageCalls.sendBookingMessage>
const toLab = (text: string): Body => ({ audience: 'lab', text, template: null })
const toPlatform = (text: string): Body => ({ audience: 'platform', text, template: null })

function send(by: Person, id: string, body: Partial<Body>, idempotencyKey: string = randomUUID()) {
  return by.client.ask(messageCalls.sendBookingMessage, {
    params: { id },
    body: body as Body,
    idempotencyKey,
  })
}
const list = (by: Person, id: string) => by.client.ask(messageCalls.listBookingMessages, { params: { id } })
const textsFor = async (by: Person, id: string) => (await list(by, id)).body.map(({ text }) => text)
const read = (by: Person, id: string) => by.client.ask(messageCalls.readBookingMessages, { params: { id } })
async function unreadOf(by: Person, id: string): Promise<number> {
  const all = await by.client.call(messageCalls.countUnreadMessages)
  return all.find(({ bookingId }) => bookingId === id)?.count ?? 0
}
const notifiedOf = async (by: Person, id: string) =>
  (await by.client.call(notificationCalls.listNotifications)).filter(
    ({ bookingId, title }) => bookingId === id && /message|wrote/.test(title),
  )

describe('messages on a booking', () => {
  it('are exchanged by customer and lab, unread until the other side has read them, and announced without their text', async ({
    customer,
    lab,
    admin,
    bookingInStatus,
  }) => {
    const id = await bookingInStatus('pending')
    const text = `The bell is out of order ${randomUUID()}`
    const sent = await send(customer, id, toLab(text))
    expect(sent).toMatchObject({
      status: 201,
      body: { by: 'customer', audience: 'lab', text, isUnread: false },
    })
    expect([await unreadOf(lab, id), await unreadOf(customer, id), await unreadOf(admin, id)]).toEqual([
      1, 0, 0,
    ])
    const [notice] = await notifiedOf(lab, id)
    expect(notice?.title).toBe('You have a message about a visit')
    expect(JSON.stringify(notice)).not.toContain(text)

    expect((await list(lab, id)).body).toMatchObject([{ text, isUnread: true, by: 'customer' }])
    expect(await unreadOf(lab, id)).toBe(1)
    expect((await read(lab, id)).status).toBe(204)
    expect(await unreadOf(lab, id)).toBe(0)

    await send(lab, id, { audience: 'lab', template: 'on-our-way' })
    expect(await textsFor(customer, id)).toEqual([text, 'We are on our way.'])
    expect(await unreadOf(customer, id)).toBe(1)
    expect((await notifiedOf(customer, id)).map(({ title }) => title)).toEqual([
      'You have a message about your visit',
    ])
    const looks = await admin.client.call(auditCalls.listAudit, { query: { person: customer.id } })
    expect(
      looks.filter(({ action, object }) => action === 'patient-seen' && object === `booking:${id}`),
    ).toHaveLength(1)
  })

  it('to the platform are read and answered by admins, and by no lab', async ({
    customer,
    lab,
    admin,
    bookingInStatus,
  }) => {
    const id = await bookingInStatus('confirmed')
    await send(customer, id, toPlatform('Where is my receipt?'))
    expect(await unreadOf(admin, id)).toBe(1)
    expect(await textsFor(lab, id)).toEqual([])
    expect(await send(lab, id, toPlatform('Hello'))).toMatchObject(refusal('forbidden'))
    await send(admin, id, toPlatform('It comes by mail.'))
    expect(await textsFor(customer, id)).toEqual(['Where is my receipt?', 'It comes by mail.'])
  })

  it('are not read by a lab after its time, nor by another lab that gets the booking', async ({
    customer,
    lab,
    otherLab,
    admin,
    packageId,
  }) => {
    const id = await createBookingInStatus('confirmed', { customer, lab, admin, packageId })
    await send(customer, id, toLab('Only for the first lab'))
    expect(await unreadOf(lab, id)).toBe(1)
    await admin.client.call(bookingCalls.assignLab, {
      params: { id },
      body: { labPartnerId: otherLab.labPartnerId },
    })
    expect(await textsFor(otherLab, id)).toEqual([])
    expect(await list(lab, id)).toMatchObject(refusal('not-found'))
    // what cannot be opened is not told as new
    expect(await unreadOf(lab, id)).toBe(0)
    await send(customer, id, toLab('For the second lab'))
    expect(await unreadOf(otherLab, id)).toBe(1)
    await admin.client.call(bookingCalls.changeBookingStatus, {
      params: { id },
      body: { status: 'cancelled' },
    })
    expect(await unreadOf(otherLab, id)).toBe(0)
    for (const answer of [await list(otherLab, id), await send(otherLab, id, toLab('Too late'))])
      expect(answer).toMatchObject({ status: 403, body: { code: 'collection-closed' } })
    for (const by of [customer, admin])
      expect((await send(by, id, toLab('Who reads this?'))).body).toEqual({
        error: 'The lab no longer works on this booking. Please write to Jaanch.',
        code: 'collection-closed',
      })
    expect((await send(customer, id, toPlatform('Why is it cancelled?'))).status).toBe(201)
    expect(await textsFor(customer, id)).toEqual([
      'Only for the first lab',
      'For the second lab',
      'Why is it cancelled?',
    ])
  })

  it('are sent once, however often a request is repeated or sent at the same time', async ({
    stack,
    customer,
    bookingInStatus,
  }) => {
    const id = await bookingInStatus('confirmed')
    const key = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => send(customer, id, toLab('Once'), key)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
    expect(await send(customer, id, toLab('Twice'), key)).toMatchObject(refusal('key-reused'))
    const { rows } = await stack.database.asOwner(
      `select data::text from log.events where stream_id = $1 and type = 'BookingMessaged'`,
      [`booking-${id}`],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].data).not.toContain('Once')
  })

  it('are refused without a lab, with neither text nor template, with the template of somebody else, and beyond 20 a day', async ({
    customer,
    packageId,
    bookingInStatus,
  }) => {
    const id = await bookingInStatus('confirmed')
    for (const body of [{ text: ' ' }, { template: 'on-our-way' as const }])
      expect((await send(customer, id, { audience: 'lab', ...body })).status).toBe(422)
    const alone = await placeBooking(customer, packageId)
    expect((await send(customer, alone.id, toLab('Hello'))).body.code).toBe('no-lab-assigned')
    const answers = await Promise.all(
      Array.from({ length: 21 }, (_, n) => send(customer, id, toPlatform(`Message ${n}`))),
    )
    const sent = answers.filter(({ status }) => status === 201).length
    expect(sent).toBeLessThanOrEqual(20)
    for (let n = sent; n < 20; n += 1)
      expect((await send(customer, id, toPlatform(`More ${n}`))).status).toBe(201)
    expect((await send(customer, id, toPlatform('One more'))).status).toBe(429)
  })
})
