import { expect, type Page } from '@playwright/test'
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

/** Every view of these screens, each with an element that shows when it is ready */
const views: Record<string, (page: Page) => Promise<void>> = {
  async 'the order to confirm'(page) {
    await page.goto('/booking')
    await expect(page.getByRole('dialog', { name: 'Confirm Order' }).getByText('Lipid Profile')).toBeVisible()
  },
  async 'upcoming bookings'(page) {
    await page.goto('/booking')
    await expect(page.getByRole('article', { name: cbc }).first()).toBeVisible()
  },
  async 'past bookings'(page) {
    await page.goto('/booking?tab=past')
    await expect(page.getByRole('link', { name: `View Report ${cbc}` })).toBeVisible()
  },
  async 'the upload'(page) {
    await page.goto('/booking')
    await page.getByRole('button', { name: 'Upload Prescription' }).click()
    await expect(page.getByText('Choose a file')).toBeVisible()
  },
  async 'health reports'(page) {
    await page.goto('/reports')
    await expect(page.getByText('Version 2', { exact: true }).first()).toBeVisible()
  },
  async 'bookings among the reports'(page) {
    await page.goto('/reports?tab=bookings')
    await expect(page.getByRole('link', { name: cbc, exact: true }).first()).toBeVisible()
  },
  async 'the profile'(page) {
    await page.goto('/profile')
    await expect(page.getByText('12 MG Road')).toBeVisible()
  },
  async 'the address form'(page) {
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Edit Home, 12 MG Road' }).click()
    await expect(page.getByLabel('Street Address')).toHaveValue('12 MG Road')
  },
}

const shifting = [
  'the order to confirm',
  'upcoming bookings',
  'past bookings',
  'health reports',
  'bookings among the reports',
  'the profile',
]

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

test('the customer’s screens load without a shift on a phone, and have no accessibility violation', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 900 })
  const shifts = await measureShifts(page)
  await customerOfEverything(page)
  await slowDown(page)
  for (const [name, open] of Object.entries(views)) {
    await open(page)
    if (shifting.includes(name)) await expectNoShift(page, name, shifts)
    await expectAccessible(page, name, undefined, [...wcagTags, 'best-practice'])
  }
})

test('the customer’s screens load without a shift on a desktop', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const shifts = await measureShifts(page)
  await customerOfEverything(page)
  await slowDown(page)
  for (const name of shifting) {
    await views[name]?.(page)
    await expectNoShift(page, name, shifts)
  }
})
