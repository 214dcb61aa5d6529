import type { Channel } from '@jaanch/messages/message'
import { macOf } from '@jaanch/platform/http/secrets'
import { createSlonikPool } from '@jaanch/platform/slonik'
import { auditedActions, readAudit } from '@jaanch/tests/support/audit'
import { type Client, createClient, refusal } from '@jaanch/tests/support/client'
import { type Person, password, registerCustomer, uniqueEmail } from '@jaanch/tests/support/people'
import { type Stack, testSecret, withStoppedClock } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { labPartnerCalls } from '../labs/api.ts'
import { accountLimits } from '../limits.ts'
import { authCalls } from '../sessions/api.ts'
import { userCalls } from '../users/api.ts'
import { contactCalls } from './api.ts'
import { createContactCodes } from './contact-codes.ts'

const it = stackTest({ workers: false })

const send = ({ client }: Person, channel: Channel) =>
  client.ask(contactCalls.sendContactCode, { body: { channel } })
const prove = ({ client }: Person, channel: Channel, code: string) =>
  client.ask(contactCalls.proveContact, { body: { channel, code } })

let phones = 0
/** A number that nobody has, as it is stored */
function newPhone(): string {
  phones += 1
  return `+9198765${String(phones + Number(process.env.VITEST_POOL_ID ?? 0) * 1_000).padStart(5, '0')}`
}

async function customer(stack: Stack, phone?: string) {
  const person = await registerCustomer(stack.url)
  if (phone) await person.client.call(userCalls.changeMe, { body: { phone } })
  return person
}

async function messagesTo(
  { database }: Stack,
  userId: string,
): Promise<{ id: string; body: string | null }[]> {
  const { rows } = await database.asOwner(
    'select id, channel, body from outbox where recipient_user_id = $1 order by created_at',
    [userId],
  )
  return rows
}

/** Requests a code and reads it from the message. */
async function codeFor(stack: Stack, person: Person, channel: Channel): Promise<string> {
  expect(await send(person, channel)).toMatchObject({ status: 202 })
  const body = (await messagesTo(stack, person.id)).at(-1)?.body ?? ''
  return /\b\d{6}\b/.exec(body)?.[0] ?? ''
}

/** A code that is not this one */
const otherThan = (code: string, n = 1) => String((Number(code) + n) % 1_000_000).padStart(6, '0')

async function proven(stack: Stack, phone: string) {
  const person = await customer(stack, phone)
  const answer = await prove(person, 'sms', await codeFor(stack, person, 'sms'))
  expect(answer).toMatchObject({ status: 200, body: { phone, isPhoneProven: true } })
  return person
}

const logIn = (visitor: Client, login: string) =>
  visitor.ask(authCalls.login, { body: { email: login, password } })

describe('a one-time code', () => {
  it('proves the address that it was sent to, once [V6.5.1]', async ({ stack }) => {
    const person = await customer(stack, newPhone())
    const before = await person.client.call(authCalls.getMe)
    expect(before).toMatchObject({ isEmailProven: false, isPhoneProven: false })
    const code = await codeFor(stack, person, 'email')
    expect(await prove(person, 'sms', code)).toMatchObject(refusal('code-void'))
    expect(await prove(person, 'email', code)).toMatchObject({ status: 200, body: { isEmailProven: true } })
    expect(await person.client.call(authCalls.getMe)).toEqual({ ...before, isEmailProven: true })
    // a double click
    expect(await prove(person, 'email', code)).toMatchObject({ status: 200 })
    expect(await send(person, 'email')).toMatchObject(refusal('already-proven'))
    const actor = `customer:${person.id}`
    expect((await readAudit(stack, { userId: person.id })).at(-1)).toMatchObject({
      action: 'contact-proven',
      actor,
      details: { channel: 'email' },
    })
  })

  it('is in the message only, and not there either once it was used or has expired', async ({ stack }) => {
    const person = await customer(stack, newPhone())
    const codes = [await codeFor(stack, person, 'email'), await codeFor(stack, person, 'sms')]
    const stored = async () => {
      const { rows } = await stack.database.asOwner(
        'select code_hash || address_hash as row from contact_codes where user_id = $1',
        [person.id],
      )
      return rows.map(({ row }) => row).join()
    }
    for (const text of [...codes, person.email]) expect(await stored()).not.toContain(text)
    await prove(person, 'email', codes[0] ?? '')
    expect((await messagesTo(stack, person.id)).map(({ body }) => body === null)).toEqual([true, false])

    const db = await createSlonikPool({ url: stack.database.url, name: 'test', max: 1 })
    const later = new Date(Date.now() + 11 * 60_000)
    const options = { db, scale: 1, smsPerDay: 1, now: () => later }
    await createContactCodes({ ...options, secrets: [testSecret] }).deleteOld()
    expect((await messagesTo(stack, person.id)).map(({ body }) => body)).toEqual([null, null])
    await db.end()
  })

  it('is void after five wrong ones, also if they come at the same time [V6.5.3 V6.6.3]', async ({
    stack,
  }) => {
    const person = await customer(stack)
    const code = await codeFor(stack, person, 'email')
    const guesses = Array.from({ length: 20 }, (_, n) => prove(person, 'email', otherThan(code, n + 1)))
    const answers = await Promise.all(guesses)
    const wrong = answers.filter(({ body }) => JSON.stringify(body).includes('not the code'))
    expect(wrong).toHaveLength(4)
    for (const { status } of answers) expect(status).toBe(422)
    expect(await prove(person, 'email', code)).toMatchObject(refusal('code-void'))
    expect((await person.client.call(authCalls.getMe)).isEmailProven).toBe(false)
    // guesses without a code are not recorded: they could fill the table
    const actions = await auditedActions(stack, { userId: person.id }, /^contact/)
    expect(actions).toEqual(Array(5).fill('contact-code-failed'))
  })

  it('is void after ten minutes, and when a newer one was sent [V6.4.1 V6.5.5]', async ({ stack }) => {
    const person = await customer(stack)
    const first = await codeFor(stack, person, 'email')
    const second = await codeFor(stack, person, 'email')
    if (first !== second) expect(await prove(person, 'email', first)).toMatchObject(refusal('wrong-code'))
    await stack.database.asOwner(
      "update contact_codes set expires_at = now() - interval '1 second' where user_id = $1 and ended_at is null",
      [person.id],
    )
    expect(await prove(person, 'email', second)).toMatchObject(refusal('code-void'))
  })

  it('proves no other number than the one that it was sent to, and that for nobody else [V6.6.2]', async ({
    stack,
  }) => {
    const phone = newPhone()
    const [person, other] = [await customer(stack, phone), await customer(stack, phone)]
    const code = await codeFor(stack, person, 'sms')
    expect(await prove(other, 'sms', code)).toMatchObject(refusal('code-void'))
    await person.client.call(userCalls.changeMe, { body: { phone: newPhone() } })
    expect(await prove(person, 'sms', code)).toMatchObject(refusal('code-void'))
  })

  it('is not sent without a number, to a landline or abroad', async ({ stack }) => {
    const person = await customer(stack)
    expect(await send(person, 'sms')).toMatchObject(refusal('no-phone'))
    for (const phone of ['+14155550100', '079 2658 1234']) {
      await person.client.call(userCalls.changeMe, { body: { phone } })
      expect(await send(person, 'sms')).toMatchObject(refusal('sms-refused'))
    }
    expect(await messagesTo(stack, person.id)).toEqual([])
  })
})

describe('a flood of requests for codes', () => {
  it('sends three an hour to a person, however many come at the same time [V2.4.1]', async ({ stack }) => {
    const person = await customer(stack)
    const client = createClient(await withStoppedClock(stack), person.token)
    const answers = await Promise.all(Array.from({ length: 12 }, () => send({ ...person, client }, 'email')))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(9)
    for (const { headers } of refused) expect(headers.get('retry-after')).toBe('3600')
    expect(await messagesTo(stack, person.id)).toHaveLength(3)
  })

  it('sends ten a day to a person', async ({ stack }) => {
    const person = await customer(stack)
    for (let hour = 0; hour < 4; hour += 1) {
      for (let n = 0; n < 3; n += 1) await send(person, 'email')
      await stack.database.asOwner(
        "update contact_codes set created_at = created_at - interval '61 minutes' where user_id = $1",
        [person.id],
      )
    }
    expect(await messagesTo(stack, person.id)).toHaveLength(10)
  })

  it('sends three an hour to a number, and gives the others the same answer [V2.4.1]', async ({ stack }) => {
    const phone = newPhone()
    const people = await Promise.all(Array.from({ length: 5 }, () => customer(stack, phone)))
    const answers = await Promise.all(people.map((person) => send(person, 'sms')))
    for (const { status, body } of answers) {
      expect({ status, body }).toEqual({ status: 202, body: { expiresAt: expect.any(String) } })
    }
    const messages = await Promise.all(people.map(({ id }) => messagesTo(stack, id)))
    expect(messages.flat()).toHaveLength(3)
    for (const person of people) {
      const { body } = await prove(person, 'sms', '000000')
      expect(body).toEqual(refusal('wrong-code').body)
    }
  })

  it('that was not sent cannot be guessed, however many accounts ask for the number [V6.6.3]', async ({
    stack,
  }) => {
    const phone = newPhone()
    for (let n = 0; n < 3; n += 1) await codeFor(stack, await customer(stack, phone), 'sms')
    const last = await customer(stack, phone)
    await send(last, 'sms')
    const { rows } = await stack.database.asOwner(
      'select id, code_hash, message_id from contact_codes where user_id = $1',
      [last.id],
    )
    const [{ id, code_hash, message_id }] = rows
    expect(message_id).toBeNull()
    const secret = `${testSecret} ${new URL(stack.database.url).pathname}`
    const hashOf = (code: string) => macOf('contact-codes', secret, `${id} ${code}`).toString('base64url')
    let found: string | undefined
    for (let n = 0; n < 1_000_000 && found === undefined; n += 1) {
      const code = String(n).padStart(6, '0')
      if (hashOf(code) === code_hash) found = code
    }
    expect(found).toBeUndefined()
  })
})

describe('codes by SMS', () => {
  it('are bounded for each network; what was refused does not count, and codes by mail are sent', async ({
    stack,
  }) => {
    const url = await stack.anotherApi({ limits: { smsCodes: 2 }, trustedProxies: 1 })
    const ask = async (from: string, channel: Channel = 'sms', phone = newPhone()) => {
      const { token } = await customer(stack, phone)
      return createClient(url, token).raw(contactCalls.sendContactCode.path, {
        method: 'POST',
        body: JSON.stringify({ channel }),
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      })
    }
    const landline = '+917926407777'
    expect(await ask('192.0.2.1', 'sms', landline)).toMatchObject(refusal('sms-refused'))
    for (let n = 0; n < 2; n += 1) expect((await ask('192.0.2.1')).status).toBe(202)
    expect(await ask('192.0.2.1')).toMatchObject(refusal('too-many', accountLimits.smsCodes.text(2)))
    expect((await ask('192.0.2.1', 'email')).status).toBe(202)
    expect((await ask('192.0.2.2')).status).toBe(202)
  })

  it('cannot be asked for once the SMS of the day are used up: the mail is named instead', async ({
    stack,
  }) => {
    const url = await stack.anotherApi({ smsPerDay: 5 })
    await stack.database.asOwner('select take_sms(7, 5)')
    // nor on the next day, if midnight passes meanwhile
    await stack.database.asOwner(
      `insert into sms_days (day, sent) values ((clock_timestamp() at time zone 'Asia/Kolkata')::date + 1, 5)
           on conflict do nothing`,
    )
    const person = await customer(stack, newPhone())
    const there = { ...person, client: createClient(url, person.token) }
    const refused = await send(there, 'sms')
    expect(refused).toMatchObject(
      refusal(
        'too-many',
        'No more codes can be sent by SMS today. Please verify your email address instead, or try again tomorrow.',
      ),
    )
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(24 * 3_600)
    expect((await send(there, 'email')).status).toBe(202)
    expect((await messagesTo(stack, person.id)).length).toBe(1)
  })
})

describe('a proven number', () => {
  it('signs in its owner, whoever else types it into a profile or a lab application', async ({
    stack,
    visitor,
  }) => {
    const phone = newPhone()
    const owner = await proven(stack, phone)
    await customer(stack, phone)
    const application = {
      email: uniqueEmail(),
      password,
      organizationName: 'City Lab',
      address: '1 Ring Road',
    }
    await visitor.call(labPartnerCalls.registerLabPartner, { body: { ...application, phone } })
    expect(await logIn(visitor, phone)).toMatchObject({ status: 200, body: { user: { id: owner.id } } })
  })

  it('belongs to one account: whoever types its code has it from then on', async ({ stack, visitor }) => {
    const phone = newPhone()
    const before = await proven(stack, phone)
    const now = await proven(stack, phone)
    expect((await before.client.call(authCalls.getMe)).isPhoneProven).toBe(false)
    expect((await logIn(visitor, phone)).body).toMatchObject({ user: { id: now.id } })
    expect((await readAudit(stack, { userId: before.id })).at(-1)).toMatchObject({
      action: 'contact-lost',
      actor: `customer:${now.id}`,
    })
  })

  it('has one owner also if two type their codes at the same time', async ({ stack }) => {
    const phone = newPhone()
    const people = await Promise.all(Array.from({ length: 3 }, () => customer(stack, phone)))
    const codes: string[] = []
    for (const person of people) codes.push(await codeFor(stack, person, 'sms'))
    const answers = await Promise.all(people.map((person, n) => prove(person, 'sms', codes[n] ?? '')))
    for (const { status } of answers) expect(status).toBe(200)
    const users = await Promise.all(people.map(({ client }) => client.call(authCalls.getMe)))
    expect(users.filter(({ isPhoneProven }) => isPhoneProven)).toHaveLength(1)
  })

  it('is unproven when it changes, and stays proven when something else does [V7.5.1]', async ({ stack }) => {
    const person = await proven(stack, newPhone())
    const change = (body: { name?: string; phone?: string }) =>
      person.client.call(userCalls.changeMe, { body })
    expect(await change({ name: 'Ravi' })).toMatchObject({ isPhoneProven: true })
    expect(await change({ phone: newPhone() })).toMatchObject({ isPhoneProven: false })
  })
})

describe('a reset link', () => {
  it('proves the e-mail address that it was sent to, and the phone of who made the account is unproven', async ({
    stack,
    visitor,
  }) => {
    const person = await proven(stack, newPhone())
    await visitor.call(authCalls.forgotPassword, { body: { email: person.email } })
    const linkToken = async () => {
      const mails = await messagesTo(stack, person.id)
      return /reset=([\w-]+)/.exec(mails.map(({ body }) => body).join())?.[1]
    }
    await expect.poll(linkToken).toBeDefined()
    const token = (await linkToken()) ?? ''
    await visitor.call(authCalls.resetPassword, { body: { token, password } })
    const { body } = await logIn(visitor, person.email)
    expect(body.user).toMatchObject({ isEmailProven: true, isPhoneProven: false })
    const again = createClient(stack.url, body.token)
    expect(await send({ ...person, client: again }, 'email')).toMatchObject(refusal('already-proven'))
  })
})
