import { randomUUID } from 'node:crypto'
import { contactCalls } from '@jaanch/account/contacts/api'
import { labPartnerCalls } from '@jaanch/account/labs/api'
import { userCalls } from '@jaanch/account/users/api'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { notificationCalls } from '@jaanch/messages/api'
import { applyAsLab, type Customer, createCustomer, placeBooking } from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { it } from '@jaanch/tests/support/test'
import { untilMessagesSent } from '@jaanch/tests/support/work'
import { describe, expect } from 'vitest'

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
  await customer.client.call(userCalls.changeMe, { body: { phone } })
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
      await customer.client.call(contactCalls.sendContactCode, { body: { channel } })
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
    const listed = await customer.client.call(notificationCalls.listNotifications)
    expect(listed.map(({ title }) => title)).toEqual(['Booking placed'])
  })

  it('of a lab that cannot sign in yet gets the answer to its application, without what was typed', async ({
    stack,
    admin,
  }) => {
    const { id } = await applyAsLab(stack.url)
    await admin.client.call(labPartnerCalls.approveLabPartner, { params: { id } })
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
    const answer = await customer.client.ask(contactCalls.sendContactCode, { body: { channel: 'sms' } })
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
  const dayBeforeYesterday = addDays(istDate(new Date()), -2)
  /** Enqueues messages about events that the log does not have, created at a time of the day before yesterday in India. */
  async function enqueue(stack: Stack, userId: string, channel: string, count: number, time: string) {
    await stack.database.asOwner(
      `insert into outbox (id, channel, recipient_user_id, notification_kind, audience, position, stream_id, created_at)
       select gen_random_uuid(), $2, $1, 'booking-placed', 'customer', base + n, 'booking-' || $3::text, $4
         from (select greatest(max(position), 1000000000) as base from outbox), generate_series(1, $5) n`,
      [userId, channel, randomUUID(), `${dayBeforeYesterday}T${time}+05:30`, count],
    )
  }
  const countBy = (messages: readonly Record<string, unknown>[], key: string) =>
    Object.fromEntries(
      [...Map.groupBy(messages, (row) => row[key])].map(([value, { length }]) => [value, length]),
    )

  it('gets at most thirty e-mails and fifteen SMS a day about events, and the row of each other one says why [V2.4.1]', async ({
    stack,
  }) => {
    const { id } = await createCustomer(stack)
    await stack.database.asOwner(
      "update users set phone = '+919876599002', phone_proven_at = now() where id = $1",
      [id],
    )
    // the second batch is sent after the first was counted
    for (const [sms, emails] of [
      [10, 20],
      [8, 20],
    ] as const) {
      await enqueue(stack, id, 'sms', sms, '12:00')
      await enqueue(stack, id, 'email', emails, '12:00')
      await untilMessagesSent(stack.database)
    }
    const messages = await messagesTo(stack, id)
    const [sms, emails] = ['sms', 'email'].map((each) => messages.filter(({ channel }) => channel === each))
    expect(countBy(sms ?? [], 'reason')).toEqual({
      null: 15,
      'the recipient had 15 messages on this channel today': 3,
    })
    expect(countBy(emails ?? [], 'reason')).toEqual({
      null: 30,
      'the recipient had 30 messages on this channel today': 10,
    })
  })

  it('gets messages again after midnight in India', async ({ stack }) => {
    const { id } = await createCustomer(stack)
    await enqueue(stack, id, 'email', 31, '00:00')
    await enqueue(stack, id, 'email', 30, '23:59:59')
    await enqueue(stack, id, 'email', 2, '24:00')
    expect(countBy(await messagesTo(stack, id), 'outcome')).toEqual({ sent: 32, skipped: 31 })
  })
})
