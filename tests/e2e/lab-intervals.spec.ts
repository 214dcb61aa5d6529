import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { openAs } from './sign-in.ts'
import { test } from './test.ts'
import { expectToast } from './toasts.ts'

test('a lab adds an interval of its own and ends it, and is offered others', async ({ browser }) => {
  const page = await openAs(browser, 'lab', { viewport: { width: 360, height: 780 } })
  await page.goto('/lab/intervals')
  await expect(page.getByText('146 parameters')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search parameters' }).fill('ferritin')
  await expect(page.getByText('1 parameter', { exact: true })).toBeVisible()
  const table = page.getByRole('table', { name: 'Intervals of Ferritin' })
  await expect(table.getByRole('row').filter({ hasText: '1 to 3 years, female' })).toContainText('7–81')

  await page.getByRole('button', { name: 'Add own interval for Ferritin' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText('Please enter one of the two limits')).toBeVisible()
  await dialog.getByRole('button', { name: 'Female' }).click()
  await dialog.getByLabel('Lower limit, ng/mL').fill('15')
  await dialog.getByLabel('Upper limit, ng/mL').fill('200')
  const method = `CLIA ${randomUUID()}`
  await dialog.getByLabel('Method').fill(method)
  await dialog.getByLabel('Source').fill('Validated in 2026 with 120 women')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expectToast(page, 'Interval added')
  const own = table.getByRole('row').filter({ hasText: method })
  await expect(own).toContainText('15–200')
  await own.getByRole('button', { name: /^End/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click()
  await expectToast(page, 'Interval ended')
  await expect(own).toContainText('Ended')

  await page.goto('/lab/intervals?show=offered')
  const offered = page.getByRole('row').filter({ hasText: '60 to 70 years, male' })
  const accept = offered.filter({ hasText: 'Not active' }).getByRole('button', { name: /^Accept/ })
  await accept.click()
  await expect(page.getByRole('alertdialog')).toContainText('60 to 70 years, male')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
})
