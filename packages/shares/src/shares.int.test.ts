import { randomBytes } from 'node:crypto'
import { peopleCalls } from '@jaanch/account/people/api'
import { relativeConsent } from '@jaanch/account/people/relative-consent'
import { userCalls } from '@jaanch/account/users/api'
import { type Client, createClient, refusal } from '@jaanch/tests/support/client'
import { erasePerson } from '@jaanch/tests/support/erase'
import { createCustomer } from '@jaanch/tests/support/people'
import { createShare, encryptJwe, sharedPasscode, shareInput } from '@jaanch/tests/support/shares'
import type { Stack } from '@jaanch/tests/support/stack'
import { tablesWith } from '@jaanch/tests/support/tables-with'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { shareCalls } from './api.ts'
import { shareLimits } from './limits.ts'

const it = stackTest({ workers: false })

const open = (client: Client, linkId: string, passcode?: string, rest: object = {}) =>
  client.ask(shareCalls.openShare, {
    params: { id: linkId },
    body: { recipient: 'Dr. Mehta', ...(passcode !== undefined && { passcode }), ...rest },
  })
const end = (client: Client, id: string) => client.ask(shareCalls.endShare, { params: { id } })
const consent = (client: Client, id: string) =>
  client.call(peopleCalls.giveRelativeConsent, {
    params: { id },
    body: { version: relativeConsent.version },
  })
const list = (client: Client) => client.call(shareCalls.listShares)

async function filesOf({ database }: Stack, id: string): Promise<number> {
  const { rows } = await database.asOwner('select from share_files where share_id = $1', [id])
  return rows.length
}

describe('a link to shared results', () => {
  it('gives what was encrypted to whoever has the passcode, and its owner sees who looked', async ({
    stack,
    visitor,
    customer,
  }) => {
    const jwe = encryptJwe('{"patient":"Sunita"}')
    const share = await createShare(customer.client, {
      files: [{ contentType: 'application/fhir+json', jwe }],
    })
    expect(share).toMatchObject({ label: 'For Dr. Mehta', state: 'open', triesLeft: 5, opened: 0, looks: [] })
    const answer = await open(visitor, share.linkId, sharedPasscode)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        status: 'finalized',
        files: [{ contentType: 'application/fhir+json', embedded: jwe, status: 'finalized' }],
      },
    })
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'access-control-allow-origin': '*',
    })
    expect(answer.headers.has('set-cookie')).toBe(false)
    const [listed] = await list(customer.client)
    expect(listed).toMatchObject({
      id: share.id,
      opened: 1,
      triesLeft: 5,
      looks: [{ recipient: 'Dr. Mehta', result: 'opened', network: '127.0.0.x' }],
    })
    expect(JSON.stringify(listed)).not.toContain(share.linkId)
    const { rows } = await stack.database.asOwner('select passcode_hash from shares where id = $1', [
      share.id,
    ])
    expect(rows[0].passcode_hash).toMatch(/^\$argon2id/)
  })

  it('says how many tries are left, counts them over its life, and ends with the last one', async ({
    stack,
    visitor,
    customer,
  }) => {
    const { id, linkId } = await createShare(customer.client)
    for (const remainingAttempts of [4, 3]) {
      expect(await open(visitor, linkId, 'WRONG1')).toMatchObject({
        status: 401,
        body: { code: 'wrong-passcode', remainingAttempts },
      })
    }
    // neither a correct one nor a missing one changes the count
    expect((await open(visitor, linkId, sharedPasscode)).status).toBe(200)
    expect(await open(visitor, linkId)).toMatchObject({ status: 401, body: { remainingAttempts: 3 } })
    for (const remainingAttempts of [2, 1, 0])
      expect(await open(visitor, linkId, 'WRONG1')).toMatchObject({
        status: 401,
        body: { remainingAttempts },
      })
    expect(await open(visitor, linkId, sharedPasscode)).toMatchObject(refusal('not-found'))
    expect(await open(visitor, linkId)).toMatchObject(refusal('not-found'))
    const listed = (await list(customer.client)).find((share) => share.id === id)
    expect(listed).toMatchObject({ state: 'guessed', triesLeft: 0, opened: 1 })
    expect(listed?.looks.map(({ result }) => result)).toEqual([
      ...['wrong', 'wrong', 'wrong', 'asked', 'opened', 'wrong', 'wrong'],
    ])
    expect(await filesOf(stack, id)).toBe(0)
  })

  it('opens with its passcode however often others ask for it without one, and its owner sees that they did', async ({
    stack,
    customer,
  }) => {
    const { id, linkId } = await createShare(customer.client)
    const url = await stack.anotherApi({ limits: { shareLooksOfLink: 1 } })
    const others = createClient(url)
    for (let n = 0; n < 3; n += 1) {
      expect(await open(others, linkId)).toMatchObject({ status: 401, body: { remainingAttempts: 5 } })
    }
    expect((await open(others, linkId, sharedPasscode)).status).toBe(200)
    const listed = (await list(customer.client)).find((share) => share.id === id)
    expect(listed).toMatchObject({ opened: 1, triesLeft: 5 })
    // once for each network in an hour
    expect(listed?.looks).toMatchObject([
      { result: 'opened' },
      { result: 'asked', network: '127.0.0.x', recipient: 'Dr. Mehta' },
    ])
  })

  it('takes a suggested passcode however it was heard, and every other one as it was chosen', async ({
    visitor,
    customer,
  }) => {
    const suggested = await createShare(customer.client, { passcode: 'WPXH-CF3A' })
    for (const heard of ['WPXH-CF3A', 'wpxhcf3a', 'w p x h – c f 3 a '])
      expect((await open(visitor, suggested.linkId, heard)).status, heard).toBe(200)
    const typed = await createShare(customer.client, { passcode: 'wpxh cf3a' })
    expect((await open(visitor, typed.linkId, 'WPXH-CF3A')).status).toBe(200)
    const chosen = await createShare(customer.client, { passcode: 'Sunita-58' })
    expect((await open(visitor, chosen.linkId, 'sunita-58')).status).toBe(401)
    expect((await open(visitor, chosen.linkId, 'Sunita-58')).status).toBe(200)
  })

  it('ends at once for its owner alone, and is answered then as one that never was', async ({
    stack,
    visitor,
    customer,
    otherCustomer,
  }) => {
    const { id, linkId } = await createShare(customer.client)
    expect(await end(otherCustomer.client, id)).toMatchObject(refusal('not-found'))
    expect((await list(otherCustomer.client)).map((share) => share.id)).not.toContain(id)
    const ended = await end(customer.client, id)
    expect(ended).toMatchObject({ status: 200, body: { state: 'ended' } })
    expect((await end(customer.client, id)).body.endsAt).toBe(ended.body.endsAt)
    const unknown = await open(visitor, randomBytes(32).toString('base64url'), sharedPasscode)
    const over = await open(visitor, linkId, sharedPasscode)
    expect([over.status, over.body]).toEqual([unknown.status, unknown.body])
    expect(over).toMatchObject(refusal('not-found'))
    expect(await filesOf(stack, id)).toBe(0)
  })

  it('ends by itself', async ({ stack, visitor, customer }) => {
    const { id, linkId } = await createShare(customer.client, { days: 1 })
    await stack.database.asOwner(
      `update shares set created_at = created_at - interval '1 day', expires_at = expires_at - interval '1 day' where id = $1`,
      [id],
    )
    expect(await open(visitor, linkId, sharedPasscode)).toMatchObject(refusal('not-found'))
    expect((await list(customer.client)).find((share) => share.id === id)).toMatchObject({
      state: 'expired',
      looks: [],
    })
  })

  it('gives what is longer than its reader takes at a location, which is valid for five minutes and until the link ends', async ({
    stack,
    visitor,
    customer,
  }) => {
    const jwe = encryptJwe('{"version":1}')
    const { id, linkId } = await createShare(customer.client, {
      files: [{ contentType: 'application/fhir+json', jwe }],
    })
    const { body } = await open(visitor, linkId, sharedPasscode, { embeddedLengthMax: jwe.length - 1 })
    expect(body.files).toMatchObject([{ contentType: 'application/fhir+json' }])
    expect(body.files[0]).not.toHaveProperty('embedded')
    const { pathname } = new URL(body.files[0]?.location ?? '')
    const fetchFile = () => fetch(new URL(pathname, stack.url))
    const answer = await fetchFile()
    expect(answer.headers.get('content-type')).toBe('application/jose')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(await answer.text()).toBe(jwe)
    expect((await fetch(new URL(`${pathname.slice(0, -2)}AA`, stack.url))).status).toBe(404)
    await end(customer.client, id)
    expect((await fetchFile()).status).toBe(404)
  })

  it('is resolved by the viewers of other sites, which no other call is', async ({ stack, customer }) => {
    const { linkId } = await createShare(customer.client)
    const ask = (path: string) =>
      fetch(new URL(path, stack.url), {
        method: 'OPTIONS',
        headers: {
          origin: 'https://viewer.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type',
        },
      })
    const allowed = await ask(`/api/shl/${linkId}`)
    expect(allowed.status).toBe(204)
    expect(allowed.headers.get('access-control-allow-origin')).toBe('*')
    expect(allowed.headers.get('access-control-allow-headers')).toBe('content-type')
    expect(allowed.headers.has('access-control-allow-credentials')).toBe(false)
    for (const path of ['/api/shares', '/api/auth/login', '/api/bookings']) {
      expect((await ask(path)).headers.has('access-control-allow-origin'), path).toBe(false)
    }
  })
})

describe('whoever makes a link', () => {
  it('is refused what is not encrypted, is too much, or has a short passcode', async ({ customer }) => {
    const make = (change: object) => customer.client.ask(shareCalls.createShare, { body: shareInput(change) })
    const header = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const contentType = 'application/fhir+json'
    const withJwe = (jwe: string) => make({ files: [{ contentType, jwe }] })
    const good = encryptJwe('{}')
    for (const jwe of [
      '{"patient":"Sunita"}',
      good.replace(/^[^.]+/, header({ alg: 'dir', enc: 'none' })),
      good.replace(/^[^.]+/, 'bm90IGpzb24'),
    ]) {
      expect((await withJwe(jwe)).status, jwe).toBe(422)
    }
    expect((await withJwe(encryptJwe('x'.repeat(800_000)))).status).toBe(422)
    const large = { contentType, jwe: encryptJwe('x'.repeat(550_000)) }
    expect((await make({ files: [large, large] })).status).toBe(201)
    expect((await make({ files: [large, large, large] })).status).toBe(413)
    for (const change of [{ passcode: '12345' }, { days: 2 }, { linkId: 'short' }])
      expect((await make(change)).status).toBe(422)
  })

  it('has the consent of adult relatives, and their links end with it', async ({
    stack,
    visitor,
    otherCustomer,
  }) => {
    const { client } = otherCustomer
    const { id } = await client.call(peopleCalls.addFamilyMember, {
      body: { name: 'Sunita Rao', relationship: 'Mother', dateOfBirth: '1960-02-29' },
    })
    const make = () => client.ask(shareCalls.createShare, { body: shareInput({ familyMemberId: id }) })
    expect(await make()).toMatchObject({ status: 403, body: { code: 'consent-needed' } })
    await consent(client, id)
    const share = await createShare(client, { familyMemberId: id })
    expect(share.familyMember).toEqual({ id, name: 'Sunita Rao' })
    expect((await open(visitor, share.linkId, sharedPasscode)).status).toBe(200)
    await client.call(peopleCalls.withdrawRelativeConsent, { params: { id } })
    expect(await open(visitor, share.linkId, sharedPasscode)).toMatchObject(refusal('not-found'))
    expect(await filesOf(stack, share.id)).toBe(0)
    expect((await make()).status).toBe(403)
  })

  it('ends when the relative is edited or removed, also one who did not have to agree', async ({
    stack,
    visitor,
    otherCustomer,
  }) => {
    const { client } = otherCustomer
    const son = { name: 'Vivaan Rao', relationship: 'Son' as const }
    const { id } = await client.call(peopleCalls.addFamilyMember, { body: son })
    const params = { id }
    const edited = await createShare(client, { familyMemberId: id })
    await client.call(peopleCalls.changeFamilyMember, { params, body: { ...son, name: 'Vihaan Rao' } })
    const removed = await createShare(client, { familyMemberId: id })
    await client.ask(peopleCalls.removeFamilyMember, { params })
    for (const { id, linkId } of [edited, removed]) {
      expect(await open(visitor, linkId, sharedPasscode)).toMatchObject(refusal('not-found'))
      expect(await filesOf(stack, id)).toBe(0)
    }
  })

  it('is closed while the person is an adult who has not agreed, its files as well', async ({
    stack,
    visitor,
    otherCustomer,
  }) => {
    const { client } = otherCustomer
    const { id } = await client.call(peopleCalls.addFamilyMember, {
      body: { name: 'Anaya Rao', relationship: 'Daughter' },
    })
    const { linkId } = await createShare(client, { familyMemberId: id })
    const opened = await open(visitor, linkId, sharedPasscode, { embeddedLengthMax: 0 })
    const file = new URL(new URL(opened.body.files[0]?.location ?? '').pathname, stack.url)
    expect((await fetch(file)).status).toBe(200)
    // time passes, and the child is an adult
    await stack.database.asOwner(`update family_members set date_of_birth = '1990-01-01' where id = $1`, [id])
    expect(await open(visitor, linkId)).toMatchObject(refusal('not-found'))
    expect(await open(visitor, linkId, sharedPasscode)).toMatchObject(refusal('not-found'))
    expect((await fetch(file)).status).toBe(404)
    await consent(client, id)
    expect((await open(visitor, linkId, sharedPasscode)).status).toBe(200)
  })

  it("can't name the family member of another", async ({ customer, otherCustomer }) => {
    const { id } = await otherCustomer.client.call(peopleCalls.addFamilyMember, {
      body: { name: 'Ravi', relationship: 'Father' },
    })
    const body = shareInput({ familyMemberId: id })
    expect(await customer.client.ask(shareCalls.createShare, { body })).toMatchObject(refusal('not-found'))
  })

  it('has a limited number of open links', async ({ stack }) => {
    const url = await stack.anotherApi({ limits: { shares: 2 } })
    const { token } = await createCustomer(stack)
    const client = createClient(url, token)
    const first = await createShare(client)
    await createShare(client)
    const body = shareInput()
    expect(await client.ask(shareCalls.createShare, { body })).toMatchObject(
      refusal('too-many', shareLimits.shares.text(2)),
    )
    await end(client, first.id)
    expect((await client.ask(shareCalls.createShare, { body })).status).toBe(201)
  })

  it('takes the links along when the account is disabled or deleted', async ({ stack, admin, visitor }) => {
    const customer = await createCustomer(stack)
    const share = await createShare(customer.client)
    const user = { params: { id: customer.id }, body: { reason: 'Asked for by telephone' } }
    await admin.client.call(userCalls.disableUser, user)
    expect(await open(visitor, share.linkId, sharedPasscode)).toMatchObject(refusal('not-found'))
    await admin.client.call(userCalls.enableUser, user)
    expect(await open(visitor, share.linkId, sharedPasscode)).toMatchObject(refusal('not-found'))
    expect(await filesOf(stack, share.id)).toBe(0)
    const { database } = stack
    await erasePerson(database.pool, { userId: customer.id, bookingIds: [], actor: 'operator:test' })
    for (const table of ['shares where id', 'share_files where share_id', 'share_looks where share_id']) {
      const { rows } = await database.asOwner(`select 1 from ${table} = $1`, [share.id])
      expect(rows, table).toEqual([])
    }
  })
})

describe('the server', () => {
  it('stores neither what is shared, nor the key, the link or the passcode, in any column of any table', async ({
    stack,
    visitor,
    customer,
  }) => {
    const [key, marks] = [randomBytes(32), ['Zebedee Xylander', '471.25', 'Haemoglobin-XYZ']]
    const passcode = 'QWX739'
    const share = await createShare(customer.client, {
      passcode,
      files: [{ contentType: 'application/fhir+json', jwe: encryptJwe(JSON.stringify(marks), key) }],
    })
    await open(visitor, share.linkId, passcode)
    const secrets = [...marks, key.toString('base64url'), key.toString('hex'), share.linkId, passcode]
    expect(await tablesWith(stack, secrets)).toEqual([])
  })
})
