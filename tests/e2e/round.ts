import { bookingCalls } from '@jaanch/booking/api'
import { custodyCalls } from '@jaanch/collection/api'
import { roundCalls } from '@jaanch/collection/rounds/api'
import { istDate } from '@jaanch/contracts/calendar'
import { type Browser, expect, type Page } from '@playwright/test'
import { createClient } from '../support/client.ts'
import { createApprovedLab, type Lab } from '../support/people.ts'
import { advanceBooking } from '../support/reports.ts'
import { findPackage, registerCustomer, signInStaff, url } from './api.ts'
import { reducedMotion } from './page-checks.ts'

/** As a collector has it, with a service worker */
export const phone = {
  viewport: { width: 360, height: 780 },
  serviceWorkers: 'allow',
  ...reducedMotion,
} as const
/**
 * A lab with visits today.
 * @param collectorOf the id of the person of the lab who goes; otherwise its owner does
 * @returns its bookings in the order of the round
 */
export async function createRound(
  visits: number,
  test = 'Complete Blood Count (CBC)',
  collectorOf = async (lab: Lab) => lab.id,
): Promise<{ lab: Lab; bookings: string[] }> {
  const { admin } = await signInStaff()
  const [lab, { client, addressId }, { id: packageId }] = await Promise.all([
    createApprovedLab(url, admin),
    registerCustomer(),
    findPackage(test),
  ])
  const collectorId = await collectorOf(lab)
  const bookings: string[] = []
  for (let n = 0; n < visits; n += 1) {
    const body = {
      packageId,
      addressId,
      collectionType: 'instant',
      paymentMethod: 'cash-on-collection',
    } as const
    const { id } = await client.call(bookingCalls.placeBooking, { body })
    const params = { id }
    await admin.client.call(bookingCalls.assignLab, { params, body: { labPartnerId: lab.labPartnerId } })
    await advanceBooking(lab, id, 'confirmed')
    await lab.client.call(custodyCalls.assignCollector, { params, body: { collectorId } })
    bookings.push(id)
  }
  return { lab, bookings }
}

/** Opens the round on a phone that keeps it for when there is no network. */
export async function openPhone(
  browser: Browser,
  { token }: Pick<Lab, 'token'>,
  visits: number,
): Promise<Page> {
  const storageState = {
    cookies: [],
    origins: [{ origin: url, localStorage: [{ name: 'auth_token', value: token }] }],
  }
  // a phone does not fetch again a round that it read before the last assignment was projected
  const query = { date: istDate(new Date()) }
  const client = createClient(url, token)
  await expect
    .poll(async () => (await client.call(roundCalls.getPhoneRound, { query })).visits.length)
    .toBe(visits)
  const page = await (await browser.newContext({ ...phone, storageState })).newPage()
  await page.goto('/lab/round')
  await expect(page.getByRole('list', { name: 'Visits' }).getByRole('article')).toHaveCount(visits)
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const kept = await (await caches.open('assets')).keys()
        return (await caches.has('round')) && kept.some((request) => /round-page/.test(request.url))
      }),
    )
    .toBe(true)
  return page
}
