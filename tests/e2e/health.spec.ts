import { healthReportCalls } from '@jaanch/report/api'
import { expect, type Page } from '@playwright/test'
import { createBookingInStatus } from '../support/reports.ts'
import { findPackage, signInNewCustomer, signInStaff } from './api.ts'
import { expectAccessible } from './page-checks.ts'
import { test } from './test.ts'

const cbc = 'Complete Blood Count (CBC)'

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading results' })).toHaveCount(0)
}

test('a customer follows a parameter from the list to its chart, by keyboard, and back to the report', async ({
  page,
}) => {
  const customer = await signInNewCustomer(page)
  const { id: packageId } = await findPackage(cbc)
  const { admin, lab } = await signInStaff()
  for (const value of [13.8, 11.1]) {
    const id = await createBookingInStatus('completed', { admin, lab, customer, packageId })
    const values = [
      { code: 'HGB', value },
      { code: 'BASO', value: '<1' },
    ]
    const body = { values, confirm: ['delta' as const] }
    await lab.client.call(healthReportCalls.releaseHealthReport, { params: { id }, body })
  }
  await expect
    .poll(async () => (await customer.client.call(healthReportCalls.listHealthReports)).length)
    .toBe(2)

  await open(page, '/reports')
  await page.getByRole('link', { name: 'Health trends' }).click()
  await expect(page).toHaveURL(/\/health$/)
  await expect(page.getByRole('region', { name: 'What changed since last time' })).toContainText(
    'Haemoglobin',
  )
  await expectAccessible(page, '/health')

  await page.getByRole('region', { name: cbc }).getByRole('link', { name: 'Haemoglobin' }).click()
  const chart = page.getByRole('slider', { name: 'Chart of Haemoglobin' })
  await chart.focus()
  await expect(chart).toHaveAttribute('aria-valuetext', /: 11\.1 g\/dL, /)
  await page.keyboard.press('ArrowLeft')
  await expect(chart).toHaveAttribute('aria-valuetext', /: 13\.8 g\/dL, /)
  await page.getByRole('button', { name: 'All results as a table' }).click()
  await expect(page.getByRole('row')).toHaveCount(3)
  await expectAccessible(page, '/health/HGB')
  await page
    .getByRole('link', { name: /^Open report / })
    .first()
    .click()
  await expect(page).toHaveURL(/\/reports\/[0-9a-f-]{36}$/)
})
