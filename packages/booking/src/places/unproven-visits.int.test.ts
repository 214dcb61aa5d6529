import { randomUUID } from 'node:crypto'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { cancelBooking } from '@jaanch/tests/support/bookings'
import { createClient, refusal } from '@jaanch/tests/support/client'
import { placedBy } from '@jaanch/tests/support/events'
import { addFamilyMember } from '@jaanch/tests/support/family'
import { bookingInput, type Customer, createCustomer, proveEmail } from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { bookingCalls } from '../api.ts'
import { bookingLimits } from '../limits.ts'

const it = stackTest({ workers: false }).extend('url', { scope: 'file' }, ({ stack }) =>
  stack.anotherApi({ limits: { unprovenVisits: 3 } }),
)

const tooMany = refusal('too-many', bookingLimits.unprovenVisits.text(3))

/** A customer of the API at `url` who has proven nothing */
async function createStranger(stack: Stack, url: string): Promise<Customer> {
  const customer = await createCustomer(stack)
  await stack.database.asOwner('update users set email_proven_at = null where id = $1', [customer.id])
  return { ...customer, client: createClient(url, customer.token) }
}

const book = (who: Customer, packageId: string, change = {}, idempotencyKey: string = randomUUID()) =>
  who.client.ask(bookingCalls.placeBooking, {
    body: bookingInput(packageId, who.addressId, change),
    idempotencyKey,
  })

describe('a customer who has verified neither email address nor phone', () => {
  it('has three open visits at most until an address is verified; one that is cancelled makes room at once', async ({
    stack,
    admin,
    packageId,
    url,
  }) => {
    const stranger = await createStranger(stack, url)
    const key = randomUUID()
    for (let n = 0; n < 2; n += 1) expect((await book(stranger, packageId)).status).toBe(201)
    const third = await book(stranger, packageId, {}, key)
    expect(third.status).toBe(201)
    expect(await book(stranger, packageId)).toMatchObject(tooMany)
    // a repeated request is not a further visit
    expect(await book(stranger, packageId, {}, key)).toMatchObject({
      status: 201,
      body: { id: third.body.id },
    })

    await cancelBooking(admin, third.body.id)
    expect((await book(stranger, packageId)).status).toBe(201)
    expect(await book(stranger, packageId)).toMatchObject(tooMany)
    await proveEmail(stack.database, stranger.id)
    expect((await book(stranger, packageId)).status).toBe(201)
  })

  it('gets no more of them by asking at the same time, at several processes, for one or several people', async ({
    stack,
    packageId,
    url,
  }) => {
    const another = await stack.anotherApi({ limits: { unprovenVisits: 3 } })
    const stranger = await createStranger(stack, url)
    const { id: familyMemberId } = await addFamilyMember(stranger)
    const family = {
      packageId: undefined,
      items: [{ packageIds: [packageId] }, { packageIds: [packageId], familyMemberId }],
    }
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, n) => {
        const client = createClient(n % 2 ? url : another, stranger.token)
        return book({ ...stranger, client }, packageId, n % 4 < 2 ? family : {})
      }),
    )
    const booked = answers.filter(({ status }) => status === 201)
    expect(booked).toHaveLength(3)
    for (const answer of answers.filter(({ status }) => status !== 201)) expect(answer).toMatchObject(tooMany)
    const bookings = booked.map(({ body }) => body.bookings?.length ?? 1)
    expect(await placedBy(stack, stranger)).toBe(bookings.reduce((sum, n) => sum + n, 0))
  })

  it('does not make several of one by moving its people one by one', async ({ stack, packageId, url }) => {
    const stranger = await createStranger(stack, url)
    const members = await Promise.all([1, 2, 3].map(() => addFamilyMember(stranger)))
    const { body } = await book(stranger, packageId, {
      packageId: undefined,
      items: [undefined, ...members].map((member) => ({
        packageIds: [packageId],
        familyMemberId: member?.id ?? null,
      })),
    })
    const moveAlone = (n: number) =>
      stranger.client.ask(bookingCalls.rescheduleBooking, {
        params: { id: body.bookings?.[n]?.id ?? '' },
        body: {
          scheduledDate: addDays(istDate(new Date()), 3 + n),
          scheduledTime: '10:00-12:00',
          alone: true,
        },
      })
    expect((await moveAlone(0)).status).toBe(200)
    expect((await moveAlone(1)).status).toBe(200)
    expect(await moveAlone(2)).toMatchObject(tooMany)
    // one that was moved already is no visit more
    expect((await moveAlone(1)).status).toBe(200)
  })
})
