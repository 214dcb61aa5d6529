import { randomUUID } from 'node:crypto'
import { labPartnerCalls } from '@jaanch/account/labs/api'
import { peopleCalls } from '@jaanch/account/people/api'
import { authCalls } from '@jaanch/account/sessions/api'
import { userCalls } from '@jaanch/account/users/api'
import { bookingCalls } from '@jaanch/booking/api'
import { prescriptionCalls } from '@jaanch/booking/prescriptions/api'
import { type Client, createClient, refusal } from '@jaanch/tests/support/client'
import {
  addressInput,
  bookingInput,
  createCustomer,
  createUser,
  password,
  tokens,
  uniqueEmail,
} from '@jaanch/tests/support/people'
import { uploadInput } from '@jaanch/tests/support/prescriptions'
import { untilProjected } from '@jaanch/tests/support/read-tables'
import { whileLogRefuses } from '@jaanch/tests/support/refused-events'
import { dataUrl, pdfOf } from '@jaanch/tests/support/sample-files'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { type LimitName, limitTable } from '../limits.ts'

/** Small numbers, so that a test reaches them */
const small = {
  openBookings: 2,
  uploads: 2,
  storedBytes: 2_000,
  addresses: 2,
  familyMembers: 2,
  registrations: 2,
  labApplications: 2,
} satisfies Partial<Record<LimitName, number>>

const it = stackTest({ workers: false })
  .extend('url', { scope: 'file' }, ({ stack }) => stack.anotherApi({ trustedProxies: 1, limits: small }))
  /** An API with small numbers of what people do in a time */
  .extend('slow', { scope: 'file' }, ({ stack }) =>
    stack.anotherApi({ limits: { bookings: 2, uploadedBytes: 2_000, customerWrites: 8, staffWrites: 3 } }),
  )

type Answered = { status: number; headers: Headers; body: unknown }

function expectTooMany(
  answer: Answered,
  name: keyof typeof small,
  retryAfter: [from: number, to: number],
): void {
  expect(answer).toMatchObject(refusal('too-many', limitTable[name].text(small[name])))
  const wait = Number(answer.headers.get('retry-after'))
  expect(wait).toBeGreaterThanOrEqual(retryAfter[0])
  expect(wait).toBeLessThanOrEqual(retryAfter[1])
}

const hour: [number, number] = [3_600, 3_600]

const day = 24 * 3_600

describe('beyond a limit, the answer is 429 with Retry-After and a sentence; one below, it is done', () => {
  it('for open bookings; one that is cancelled makes room [V2.3.2]', async ({
    stack,
    url,
    admin,
    packageId,
  }) => {
    const customer = await createCustomer(stack)
    const client = createClient(url, customer.token)
    const book = (idempotencyKey: string = randomUUID()) =>
      client.ask(bookingCalls.placeBooking, {
        body: bookingInput(packageId, customer.addressId),
        idempotencyKey,
      })
    const key = randomUUID()
    expect((await book()).status).toBe(201)
    const second = await book(key)
    expect(second.status).toBe(201)
    await untilProjected(stack.database)
    expectTooMany(await book(), 'openBookings', hour)
    // a repeated request is not a further booking
    expect(await book(key)).toMatchObject({ status: 201, body: { id: second.body.id } })

    await admin.client.call(bookingCalls.changeBookingStatus, {
      params: { id: second.body.id },
      body: { status: 'cancelled' },
    })
    await untilProjected(stack.database)
    expect((await book()).status).toBe(201)
  })

  it('for bookings placed within an hour [V2.4.1]', async ({ stack, slow, packageId }) => {
    const customer = await createCustomer(stack)
    const client = createClient(slow, customer.token)
    const book = () =>
      client.ask(bookingCalls.placeBooking, { body: bookingInput(packageId, customer.addressId) })
    for (let n = 0; n < 2; n += 1) expect((await book()).status).toBe(201)
    const refused = await book()
    expect(refused).toMatchObject(refusal('too-many', limitTable.bookings.text(2)))
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000)
  })

  it('for addresses and family members; one that is removed makes room', async ({ stack, url }) => {
    // without the address of createCustomer
    const id = await createUser(stack.database, 'customer')
    const token = tokens.issue({ id, tokenVersion: 1 })
    const client = createClient(url, token)
    const person = { name: 'Ravi', relationship: 'Son' }
    for (const [name, add, remove, body] of [
      ['addresses', peopleCalls.addAddress, peopleCalls.removeAddress, addressInput],
      ['familyMembers', peopleCalls.addFamilyMember, peopleCalls.removeFamilyMember, person],
    ] as const) {
      const idempotencyKey = randomUUID()
      const first = await client.ask(add, { body, idempotencyKey })
      expect(first.status).toBe(201)
      expect((await client.ask(add, { body })).status).toBe(201)
      expectTooMany(await client.ask(add, { body }), name, hour)
      expect(await client.ask(add, { body, idempotencyKey })).toMatchObject({ status: 201, body: first.body })
      await client.call(remove, { params: { id: first.body.id } })
      expect((await client.ask(add, { body })).status).toBe(201)
    }
  })

  it('for uploads within a day [V2.4.1]', async ({ stack, url }) => {
    const { token, id } = await createCustomer(stack)
    const client = createClient(url, token)
    const upload = () => client.ask(prescriptionCalls.uploadPrescription, { body: uploadInput() })
    for (let n = 0; n < 2; n += 1) expect((await upload()).status).toBe(201)
    expectTooMany(await upload(), 'uploads', hour)
    await stack.database.asOwner(
      "update prescriptions set created_at = now() - interval '25 hours' where customer_id = $1",
      [id],
    )
    expect((await upload()).status).toBe(201)
  })

  it('for the bytes of all uploads [V2.3.2]', async ({ stack, url }) => {
    const { token } = await createCustomer(stack)
    const client = createClient(url, token)
    const upload = (bytes: number) =>
      client.ask(prescriptionCalls.uploadPrescription, {
        body: uploadInput({ fileUrl: dataUrl('application/pdf', pdfOf(bytes)) }),
      })
    expect((await upload(1_000)).status).toBe(201)
    expectTooMany(await upload(1_001), 'storedBytes', hour)
    expect((await upload(1_000)).status).toBe(201)
  })

  it('for the bytes of the uploads of a day; a request that died after the file was stored is finished', async ({
    stack,
    slow,
  }) => {
    const { token, id } = await createCustomer(stack)
    const client = createClient(slow, token)
    const upload = (bytes: number, idempotencyKey: string = randomUUID()) =>
      client.ask(prescriptionCalls.uploadPrescription, {
        body: uploadInput({ fileUrl: dataUrl('application/pdf', pdfOf(bytes)) }),
        idempotencyKey,
      })
    const refused = refusal('too-many', limitTable.uploadedBytes.text(2_000))
    expect((await upload(1_000)).status).toBe(201)
    expect(await upload(1_001)).toMatchObject(refused)
    const key = randomUUID()
    const died = await whileLogRefuses(stack.database, 'PrescriptionUploaded', () => upload(1_000, key))
    expect(died.status).toBe(500)
    expect(await upload(1_000, key)).toMatchObject({ status: 201 })
    expect(await upload(200)).toMatchObject(refused)

    await stack.database.asOwner(
      "update prescriptions set created_at = now() - interval '25 hours' where customer_id = $1",
      [id],
    )
    expect((await upload(1_000)).status).toBe(201)
  })

  it('for registrations and applications of labs from one network [V2.4.1]', async ({ url }) => {
    const visitor = createClient(url)
    const send = (path: string, from: string, body: object) =>
      visitor.raw(path, {
        method: 'POST',
        body: JSON.stringify({ email: uniqueEmail(), password, ...body }),
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      })
    const lab = { organizationName: 'City Lab', address: '1 Ring Road', phone: '9876543210' }
    for (const [name, { path }, body, within] of [
      ['registrations', authCalls.register, { name: 'Asha', role: 'customer' }, 3_600],
      ['labApplications', labPartnerCalls.registerLabPartner, lab, day],
    ] as const) {
      const from = '192.0.2.7'
      const began = performance.now()
      for (let n = 0; n < 2; n += 1) expect((await send(path, from, body)).status).toBe(201)
      const refused = await send(path, from, body)
      const elapsed = (performance.now() - began) / 1_000
      expectTooMany(refused, name, [within - elapsed - 1, within])
      expect((await send(path, '192.0.2.8', body)).status).toBe(201)
    }
  })

  it('for the changes of a user within a minute; reads are not counted', async ({ stack, slow, admin }) => {
    const { token } = await createCustomer(stack)
    const changeProfile = (client: Client) => client.ask(userCalls.changeMe, { body: { name: 'Asha Rao' } })
    for (const [name, client, max] of [
      ['customerWrites', createClient(slow, token), 8],
      ['staffWrites', createClient(slow, admin.token), 3],
    ] as const) {
      for (let n = 0; n < max; n += 1) expect((await changeProfile(client)).status).toBe(200)
      const refused = await changeProfile(client)
      expect(refused).toMatchObject(refusal('too-many', limitTable[name].text(max)))
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
      expect((await client.ask(authCalls.getMe)).status).toBe(200)
    }
  })
})
