import { bookingCalls } from '@jaanch/booking/api'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { createLog } from '@jaanch/platform/logging'
import { createRedis } from '@jaanch/platform/redis'
import type { MailServer } from '@jaanch/tests/support/mail-server'
import { type Customer, createCustomer, placeBooking, proveEmail } from '@jaanch/tests/support/people'
import { uploadPrescription } from '@jaanch/tests/support/prescriptions'
import { createBookingInStatus, releaseReport } from '@jaanch/tests/support/reports'
import type { SmsGateway } from '@jaanch/tests/support/sms-gateway'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { untilMessagesSent } from '@jaanch/tests/support/work'
import { describe, expect } from 'vitest'
import { notificationCalls } from './api.ts'

const it = stackTest({ workers: false })

it.beforeAll(async ({ stack, lab, mailServer, smsGateway }) => {
  await proveEmail(stack.database, lab.id)
  const providers = {
    mailFrom: 'Jaanch <no-reply@jaanch.example>',
    smtpUrl: mailServer.url,
    sms: smsGateway.request,
    timeoutMs: 600_000,
  }
  // two processes share the work; a message is sent twice only if its lease ends, or a provider is slow
  const options = { providers, publicUrl: 'https://jaanch.example', leaseSeconds: 600 }
  for (let n = 0; n < 2; n += 1) stack.work(options)
})

let phones = 0
async function reachable(stack: Stack): Promise<Customer & { email: string; phone: string }> {
  const customer = await createCustomer(stack)
  phones += 1
  const phone = `+9198${String(phones).padStart(8, '0')}`
  const { rows } = await stack.database.asOwner(
    'update users set phone = $2, phone_proven_at = now() where id = $1 returning email',
    [customer.id, phone],
  )
  return { ...customer, phone, email: rows[0].email }
}

const subjectsTo = (mailServer: MailServer, email: string) =>
  mailServer.taken.filter(({ to }) => to === email).map(({ subject }) => subject.split(':')[0])
const smsTo = (smsGateway: SmsGateway, phone: string) =>
  smsGateway.calls
    .map(({ body }) => JSON.parse(body) as { to: string; text: string })
    .filter(({ to }) => to === phone)

/** The text of the calendar in a mail, without the folding of its lines */
function calendarIn(raw: string): string {
  const part = raw.split(/^--.*$/m).find((text) => /^content-type: text\/calendar/im.test(text)) ?? ''
  const [head = '', ...body] = part.trim().split(/\r?\n\r?\n/)
  const content = body.join('\n\n')
  const text = /base64/i.test(head) ? Buffer.from(content, 'base64').toString() : fromQuotedPrintable(content)
  return text.replaceAll('\r\n', '\n').replaceAll('\n ', '')
}

function fromQuotedPrintable(text: string): string {
  return text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}

function expectDistinct(ids: string[]): void {
  expect(new Set(ids).size).toBe(ids.length)
}

describe('the messages about a booking', () => {
  it('are sent once per step, recipient and channel', async ({
    stack,
    admin,
    lab,
    packageId,
    mailServer,
    smsGateway,
  }) => {
    const customer = await reachable(stack)
    const id = await createBookingInStatus('lab-processing', { customer, lab, admin, packageId })
    await releaseReport(lab, id)
    await releaseReport(lab, id)
    await untilMessagesSent(stack.database)

    expect(subjectsTo(mailServer, customer.email).toSorted()).toEqual(
      [
        'Booking placed',
        'A lab will do your test',
        'Booking confirmed',
        'Sample collection has begun',
        'Your sample is at the lab',
        'Your report is ready',
        'Your report was amended',
      ].toSorted(),
    )
    const texts = smsTo(smsGateway, customer.phone).map(({ text }) => text)
    expect(texts).toHaveLength(6)
    for (const text of texts) {
      expect(text).not.toContain('Thyroid')
      expect(text.length).toBeLessThanOrEqual(160)
    }
    expect(
      subjectsTo(mailServer, lab.email).filter((subject) => subject === 'New booking for your lab'),
    ).toHaveLength(1)
    expectDistinct(mailServer.taken.map(({ messageId }) => messageId))
    expectDistinct(smsGateway.calls.map(({ key }) => key))
    const { rows } = await stack.database.asOwner(`select id from outbox where stream_id = 'booking-${id}'`)
    const ids = rows.map((row) => row.id)
    expect(ids).toContain(smsGateway.calls.at(-1)?.key)
    expect(mailServer.taken.filter(({ messageId }) => ids.includes(messageId.split('@')[0]))).toHaveLength(8)
  })

  it('contain area, time and a link, but no street, and their text is not stored after a provider accepted them [V14.2.3]', async ({
    stack,
    packageId,
    mailServer,
  }) => {
    const customer = await reachable(stack)
    const { id } = await placeBooking(customer, packageId)
    await untilMessagesSent(stack.database)
    const mail = mailServer.taken.find(({ to }) => to === customer.email)
    const text = mail?.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? ''
    for (const part of ['8 am to 10 am', 'Ahmedabad 380001', 'Hello Test,']) {
      expect(text).toContain(part)
    }
    expect(text).toContain(`https://jaanch.example/booking?id=${id}`)
    expect(text).not.toMatch(/MG Road|Thyroid/)
    const { rows } = await stack.database.asOwner(
      `select outcome, subject, body, sent_at is not null as was_sent from outbox where stream_id = $1`,
      [`booking-${id}`],
    )
    expect(rows).toHaveLength(2)
    for (const row of rows)
      expect(row).toEqual({ outcome: 'sent', subject: null, body: null, was_sent: true })
  })

  it('put a visit into the calendar of its customer, move it there, and take it out again', async ({
    stack,
    admin,
    lab,
    packageId,
    mailServer,
    smsGateway,
  }) => {
    const customer = await reachable(stack)
    const { id } = await placeBooking(customer, packageId)
    await admin.client.call(bookingCalls.assignLab, {
      params: { id },
      body: { labPartnerId: lab.labPartnerId },
    })
    const toStatus = (status: 'confirmed' | 'cancelled') =>
      admin.client.call(bookingCalls.changeBookingStatus, { params: { id }, body: { status } })
    await toStatus('confirmed')
    await untilMessagesSent(stack.database)
    const scheduledDate = addDays(istDate(new Date()), 4)
    await customer.client.call(bookingCalls.rescheduleBooking, {
      params: { id },
      body: { scheduledDate, scheduledTime: '16:00-18:00' },
    })
    await untilMessagesSent(stack.database)
    await toStatus('cancelled')
    await untilMessagesSent(stack.database)

    const versions = mailServer.taken
      .filter(({ to, raw }) => to === customer.email && raw.includes('text/calendar'))
      .map(({ subject, raw }) => {
        const calendar = calendarIn(raw)
        expect(calendar).toContain(`UID:${id}@jaanch.example`)
        expect(calendar).not.toContain('12 MG Road')
        const value = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(calendar)?.[1]
        return [subject.split(':')[0], value('METHOD'), value('SEQUENCE'), value('DTSTART')?.slice(9)]
      })
    expect(versions).toEqual([
      ['Booking confirmed', 'REQUEST', '0', '023000Z'],
      ['Your visit was moved', 'REQUEST', '1', '103000Z'],
      ['Booking cancelled', 'CANCEL', '2', '103000Z'],
    ])
    const toLab = mailServer.taken.filter(
      ({ to, subject }) => to === lab.email && subject.startsWith('Visit moved'),
    )
    expect(toLab).toHaveLength(1)
    expect(toLab[0]?.raw).not.toContain('text/calendar')
    expect(smsTo(smsGateway, customer.phone).some(({ text }) => text.includes('is now'))).toBe(false)
  })
})

describe('the messages about an order from a prescription', () => {
  it('ask the customer to confirm, and inform customer and admins of a decline', async ({
    stack,
    admin,
    packageId,
    mailServer,
    smsGateway,
  }) => {
    const customer = await reachable(stack)
    const { id: prescriptionId } = await uploadPrescription(customer)
    const order = { customerId: customer.id, packageId, prescriptionId, totalAmount: 499, finalAmount: 499 }
    const { id } = await admin.client.call(bookingCalls.placeBooking, { body: order as never })
    await customer.client.call(bookingCalls.declineOrder, { params: { id } })
    await untilMessagesSent(stack.database)
    expect(subjectsTo(mailServer, customer.email).toSorted()).toEqual([
      'Order declined',
      'Please confirm your order',
    ])
    // the two messages are enqueued a moment apart and sent in parallel
    expect(
      smsTo(smsGateway, customer.phone)
        .map(({ text }) => text.slice(0, 30))
        .toSorted(),
    ).toEqual(['Jaanch: please confirm or decl', expect.stringMatching(/^Jaanch: your visit /)])
    const [first] = await admin.client.call(notificationCalls.listNotifications)
    expect(first).toMatchObject({ title: 'Order declined', bookingId: id })
  })
})

describe('the recipients of messages', () => {
  it('receive none on a channel that they declined, until they accept it again', async ({
    stack,
    packageId,
    mailServer,
    smsGateway,
  }) => {
    const customer = await reachable(stack)
    const prefer = (body: object) =>
      customer.client.call(notificationCalls.changeNotificationPreferences, { body })
    expect(await customer.client.call(notificationCalls.getNotificationPreferences)).toEqual({
      email: true,
      sms: true,
    })
    expect(await prefer({ sms: false })).toEqual({ email: true, sms: false })
    await placeBooking(customer, packageId)
    await untilMessagesSent(stack.database)
    expect([subjectsTo(mailServer, customer.email).length, smsTo(smsGateway, customer.phone).length]).toEqual(
      [1, 0],
    )
    expect(await prefer({ sms: true, email: false })).toEqual({ email: false, sms: true })
    await placeBooking(customer, packageId)
    await untilMessagesSent(stack.database)
    expect([subjectsTo(mailServer, customer.email).length, smsTo(smsGateway, customer.phone).length]).toEqual(
      [1, 1],
    )
  })

  it('receive none after their account was disabled', async ({
    stack,
    admin,
    packageId,
    mailServer,
    smsGateway,
  }) => {
    const customer = await reachable(stack)
    const received = () => [subjectsTo(mailServer, customer.email), smsTo(smsGateway, customer.phone)]
    const { id } = await placeBooking(customer, packageId)
    await untilMessagesSent(stack.database)
    const before = received()
    expect(before.map(({ length }) => length)).toEqual([1, 1])
    await stack.database.asOwner('update users set is_active = false where id = $1', [customer.id])
    await admin.client.call(bookingCalls.changeBookingStatus, {
      params: { id },
      body: { status: 'cancelled' },
    })
    await untilMessagesSent(stack.database)
    expect(received()).toEqual(before)
  })

  it("receive no SMS at the contact number of a collection, which may be anybody's", async ({
    stack,
    packageId,
    smsGateway,
  }) => {
    const customer = await createCustomer(stack)
    await placeBooking(customer, packageId)
    await untilMessagesSent(stack.database)
    expect(smsTo(smsGateway, '+919876543210')).toEqual([])
  })
})

describe('while Redis is emptied again and again', () => {
  it('every recipient receives exactly one message per step', async ({
    stack,
    admin,
    lab,
    packageId,
    mailServer,
    smsGateway,
  }) => {
    const url = stack.redisUrl
    const redis = createRedis({ url, name: 'test', failFast: false, log: createLog('test', 'silent') })
    let isOver = false
    const emptying = (async () => {
      while (!isOver) {
        await redis.flushdb()
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    const customers = await Promise.all(Array.from({ length: 12 }, () => reachable(stack)))
    await Promise.all(
      customers.map((customer) =>
        createBookingInStatus('lab-processing', { customer, lab, admin, packageId }),
      ),
    )
    await untilMessagesSent(stack.database)
    isOver = true
    await emptying
    redis.disconnect()
    for (const { email, phone } of customers) {
      expect(subjectsTo(mailServer, email)).toHaveLength(5)
      expectDistinct(subjectsTo(mailServer, email) as string[])
      expect(smsTo(smsGateway, phone)).toHaveLength(4)
    }
    expectDistinct(mailServer.taken.map(({ messageId }) => messageId))
    expectDistinct(smsGateway.calls.map(({ key }) => key))
  })
})
