import { randomUUID } from 'node:crypto'
import { auditCalls } from '@jaanch/account/audit/api'
import { labPartnerCalls } from '@jaanch/account/labs/api'
import { bookingCalls } from '@jaanch/booking/api'
import { readLabRatings } from '@jaanch/booking/assignment/ranking'
import { packageCalls } from '@jaanch/catalogue/packages/api'
import { readBooking } from '@jaanch/tests/support/bookings'
import { readPages, refusal } from '@jaanch/tests/support/client'
import { eventTypes } from '@jaanch/tests/support/events'
import { createApprovedLab, createPackage, type Person } from '@jaanch/tests/support/people'
import { createBookingInStatus } from '@jaanch/tests/support/reports'
import type { Stack } from '@jaanch/tests/support/stack'
import { tablesWith } from '@jaanch/tests/support/tables-with'
import { type Fixtures, stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { type ReviewView, reviewCalls } from './api.ts'

const it = stackTest({ workers: false })

type Body = { stars: number; text?: string }

function review(by: Person, id: string, body: Body = { stars: 4 }, idempotencyKey: string = randomUUID()) {
  return by.client.ask(reviewCalls.reviewBooking, { params: { id }, body, idempotencyKey })
}

function moderate(by: Person, id: string, what: 'hide' | 'show', reason = 'Not about the visit') {
  const route = what === 'hide' ? reviewCalls.hideReview : reviewCalls.showReview
  return by.client.ask(route, { params: { id }, body: { reason } })
}

const typesOf = async (stack: Stack, id: string) =>
  (await eventTypes(stack, `booking-${id}`)).filter((type) => type.includes('Review'))

/** A lab and a package of their own, and how to review a visit of theirs. */
async function rateable({ stack, admin, customer }: Pick<Fixtures, 'stack' | 'admin' | 'customer'>) {
  const lab = await createApprovedLab(stack.url, admin)
  const packageId = await createPackage(stack.database)
  async function rate(stars: number): Promise<string> {
    const id = await createBookingInStatus('completed', { customer, lab, admin, packageId })
    expect((await review(customer, id, { stars })).status).toBe(200)
    return id
  }
  return { labPartnerId: lab.labPartnerId, packageId, rate }
}

describe('a review', () => {
  it('is given once by the customer of a completed booking, however often it is sent at the same time', async ({
    stack,
    customer,
    bookingInStatus,
  }) => {
    const id = await bookingInStatus('completed')
    const key = randomUUID()
    const body = { stars: 5, text: '  The collector was on time. ' }
    const answers = await Promise.all([
      ...[1, 2].map(() => review(customer, id, body, key)),
      ...[1, 2].map(() => review(customer, id, body)),
    ])
    const given = answers.filter(({ status }) => status === 200)
    expect(given[0]?.body).toMatchObject({ review: { stars: 5, isHidden: false } })
    expect(await review(customer, id, { stars: 1 })).toMatchObject(refusal('already-reviewed'))
    expect(await typesOf(stack, id)).toEqual(['BookingReviewed'])
    const { rows } = await stack.database.asOwner(
      `select stars, text, is_hidden, package_ids, lab_partner_id is not null as "hasLab" from reviews where booking_id = $1`,
      [id],
    )
    const stored = { stars: 5, text: 'The collector was on time.', is_hidden: false, hasLab: true }
    expect(rows).toEqual([{ ...stored, package_ids: expect.any(Array) }])
  })

  it('has a text that only its customer, its lab and admins read, and that is in no event, key or audit entry', async ({
    stack,
    admin,
    customer,
    lab,
    otherLab,
    bookingInStatus,
  }) => {
    const id = await bookingInStatus('completed')
    const text = `The amaranth curtain ${randomUUID()}`
    await review(customer, id, { stars: 2, text })
    const textFor = async ({ client }: Person) =>
      (await client.ask(bookingCalls.getBooking, { params: { id } })).body.reviewText
    for (const reader of [customer, lab, admin]) expect(await textFor(reader)).toBe(text)
    expect(await textFor(otherLab)).toBeUndefined()

    await moderate(admin, id, 'hide')
    expect([await textFor(customer), await textFor(lab), await textFor(admin)]).toEqual([text, null, text])

    expect(await tablesWith(stack, [text])).toEqual(['reviews'])
  })
})

describe('a rating', () => {
  it('of a package and a lab is the mean of their reviews from the fifth on, with their number', async ({
    stack,
    visitor,
    admin,
    customer,
  }) => {
    const { labPartnerId, packageId, rate } = await rateable({ stack, admin, customer })
    const ofPackage = () => visitor.call(packageCalls.getPackage, { params: { id: packageId } })
    const ofLab = async () =>
      (await admin.client.call(labPartnerCalls.listApprovedLabPartners)).find(({ id }) => id === labPartnerId)
    for (const stars of [5, 5, 4, 4]) await rate(stars)
    for (const view of [await ofPackage(), await ofLab()]) {
      expect(view).toMatchObject({ rating: null })
      expect(view).not.toHaveProperty('reviewCount')
    }
    expect((await readLabRatings(stack.database.pool)).get(labPartnerId)).toEqual({ reviews: 4, mean: 4.5 })

    const fifth = await rate(5)
    const shown = { rating: 4.6, reviewCount: 5 }
    for (const view of [await ofPackage(), await ofLab()]) expect(view).toMatchObject(shown)
    // a list of the catalogue may be ten seconds old
    await expect
      .poll(async () => (await visitor.call(packageCalls.listPackages)).find(({ id }) => id === packageId))
      .toMatchObject(shown)
    const found = await visitor.call(packageCalls.searchPackages, { query: { q: (await ofPackage()).name } })
    expect(found.find(({ id }) => id === packageId)).toMatchObject(shown)

    await moderate(admin, fifth, 'hide')
    for (const view of [await ofPackage(), await ofLab()]) expect(view).toMatchObject({ rating: null })
    await moderate(admin, fifth, 'show')
    for (const view of [await ofPackage(), await ofLab()]) expect(view).toMatchObject(shown)
  })

  it('counts a booking of several lines for each package once, however many reviews come at the same time', async ({
    stack,
  }) => {
    const [one, two, labPartnerId] = [randomUUID(), randomUUID(), randomUUID()]
    const insert = (packageIds: string[], stars: number) =>
      stack.database.asOwner(
        `insert into reviews (booking_id, customer_id, lab_partner_id, package_ids, stars) values ($1, $2, $3, $4, $5)`,
        [randomUUID(), randomUUID(), labPartnerId, packageIds, stars],
      )
    const pairs = Array.from({ length: 30 }, (_, n) => (n % 2 ? [one, two] : [two, one]))
    await Promise.all(pairs.map((packageIds, n) => insert(packageIds, 1 + (n % 5))))
    const ratings = async () => {
      const { rows } = await stack.database.asOwner(
        'select id, reviews::int, stars::int from ratings where id = any($1) and reviews > 0',
        [[one, two, labPartnerId]],
      )
      return new Map(rows.map(({ id, ...rating }) => [id, rating]))
    }
    for (const id of [one, two, labPartnerId])
      expect((await ratings()).get(id)).toEqual({ reviews: 30, stars: 90 })
    await stack.database.asOwner('delete from reviews where lab_partner_id = $1', [labPartnerId])
    expect((await ratings()).size).toBe(0)
  })
})

describe('moderation', () => {
  it('hides a review and shows it again with a reason, which the audit trail has; the same twice or at once is one change', async ({
    stack,
    admin,
    customer,
    bookingInStatus,
  }) => {
    const id = await bookingInStatus('completed')
    await review(customer, id, { stars: 1, text: 'Never came' })
    const reason = `Another lab's ${randomUUID()}`
    const hidden = await Promise.all([1, 2, 3].map(() => moderate(admin, id, 'hide', reason)))
    for (const answer of hidden)
      expect(answer).toMatchObject({ status: 200, body: { isHidden: true, reason } })
    expect((await moderate(admin, id, 'hide')).status).toBe(200)
    expect(await typesOf(stack, id)).toEqual(['BookingReviewed', 'ReviewModerated'])
    expect((await readBooking(customer, id)).review).toEqual({ stars: 1, isHidden: true })

    const shown = await moderate(admin, id, 'show', 'It is about this visit')
    expect(shown.body).toMatchObject({
      isHidden: false,
      reason: 'It is about this visit',
      text: 'Never came',
    })
    const entries = await admin.client.call(auditCalls.listAudit, { query: { person: customer.id } })
    const changes = entries.filter(({ object }) => object === `booking:${id}`)
    expect(changes).toMatchObject([
      { action: 'review-shown', reason: 'It is about this visit' },
      { action: 'review-hidden', reason },
    ])
    expect(await moderate(admin, await bookingInStatus('completed'), 'hide')).toMatchObject(
      refusal('not-found'),
    )
  })

  it('lists reviews newest first in pages, of some stars, hidden or not, and of a lab', async ({
    stack,
    admin,
    customer,
  }) => {
    const { labPartnerId, rate } = await rateable({ stack, admin, customer })
    const ids: string[] = []
    for (const stars of [1, 5, 5, 3]) ids.unshift(await rate(stars))
    const newest = ids[0] ?? ''
    await moderate(admin, newest, 'hide')
    const listed = async (query: Record<string, string> = {}) => {
      const seen: ReviewView[] = []
      const search = new URLSearchParams({ lab: labPartnerId, limit: '2', ...query })
      for await (const { body } of readPages<ReviewView>(admin.client, `/api/admin/reviews?${search}`))
        seen.push(...body)
      return seen
    }
    expect((await listed()).map(({ id }) => id)).toEqual(ids)
    expect((await listed({ stars: '5' })).map(({ stars }) => stars)).toEqual([5, 5])
    expect((await listed({ state: 'hidden' })).map(({ id }) => id)).toEqual([newest])
    expect(await listed({ state: 'shown', stars: '' })).toHaveLength(3)
    expect((await listed({ stars: '1' }))[0]).toMatchObject({
      customerName: 'Test Person',
      labPartner: { id: labPartnerId },
      packageNames: [expect.any(String)],
      text: null,
      reason: null,
    })
  })
})
