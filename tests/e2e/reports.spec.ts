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

test('both tabs have their count; a report is saved under a name that says what it is [S2.8.1]', async ({
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

  const saved = page.waitForEvent('download')
  await report(page)
    .getByRole('button', { name: `Download ${cbc}` })
    .click()
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

test('a failed download shows an error, and the next one works [S8.2]', async ({ page }) => {
  const customer = await signInNewCustomer(page)
  const { id: packageId } = await findPackage(cbc)
  const { admin, lab } = await signInStaff()
  await releaseReport(lab, await createBookingInStatus('completed', { admin, lab, customer, packageId }))
  await page.route('**/api/health-reports/*/download', (route) => route.fulfill({ status: 500 }), {
    times: 1,
  })
  await page.goto('/reports')
  const button = report(page).getByRole('button', { name: /^Download/ })
  await button.click()
  await expectToast(page, 'Failed to download report')
  const saved = page.waitForEvent('download')
  await button.click()
  await saved
})

test('View Report leads to its report, which arrives live; an amended report replaces it [S4.2]', async ({
  page,
}) => {
  const customer = await signInNewCustomer(page)
  const { id: packageId } = await findPackage(cbc)
  const { admin, lab } = await signInStaff()
  const id = await createBookingInStatus('completed', { admin, lab, customer, packageId })
  await page.goto('/booking?tab=past')
  await page.getByRole('link', { name: `View Report ${cbc}` }).click()
  await expect(page).toHaveURL(/\/reports\?booking=/)
  await expect(
    page.getByText('has no report yet. It shows here as soon as the lab releases it.'),
  ).toBeVisible()

  await releaseReport(lab, id)
  await expect(report(page)).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Health Reports 1', exact: true })).toBeVisible()
  await releaseReport(lab, id, { doctorComments: 'One value was corrected.' })
  await expect(report(page).getByText('Version 2', { exact: true })).toBeVisible()
  await expect(report(page).getByText('One value was corrected.')).toBeVisible()
  await expect(report(page)).toHaveCount(1)
})

test('the report that an amended one superseded can still be opened', async ({ page }) => {
  const customer = await signInNewCustomer(page)
  const { id: packageId } = await findPackage(cbc)
  const { admin, lab } = await signInStaff()
  const id = await createBookingInStatus('completed', { admin, lab, customer, packageId })
  const first = await releaseReport(lab, id)
  await page.goto('/reports')
  await expect(report(page)).toBeVisible()
  await expect(page.getByText(/^Earlier versions/)).toHaveCount(0)

  await releaseReport(lab, id, { fileUrl: dataUrl('application/pdf', pdfOf(2_000)) })
  await page.getByText(/^Earlier versions \(1\)/).click()
  const link = report(page).getByRole('link', { name: /^Version 1, released .+, opens in a new window$/ })
  expect(await link.getAttribute('href')).toBe(first.reportFileUrl)
  const opened = await page.request.get(first.reportFileUrl)
  expect(await opened.body()).toEqual(pdf)
})

test('reports load beyond the first page, and a link finds a report there', async ({ page }) => {
  const customer = await signInNewCustomer(page)
  const { admin, lab } = await signInStaff()
  const ids: string[] = []
  for (const name of [cbc, lipid, 'HbA1c (Glycated Haemoglobin)']) {
    const { id: packageId } = await findPackage(name)
    const id = await createBookingInStatus('completed', { admin, lab, customer, packageId })
    await releaseReport(lab, id)
    ids.push(id)
  }
  // a page of one item, because a real page is long
  await page.route(/\/api\/health-reports\?limit=500$/, (route) =>
    route.continue({ url: route.request().url().replace('limit=500', 'limit=1') }),
  )
  await page.goto('/reports')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('tab', { name: 'Health Reports 1+', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByRole('tab', { name: 'Health Reports 2+', exact: true })).toBeVisible()

  await page.goto(`/reports?booking=${ids[0]}`)
  await expect(page.getByRole('article')).toHaveCount(3)
  await expect(page.getByRole('article').first()).toHaveAccessibleName(cbc)
})

test('without reports and bookings both tabs lead on; a list that fails to load is shown empty', async ({
  page,
}) => {
  await signInNewCustomer(page)
  await page.route('**/api/health-reports?*', (route) => route.abort())
  await page.goto('/reports')
  await expect(page.getByText('No health reports yet')).toBeVisible()
  await page.getByRole('tab', { name: 'My Bookings 0' }).click()
  await expect(page.getByText('No bookings yet')).toBeVisible()
  await page.getByRole('link', { name: 'Browse tests' }).click()
  await expect(page).toHaveURL(/\/tests$/)
})
