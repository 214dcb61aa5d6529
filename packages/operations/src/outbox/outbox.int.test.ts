import { randomUUID } from 'node:crypto'
import { auditCalls } from '@jaanch/account/audit/api'
import { authCalls } from '@jaanch/account/sessions/api'
import { readAudit } from '@jaanch/tests/support/audit'
import { createClient, readAll, refusal } from '@jaanch/tests/support/client'
import { type Customer, createAdmin, createCustomer, placeBooking } from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { untilMessagesSent } from '@jaanch/tests/support/work'
import { describe, expect } from 'vitest'
import { type MessageRowView, operationsMessagesCalls } from './api.ts'

const { listMessages, countMessages, openMessage, retryMessage } = operationsMessagesCalls

const it = stackTest()
  // an API at the address to which the links of the workers lead: it shows the mails as they were sent
  .extend('url', { scope: 'file' }, ({ stack }) => stack.anotherApi({ publicUrl: 'http://localhost:3000' }))

/** A booking of a new customer whose messages are sent. @returns the id of the mail */
async function book(stack: Stack, packageId: string) {
  const customer = await createCustomer(stack)
  const { id: bookingId } = await placeBooking(customer, packageId)
  await untilMessagesSent(stack.database)
  const { rows } = await stack.database.asOwner(
    "select id from outbox where recipient_user_id = $1 and channel = 'email' and outcome = 'sent'",
    [customer.id],
  )
  return { customer, bookingId, messageId: rows[0].id as string }
}

async function addMessage({ database }: Stack, { id }: Customer, columns: string, values: string) {
  const messageId = randomUUID()
  await database.asOwner(
    `insert into outbox (id, channel, recipient_user_id, ${columns}) values ($1, 'email', $2, ${values})`,
    [messageId, id],
  )
  return messageId
}

const looksAt = (stack: Stack, messageId: string) => readAudit(stack, { object: `message:${messageId}` })

describe('the outbox', () => {
  it('is listed newest first with masked recipients, and filtered', async ({ stack, admin, packageId }) => {
    const { bookingId, messageId, customer } = await book(stack, packageId)
    const secret = await addMessage(stack, customer, 'subject, body', "'A subject', 'A body'")
    await untilMessagesSent(stack.database)
    const rows = (await admin.client.call(listMessages)).filter(({ id }) => [secret, messageId].includes(id))
    expect(rows.map(({ id }) => id)).toEqual([secret, messageId])
    expect(rows[0]).toMatchObject({ kind: null, position: null, streamId: null })
    expect(rows[1]).toMatchObject({
      kind: 'booking-placed',
      channel: 'email',
      state: 'sent',
      attempts: 1,
      to: expect.stringMatching(/^.\*\*\*@[\w.]+$/),
      streamId: `booking-${bookingId}`,
    })
    const idsOf = async (query: Record<string, string>) =>
      (await admin.client.call(listMessages, { query: query as never })).map(({ id }) => id)
    expect(await idsOf({ booking: bookingId.slice(0, 8) })).toEqual([messageId])
    expect(await idsOf({ kind: 'account' })).toContain(secret)
    expect(await idsOf({ kind: 'account' })).not.toContain(messageId)
    expect(await idsOf({ channel: 'sms' })).not.toContain(messageId)
    expect(await idsOf({ state: 'dead' })).not.toContain(messageId)
    expect(JSON.stringify(rows)).not.toContain(customer.email)
  })

  it('is read in pages, each message once, and counted by channel and state', async ({
    stack,
    admin,
    packageId,
  }) => {
    const { customer } = await book(stack, packageId)
    const countSkipped = async () => {
      const { counts, isMore } = await admin.client.call(countMessages)
      expect(isMore).toBe(false)
      return counts.find(({ channel, state }) => channel === 'email' && state === 'skipped')?.count ?? 0
    }
    const before = await countSkipped()
    const added: string[] = []
    for (let n = 0; n < 3; n += 1)
      added.push(
        await addMessage(stack, customer, 'outcome, last_error', "'skipped', 'the account is disabled'"),
      )
    expect(await countSkipped()).toBe(before + 3)
    const path = '/api/operations/messages?state=skipped&limit=2'
    const seen = await readAll<MessageRowView>(admin.client, path)
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
    const own = seen.filter(({ id }) => added.includes(id))
    expect(own.map(({ error }) => error)).toEqual(Array(3).fill('the account is disabled'))
  })
})

describe('a message that is opened', () => {
  it('is shown as it was sent; the look is in the audit trail and the recipient sees it', async ({
    stack,
    packageId,
    url,
  }) => {
    const admin = await createAdmin({ ...stack, url })
    const { customer, bookingId, messageId } = await book(stack, packageId)
    const { rows } = await stack.database.asOwner('select subject, body from outbox where id = $1', [
      messageId,
    ])
    const { content, hidden } = await admin.client.call(openMessage, { params: { id: messageId } })
    expect(hidden).toBeNull()
    expect(content).toMatchObject({ subject: rows[0].subject, text: rows[0].body, source: 'stored' })
    expect(content?.html).toContain(bookingId.slice(0, 8))
    expect(await looksAt(stack, messageId)).toMatchObject([
      { actor: `admin:${admin.id}`, userId: customer.id, details: { bookingId } },
    ])
    await expect
      .poll(() => customer.client.call(auditCalls.listAccess))
      .toMatchObject([{ action: 'message-opened', by: 'Jaanch', subject: 'Thyroid Profile' }])
  })

  it('that a provider has is rendered again from the booking as it was', async ({
    stack,
    admin,
    packageId,
    url,
  }) => {
    const { messageId } = await book(stack, packageId)
    const { rows } = await stack.database.asOwner('select subject, body from outbox where id = $1', [
      messageId,
    ])
    await stack.database.asOwner('update outbox set subject = null, body = null where id = $1', [messageId])
    const client = createClient(url, admin.token)
    const { content } = await client.call(openMessage, { params: { id: messageId } })
    expect(content).toMatchObject({ subject: rows[0].subject, text: rows[0].body, source: 'rendered' })
  })

  it('never shows a code or a reset link, in no answer', async ({ stack, admin }) => {
    const customer = await createCustomer(stack)
    const { email } = customer
    await createClient(stack.url).call(authCalls.forgotPassword, { body: { email } })
    const found = async () =>
      (
        await stack.database.asOwner(
          'select id, body from outbox where recipient_user_id = $1 and position is null',
          [customer.id],
        )
      ).rows
    await expect.poll(found).toHaveLength(1)
    const [mail] = await found()
    const token = /reset=([\w-]{20,})/.exec(mail.body)?.[1] ?? 'none'
    expect(mail.body).toContain(token)
    const opened = await admin.client.call(openMessage, { params: { id: mail.id } })
    expect(opened).toMatchObject({ content: null, hidden: 'secret', message: { kind: null } })
    const answers = JSON.stringify([opened, await admin.client.call(listMessages)])
    expect(answers).not.toContain(token)
    expect(await looksAt(stack, mail.id)).toEqual([])
  })

  it('that was not sent, or that does not exist, has no content', async ({ stack, admin, packageId }) => {
    const { messageId } = await book(stack, packageId)
    await stack.database.asOwner("update outbox set outcome = 'skipped', sent_at = null where id = $1", [
      messageId,
    ])
    expect(await admin.client.call(openMessage, { params: { id: messageId } })).toMatchObject({
      content: null,
      hidden: 'not-sent',
    })
    const id = randomUUID()
    expect(await admin.client.ask(openMessage, { params: { id } })).toMatchObject(
      refusal('not-found', `There is no message ${id}.`),
    )
  })
})

describe('a message that is tried again', () => {
  it('is sent if it was dead or failed, and its dead letter is resolved', async ({ stack, packageId }) => {
    const admin = await createAdmin(stack)
    const { customer } = await book(stack, packageId)
    const own = 'subject, body, attempts'
    const text = "'A subject', 'Hello', 2"
    const dead = await addMessage(stack, customer, `${own}, outcome`, `${text}, 'dead'`)
    const failing = await addMessage(stack, customer, `${own}, due_at`, `${text}, now() + interval '1 hour'`)
    await stack.database.asOwner(
      `insert into dead_letters (consumer, stream_id, position, message_id, attempts, error)
       values ('email', 'user-1', 0, $1, 2, 'The mail server failed')`,
      [dead],
    )
    for (const id of [dead, failing]) {
      await admin.client.call(retryMessage, { params: { id } })
      const outcomeOf = async () =>
        (await stack.database.asOwner('select outcome from outbox where id = $1', [id])).rows[0].outcome
      await expect.poll(outcomeOf).toBe('sent')
      expect(await admin.client.ask(retryMessage, { params: { id } })).toMatchObject(
        refusal('operation-refused', `Message ${id} was sent: it is never sent twice.`),
      )
    }
    const letters = await stack.database.asOwner(
      'select resolution, resolved_by from dead_letters where message_id = $1',
      [dead],
    )
    expect(letters.rows).toEqual([{ resolution: 'retried', resolved_by: `admin:${admin.id}` }])
    const entries = await readAudit(stack, { actor: `admin:${admin.id}` })
    expect(entries.map(({ details }) => details)).toMatchObject(Array(4).fill({ command: 'message retry' }))
  })
})
