import { healthReportCalls } from '@jaanch/report/api'
import { expect, type Page } from '@playwright/test'
import { createBookingInStatus, releaseReport } from '../support/reports.ts'
import { findPackage, signInNewCustomer, signInStaff } from './api.ts'
import { expectAccessible, reducedMotion } from './page-checks.ts'
import { test } from './test.ts'
import { expectToast } from './toasts.ts'

const cbc = 'Complete Blood Count (CBC)'

/** A report of values, some of them out of range, of a new customer who is signed in on the page. */
async function customerWithReport(page: Page): Promise<void> {
  const customer = await signInNewCustomer(page, 'Zarina Quadri')
  const { id: packageId } = await findPackage(cbc)
  const { admin, lab } = await signInStaff()
  const id = await createBookingInStatus('lab-processing', { admin, lab, customer, packageId })
  const values = [
    { code: 'HGB', value: 7.7 },
    { code: 'WBC', value: 6.1 },
    { code: 'PLT', value: 240 },
  ]
  await releaseReport(lab, id, { fileUrl: undefined, values, doctorComments: 'Please repeat in a week.' })
  // it is listed as soon as its PDF is made
  const reports = () => customer.client.call(healthReportCalls.listHealthReports)
  await expect.poll(async () => (await reports()).length).toBe(1)
}

async function enter(viewer: Page, passcode: string, name?: string): Promise<void> {
  await viewer.getByLabel('Passcode').fill(passcode)
  if (name) await viewer.getByLabel('Your name').fill(name)
  await viewer.getByRole('button', { name: 'Show Results' }).click()
}

test('a report is shown to a doctor without an account, who is seen by its owner, until the owner ends it', async ({
  page,
  browser,
}) => {
  await customerWithReport(page)
  await page.goto('/reports')
  await page.getByRole('link', { name: 'Share with a doctor' }).click()

  const dialog = page.getByRole('dialog')
  await dialog.getByRole('group', { name: 'Reports' }).getByRole('checkbox').check()
  await dialog.getByRole('group', { name: 'Trends over time' }).getByRole('checkbox').first().check()
  const stored = page.waitForRequest(
    (request) => request.method() === 'POST' && /\/api\/shares$/.test(request.url()),
  )
  await dialog.getByRole('button', { name: 'Make Link' }).click()
  await expect(dialog.getByRole('heading', { name: 'The link is ready' })).toBeVisible()
  const link = (await dialog.getByText(/#shlink:\//).textContent()) ?? ''
  const passcode = (await dialog.getByText(/^[A-Z\d]{4}-[A-Z\d]{4}$/).textContent()) ?? ''

  const sent = (await stored).postData() ?? ''
  const payload = JSON.parse(Buffer.from(link.split('shlink:/')[1] ?? '', 'base64url').toString())
  for (const secret of ['Zarina', 'Haemoglobin', '7.7', payload.key]) expect(sent).not.toContain(secret)
  await dialog.getByRole('button', { name: 'Done' }).click()

  const context = await browser.newContext({ ...reducedMotion, viewport: { width: 360, height: 800 } })
  const viewer = await context.newPage()
  const requests: string[] = []
  viewer.on('request', (request) => requests.push(`${request.url()} ${request.postData() ?? ''}`))
  const opened = await viewer.goto(link)
  expect(opened?.headers()).toMatchObject({
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  })
  await enter(viewer, 'WRONG-99')
  await expect(viewer.getByText(/4 tries left/)).toBeVisible()
  await enter(viewer, passcode, 'Dr. Mehta')
  await expect(viewer.getByRole('heading', { level: 1, name: 'Zarina Quadri' })).toBeVisible()
  await expect(viewer.getByRole('heading', { name: /^Out of range \(\d\)/ })).toBeVisible()
  await expect(viewer.getByText('Please repeat in a week.')).toBeVisible()
  await expectAccessible(viewer, 'the results of the viewer')
  // but for how far the clock of the device is from ours
  expect(
    await viewer.evaluate('[Object.keys(localStorage).join(), sessionStorage.length, document.cookie]'),
  ).toEqual(['clock_offset', 0, ''])
  expect(requests.filter((request) => request.includes(payload.key))).toEqual([])

  await page.reload()
  const card = page.getByRole('article', { name: 'For my doctor' })
  await expect(card.getByText('Opened once')).toBeVisible()
  await card.getByText(/^Who looked/).click()
  await expect(card.getByText('Opened: Dr. Mehta')).toBeVisible()
  await expect(card.getByText('Wrong passcode: Not named')).toBeVisible()
  await card.getByRole('button', { name: /^End Now/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End Now' }).click()
  await expectToast(page, 'Link ended')

  await viewer.reload()
  await enter(viewer, passcode)
  await expect(viewer.getByRole('heading', { name: 'This link has ended' })).toBeVisible()
})
