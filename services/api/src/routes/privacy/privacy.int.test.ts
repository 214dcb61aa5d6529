import { randomInt, randomUUID } from 'node:crypto'
import { authRoutes } from '@jaanch/contracts/http/auth'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { peopleRoutes } from '@jaanch/contracts/http/people'
import { prescriptionRoutes } from '@jaanch/contracts/http/prescriptions'
import { privacyRoutes } from '@jaanch/contracts/http/privacy'
import { userRoutes } from '@jaanch/contracts/http/users'
import { createClient, refusal } from '@jaanch/tests/support/client'
import {
  addressInput,
  bookingInput,
  createAdmin,
  createPackage,
  password,
  registerCustomer,
} from '@jaanch/tests/support/people'
import { dataUrl, png } from '@jaanch/tests/support/sample-files'
import type { Stack } from '@jaanch/tests/support/stack'
import { ownStackTest } from '@jaanch/tests/support/test'
import { unzipSync } from 'fflate'
import { describe, expect } from 'vitest'

const it = ownStackTest({ workers: false })

/** Texts that nobody else has. */
function rareTexts() {
  const n = randomUUID().slice(0, 8)
  const phone = `+9198${String(randomInt(1e8)).padStart(8, '0')}`
  return { name: `Xanthippe Quillfeather ${n}`, phone, street: `77 Ocelot ${n}`, note: `the brass bell ${n}` }
}

/** A customer with one of everything, and a cancelled booking. */
async function createPerson(stack: Pick<Stack, 'url' | 'database'>) {
  const person = await registerCustomer(stack.url)
  const rare = rareTexts()
  const { client } = person
  await client.call(userRoutes.changeMe, { body: { name: rare.name, phone: rare.phone } })
  const address = await client.call(peopleRoutes.addAddress, {
    body: { ...addressInput, street: rare.street },
  })
  await client.call(peopleRoutes.addFamilyMember, { body: { name: rare.name, relationship: 'Mother' } })
  await client.call(prescriptionRoutes.uploadPrescription, {
    body: { fileUrl: dataUrl('image/png', png), originalFileName: 'quillfeather.png', notes: rare.note },
  })
  const body = {
    ...bookingInput(await createPackage(stack.database), address.id),
    specialInstructions: rare.note,
  }
  const booking = await client.call(bookingRoutes.placeBooking, { body })
  return { ...person, rare, bookingId: booking.id }
}

async function cancel(stack: Pick<Stack, 'url' | 'database'>, id: string): Promise<void> {
  const body = { status: 'cancelled', reason: 'customer-request' } as const
  const { client } = await createAdmin(stack)
  await client.call(bookingRoutes.changeBookingStatus, { params: { id }, body })
}

describe('the export', () => {
  it('contains everything about the person and nothing secret, with the files', async ({ stack }) => {
    const { token, rare } = await createPerson(stack)
    const answer = await fetch(`${stack.url}${privacyRoutes.exportMe.path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toContain('jaanch-my-data.zip')
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
    const names = Object.keys(files)
    const text = (name: string) => Buffer.from(files[name] ?? []).toString()
    for (const name of ['account', 'family-members', 'addresses', 'bookings', 'prescriptions', 'sessions']) {
      expect(JSON.parse(text(`${name}.json`)).length, name).toBeGreaterThan(0)
    }
    expect(text('account.json')).toContain(rare.phone)
    expect(text('bookings.json')).toContain(rare.street)
    const prescription = names.find((name) => name.startsWith('prescriptions/')) ?? ''
    expect(Buffer.from(files[prescription] ?? [])).toEqual(png)
    const all = names
      .filter((name) => name.endsWith('.json'))
      .map(text)
      .join()
    for (const secret of ['password', 'argon2', 'request_hash', 'token']) expect(all).not.toContain(secret)
  })

  it('is refused the sixth time within a day', async ({ stack }) => {
    const { client, token } = await registerCustomer(stack.url)
    const download = () =>
      fetch(`${stack.url}${privacyRoutes.exportMe.path}`, { headers: { authorization: `Bearer ${token}` } })
    for (let n = 0; n < 5; n += 1) {
      const answer = await download()
      expect(answer.status).toBe(200)
      await answer.arrayBuffer()
    }
    expect((await download()).status).toBe(429)
    expect((await client.ask(authRoutes.getMe)).status).toBe(200)
  })
})

describe('consent', () => {
  it('is given per purpose, recorded with the version of its text, and taken back as easily', async ({
    stack,
  }) => {
    const { client, id } = await registerCustomer(stack.url)
    const answer = (isGiven: boolean, version = 1) =>
      client.ask(privacyRoutes.answerConsent, { body: { purpose: 'offers-by-email', version, isGiven } })
    const given = async () =>
      (await client.call(privacyRoutes.listConsents))
        .filter(({ isGiven }) => isGiven)
        .map(({ purpose }) => purpose)
    expect(await given()).toEqual([])
    for (let n = 0; n < 2; n += 1) await answer(true)
    expect(await given()).toEqual(['offers-by-email'])
    expect((await answer(true, 2)).status).toBe(409)
    // no such version can be stored
    expect((await answer(false, 2 ** 31)).status).toBe(400)
    await answer(false)
    expect(await given()).toEqual([])
    const { rows } = await stack.database.asOwner(
      'select version, is_given from consents where user_id = $1 order by id',
      [id],
    )
    expect(rows).toEqual([
      { version: 1, is_given: true },
      { version: 1, is_given: false },
    ])
  })
})

describe('the deletion of an account', () => {
  it('needs the password and no open booking', async ({ stack }) => {
    const { client, bookingId } = await createPerson(stack)
    const erase = (typed = password) => client.ask(privacyRoutes.eraseMe, { body: { password: typed } })
    expect(await erase('not the password')).toMatchObject(refusal('wrong-password'))
    expect(await erase()).toMatchObject(refusal('bookings-open'))
    await cancel(stack, bookingId)
    expect((await erase()).status).toBe(204)
  })

  it('leaves nothing of the person in any table, and ends all sessions', async ({ stack }) => {
    const { client, id, bookingId, email, token, rare } = await createPerson(stack)
    await cancel(stack, bookingId)
    await client.call(privacyRoutes.eraseMe, { body: { password } })
    expect(await createClient(stack.url, token).ask(authRoutes.getMe)).toMatchObject(refusal('not-signed-in'))
    const login = await createClient(stack.url).ask(authRoutes.login, { body: { email, password } })
    expect(login).toMatchObject(refusal('wrong-credentials'))

    const { rows: tables } = await stack.database.asOwner(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname in ('public', 'log') or schemaname like 'read\\_%'`,
    )
    const traces = [email, ...Object.values(rare).map((text) => text.toLowerCase())]
    for (const { name } of tables) {
      const { rows } = await stack.database.asOwner(
        `select count(*)::int as found from ${name} t
          where exists (select from unnest($1::text[]) as trace where position(trace in lower(t::text)) > 0)`,
        [traces],
      )
      expect(rows[0].found, name).toBe(0)
    }
    const { rows } = await stack.database.asOwner('select name, is_active from users where id = $1', [id])
    expect(rows).toEqual([{ name: 'Deleted account', is_active: false }])
  })

  it('lets the same e-mail address register again', async ({ stack }) => {
    const { client, email } = await registerCustomer(stack.url)
    await client.call(privacyRoutes.eraseMe, { body: { password } })
    await registerCustomer(stack.url, email)
  })
})
