import { expect, type Locator, type Page } from '@playwright/test'
import { placeBooking } from '../support/people.ts'
import { uploadPrescription } from '../support/prescriptions.ts'
import { createBookingInStatus, releaseReport } from '../support/reports.ts'
import { expectNumbered, findPackage, proposeOrder, signInNewCustomer, signInStaff } from './api.ts'
import { expectAccessible, expectNoShift, measureShifts, wcagTags } from './page-checks.ts'
import { test } from './test.ts'

const cbc = 'Complete Blood Count (CBC)'

/** Creates a customer with one of each thing that these pages show. */
async function customerOfEverything(page: Page) {
  await page.route('**/api/notifications/preferences', (route) =>
    route.fulfill({ json: { email: true, sms: true } }),
  )
  const customer = await signInNewCustomer(page)
  const { id: packageId } = await findPackage(cbc)
  const everyone = { ...(await signInStaff()), customer, packageId }
  await placeBooking(customer, packageId)
  await createBookingInStatus('confirmed', everyone)
  await createBookingInStatus('lab-processing', everyone)
  const done = await createBookingInStatus('completed', everyone)
  await releaseReport(everyone.lab, done, { doctorComments: 'All is well.', isReviewed: true })
  await releaseReport(everyone.lab, done, { doctorComments: 'All is well.', isReviewed: true })
  await uploadPrescription(customer, {
    originalFileName: 'a-rather-long-name-of-a-prescription-from-a-hospital.pdf',
  })
  const ordered = await uploadPrescription(customer, { originalFileName: 'letter.pdf' })
  await proposeOrder(customer, ordered.id, [cbc, 'Lipid Profile'])
  // a number that came later would move what is below it
  await expectNumbered(customer)
}

/** The screens, each with an element that shows when it is ready */
const screens: Record<string, [path: string, ready: (page: Page) => Locator]> = {
  'the order to confirm': [
    '/booking',
    (page) => page.getByRole('dialog', { name: 'Confirm Order' }).getByText('Lipid Profile'),
  ],
  'upcoming bookings': ['/booking', (page) => page.getByRole('article', { name: cbc }).first()],
  'past bookings': ['/booking?tab=past', (page) => page.getByRole('link', { name: `View Report ${cbc}` })],
  'health reports': ['/reports', (page) => page.getByText('Version 2', { exact: true }).first()],
  'bookings among the reports': [
    '/reports?tab=bookings',
    (page) => page.getByRole('link', { name: cbc, exact: true }).first(),
  ],
  'the profile': ['/profile', (page) => page.getByText('12 MG Road')],
}

/** Each answer is delayed, so that its placeholder shows first. */
async function slowDown(page: Page): Promise<void> {
  const line = await page.context().newCDPSession(page)
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 500_000,
    uploadThroughput: 500_000,
  })
}

test.describe.configure({ mode: 'parallel' })

for (const [size, width] of [
  ['phone', 360],
  ['desktop', 1440],
] as const)
  test(`the screens of a customer load on a ${size} without a layout shift, and have no accessibility violation`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    const shifts = await measureShifts(page)
    await customerOfEverything(page)
    await slowDown(page)
    for (const [name, [path, ready]] of Object.entries(screens)) {
      await page.goto(path)
      await expect(ready(page)).toBeVisible()
      await expectNoShift(page, name, shifts)
      if (size === 'desktop') continue
      const isDarkToo = name === 'upcoming bookings'
      await expectAccessible(page, name, { tags: [...wcagTags, 'best-practice'], isDarkToo })
    }
    if (size === 'desktop') return
    await page.getByRole('button', { name: 'Edit Home, 12 MG Road' }).click()
    await expect(page.getByLabel('Street Address')).toHaveValue('12 MG Road')
    await expectAccessible(page, 'the address form')
  })
