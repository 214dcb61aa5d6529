import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { placeBooking } from '../support/people.ts'
import { createBookingInStatus, releaseReport } from '../support/reports.ts'
import { dataUrl, pdf, pdfOf } from '../support/sample-files.ts'
import { expectNumbered, findPackage, signInNewCustomer, signInStaff } from './api.ts'
import { test } from './test.ts'
import { expectToast } from './toasts.ts'

const cbc = 'Complete Blood Count (CBC)'
const lipid = 'Lipid Profile'

const report = (page: Page, name = cbc) => page.getByRole('article', { name })

test('both tabs have their count; after a failed download a report is saved under a name that says what it is [S2.8.1 S8.2]', async ({
  page,
}) => {
  const customer = await signInNewCustomer(page)
  const { id: packageId } = await findPackage(cbc)
  const { admin, lab } = await signInStaff()
  const id = await createBookingInStatus('completed', { admin, lab, customer, packageId })
  await releaseReport(lab, id, { doctorComments: 'Haemoglobin is a little low.', isReviewed: true })
  await placeBooking(customer, (await findPackage(lipid)).id)
  await expectNumbered(customer)
  await page.goto('/reports')

  await expect(page.getByRole('tab', { name: 'Health Reports 1', exact: true })).toBeVisible()
  await expect(report(page).getByText('Reviewed by a doctor')).toBeVisible()
  await expect(report(page).getByText('Haemoglobin is a little low.')).toBeVisible()

  const downloads = '**/api/health-reports/*/download'
  await page.route(downloads, (route) => route.fulfill({ status: 500 }), { times: 1 })
  const button = report(page).getByRole('button', { name: `Download ${cbc}` })
  await button.click()
  await expectToast(page, 'Failed to download report')
  const saved = page.waitForEvent('download')
  await button.click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(
    /^jaanch-complete-blood-count-cbc-\d{4}-\d\d-\d\d-JN-\d{4}-\d{6}\.pdf$/,
  )
  expect(await readFile(await download.path())).toEqual(pdf)

  const href = await report(page)
    .getByRole('link', { name: /^View Complete/ })
    .getAttribute('href')
  const opened = await page.request.get(href ?? '')
  expect(opened.status(), 'opens in the browser by the cookie').toBe(200)
  expect(opened.headers()['content-disposition']).toMatch(/^inline/)

  await page.getByRole('tab', { name: 'My Bookings 2', exact: true }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.getByRole('link', { name: lipid }).click()
  await expect(page).toHaveURL(/\/booking\?id=/)
})

test('View Report leads to its report, which arrives live; an amended report replaces it, and the earlier version still opens [S4.2]', async ({
  page,
}) => {
  const customer = await signInNewCustomer(page)
  const { id: packageId } = await findPackage(cbc)
  const { admin, lab } = await signInStaff()
  await page.goto('/reports')
  await expect(page.getByText('No health reports yet')).toBeVisible()
  await page.getByRole('tab', { name: 'My Bookings 0' }).click()
  await expect(page.getByText('No bookings yet')).toBeVisible()
  const id = await createBookingInStatus('completed', { admin, lab, customer, packageId })
  await page.goto('/booking?tab=past')
  await page.getByRole('link', { name: `View Report ${cbc}` }).click()
  await expect(page).toHaveURL(/\/reports\?booking=/)
  await expect(
    page.getByText('has no report yet. It shows here as soon as the lab releases it.'),
  ).toBeVisible()

  const first = await releaseReport(lab, id)
  await expect(report(page)).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Health Reports 1', exact: true })).toBeVisible()
  await releaseReport(lab, id, {
    fileUrl: dataUrl('application/pdf', pdfOf(2_000)),
    doctorComments: 'One value was corrected.',
  })
  await expect(report(page).getByText('Version 2', { exact: true })).toBeVisible()
  await expect(report(page).getByText('One value was corrected.')).toBeVisible()
  await expect(report(page)).toHaveCount(1)
  await page.getByText(/^Earlier versions \(1\)/).click()
  const link = report(page).getByRole('link', { name: /^Version 1, released .+, opens in a new window$/ })
  expect(await link.getAttribute('href')).toBe(first.reportFileUrl)
  expect(await (await page.request.get(first.reportFileUrl)).body()).toEqual(pdf)
})
