import { contactRoutes } from '@jaanch/contracts/http/contacts'
import { labPartnerRoutes } from '@jaanch/contracts/http/lab-partners'
import { notificationRoutes } from '@jaanch/contracts/http/notifications'
import { userRoutes } from '@jaanch/contracts/http/users'
import {
  applyAsLab,
  type Customer,
  createCustomer,
  placeBooking,
  proveEmail,
} from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { ownStackTest } from '@jaanch/tests/support/test'
import { untilMessagesSent } from '@jaanch/tests/support/work'
import { describe, expect } from 'vitest'

const it = ownStackTest()

const phone = '+919876599001'

/** The messages to a person about events, and the others */
async function messagesTo({ database }: Stack, userId: string) {
  await untilMessagesSent(database)
  const { rows } = await database.asOwner(
    `select channel, outcome, last_error as reason, subject, body, position is null as "isOwnText"
       from outbox where recipient_user_id = $1 order by created_at, channel`,
    [userId],
  )
  return rows
}

async function unproven(stack: Stack): Promise<Customer> {
  const customer = await createCustomer(stack)
  await customer.client.call(userRoutes.changeMe, { body: { phone } })
  await stack.database.asOwner('update users set email_proven_at = null where id = $1', [customer.id])
  return customer
}

describe('an unproven address', () => {
  it('gets a code, and nothing else; the list in the client has every notification', async ({
    stack,
    packageId,
  }) => {
    const customer = await unproven(stack)
    await placeBooking(customer, packageId)
    for (const channel of ['email', 'sms'] as const) {
      await customer.client.call(contactRoutes.sendContactCode, { body: { channel } })
    }
    const messages = await messagesTo(stack, customer.id)
    expect(messages).toHaveLength(4)
    for (const { isOwnText, outcome, reason, body } of messages) {
      if (isOwnText)
        expect({ outcome, body }).toEqual({ outcome: 'sent', body: expect.stringMatching(/\b\d{6}\b/) })
      else
        expect({ outcome, reason, body }).toEqual({
          outcome: 'skipped',
          reason: 'the address is not verified',
          body: null,
        })
    }
    const listed = await customer.client.call(notificationRoutes.listNotifications)
    expect(listed.map(({ title }) => title)).toEqual(['Booking placed'])
  })

  it('gets the messages that follow as soon as it is proven', async ({ stack, packageId }) => {
    const customer = await unproven(stack)
    await proveEmail(stack.database, customer.id)
    await placeBooking(customer, packageId)
    const messages = await messagesTo(stack, customer.id)
    expect(messages.map(({ channel, outcome }) => [channel, outcome])).toEqual([
      ['email', 'sent'],
      ['sms', 'skipped'],
    ])
  })

  it('of a lab that cannot sign in yet gets the answer to its application, without what was typed', async ({
    stack,
    admin,
  }) => {
    const { id } = await applyAsLab(stack.url)
    await admin.client.call(labPartnerRoutes.approveLabPartner, { params: { id } })
    const { rows } = await stack.database.asOwner('select user_id as id from lab_partners where id = $1', [
      id,
    ])
    const [email, sms] = await messagesTo(stack, rows[0].id)
    expect(email).toMatchObject({ outcome: 'sent', subject: 'Your lab is approved' })
    expect(email.body).not.toContain('City Lab')
    expect(sms).toMatchObject({ channel: 'sms', outcome: 'skipped' })
  })
})

describe('a number abroad', () => {
  it('gets no SMS, neither a code nor a message', async ({ stack, packageId }) => {
    const customer = await createCustomer(stack)
    await stack.database.asOwner("update users set phone = '+14155550100' where id = $1", [customer.id])
    const answer = await customer.client.ask(contactRoutes.sendContactCode, { body: { channel: 'sms' } })
    expect(answer.status).toBe(422)
    await stack.database.asOwner('update users set phone_proven_at = now() where id = $1', [customer.id])
    await placeBooking(customer, packageId)
    const messages = await messagesTo(stack, customer.id)
    expect(messages.filter(({ channel }) => channel === 'sms')).toMatchObject([
      { outcome: 'skipped', reason: 'no SMS are sent to numbers of this country, or to landlines' },
    ])
  })
})

describe('a person', () => {
  it('gets at most fifteen SMS a day about events, and the row of each other one says why', async ({
    stack,
    packageId,
  }) => {
    const customer = await createCustomer(stack)
    await stack.database.asOwner(
      "update users set phone = '+919876599002', phone_proven_at = now() where id = $1",
      [customer.id],
    )
    // in two batches: the second one is sent after the first was counted
    for (const bookings of [10, 8]) {
      await Promise.all(Array.from({ length: bookings }, () => placeBooking(customer, packageId)))
      await untilMessagesSent(stack.database)
    }
    const sms = (await messagesTo(stack, customer.id)).filter(({ channel }) => channel === 'sms')
    expect(sms.filter(({ outcome }) => outcome === 'sent')).toHaveLength(15)
    const skipped = sms.filter(({ outcome }) => outcome === 'skipped')
    expect(skipped.map(({ reason }) => reason)).toEqual(
      Array.from({ length: 3 }, () => 'the recipient had 15 messages on this channel today'),
    )
  })

  it('gets messages again on the next day', async ({ stack, packageId }) => {
    const customer = await createCustomer(stack)
    await stack.database.asOwner(
      `insert into outbox (id, channel, recipient_user_id, notification_kind, audience, position, stream_id,
                           created_at, outcome)
       select gen_random_uuid(), 'email', $1, 'booking-placed', 'customer', 1000000 + n, 'booking-1',
              date_trunc('day', now(), 'Asia/Kolkata') - interval '1 second', 'sent'
         from generate_series(1, 40) n`,
      [customer.id],
    )
    await placeBooking(customer, packageId)
    const messages = await messagesTo(stack, customer.id)
    expect(messages.filter(({ subject }) => subject).map(({ outcome }) => outcome)).toEqual(['sent'])
  })
})
