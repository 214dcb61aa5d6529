import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { pdf as samplePdf } from '../support/sample-files.ts'
import { createBookingOfDemoLab, registerCustomer } from './api.ts'
import { openListOf, openMenu } from './booking-card.ts'
import { openAfterLogin, openAs, openDashboard } from './sign-in.ts'
import { test } from './test.ts'
import { expectToast } from './toasts.ts'

test('an admin finds an account, disables it with a reason that the audit trail shows, enables it again and signs it out [S2.15.1]', async ({
  browser,
}) => {
  const name = `Zara ${randomUUID().slice(0, 8)}`
  const { token } = await registerCustomer(name)
  const page = await openAfterLogin(browser, 'admin')
  await page.goto('/admin/users')
  for (const count of ['Total Users', 'Customers', 'Lab Partners', 'Admins']) {
    const term = page.getByRole('term').filter({ hasText: count })
    await expect(term.locator('xpath=following-sibling::dd')).toHaveText(/^\d+$/)
  }
  await page.getByLabel('Search users').fill(name)
  const row = page.getByRole('list', { name: 'Users' }).getByRole('article')
  // the menu of a row goes with the list that the search replaces
  await expect(row).toHaveCount(1)
  for (const text of [
    'Customer',
    'Active',
    'No phone',
    /@customers\.example$/,
    /^Joined \d{1,2} \w{3} \d{4}$/,
  ]) {
    await expect(row.getByText(text, { exact: true })).toBeVisible()
  }
  const dialog = page.getByRole('dialog')
  async function choose(item: string) {
    await page.getByRole('button', { name: `Account of ${name}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const statusOf = async () =>
    (await page.request.get('/api/users/me', { headers: { authorization: `Bearer ${token}` } })).status()

  await choose('Disable Account')
  await dialog.getByLabel('Reason').fill('The number belongs to somebody else')
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await expect(row.getByText('Inactive')).toBeVisible()
  await expect.poll(statusOf).toBe(401)
  await choose('Enable Account')
  await dialog.getByLabel('Reason').fill('It was a mistake')
  await dialog.getByRole('button', { name: 'Enable' }).click()
  await expect(row.getByText('Active', { exact: true })).toBeVisible()
  await choose('Sign Out Everywhere')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign Out' }).click()
  await expectToast(page, 'Signed out everywhere')
  await page.getByLabel('Role').click()
  await page.getByRole('option', { name: 'Lab partners' }).click()
  await expect(page.getByText('No users found')).toBeVisible()

  await page.getByRole('link', { name: 'Audit Trail' }).click()
  await page.getByLabel('Search a person').fill(name)
  await page.getByRole('button', { name }).click()
  const entries = page.getByRole('table').getByRole('row')
  // with the head
  await expect(entries).toHaveCount(5)
  await expect(entries.nth(3)).toContainText('“The number belongs to somebody else”')
  await page.getByRole('combobox', { name: 'Action' }).click()
  await page.getByRole('option', { name: 'Account enabled' }).click()
  await expect(entries).toHaveCount(2)
})

test('packages are created, edited and deleted, each with its message [S2.15.2]', async ({ browser }) => {
  const name = `Monsoon Panel ${randomUUID().slice(0, 8)}`
  const page = await openDashboard(browser, 'admin')
  await page.goto('/admin/packages')
  await page.getByLabel('Search packages').fill(name)
  const card = page.getByRole('article', { name })
  await page.getByRole('button', { name: 'Add Package' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Package' })
  await expect(dialog.getByLabel('Tests Included')).toHaveValue('1')
  await dialog.getByRole('button', { name: 'Create Package' }).click()
  await expect(dialog.getByText('Please enter a name of at most 120 characters')).toBeVisible()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Price (₹)', { exact: true }).fill('499.50')
  await dialog.getByLabel(/^Original Price/).fill('999')
  await dialog.getByRole('checkbox', { name: 'Popular' }).click()

  await page.route('**/api/packages', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await dialog.getByRole('button', { name: 'Create Package' }).click()
  await expectToast(page, 'Failed to create package')
  await page.unroute('**/api/packages')
  await dialog.getByRole('button', { name: 'Create Package' }).click()
  await expectToast(page, 'Package Created')
  await expect(card.getByText('₹499.50')).toBeVisible()
  await expect(card.getByText('50% off')).toBeVisible()
  await expect(card.getByText('Popular', { exact: true })).toBeVisible()

  await card.getByRole('button', { name: /^Edit/ }).click()
  const editing = page.getByRole('dialog', { name: 'Edit Package' })
  await editing.getByLabel('Price (₹)', { exact: true }).fill('599')
  await page.route('**/api/packages/*', (route) => route.abort(), { times: 1 })
  await editing.getByRole('button', { name: 'Save Package' }).click()
  await expectToast(page, 'Failed to update package')
  await editing.getByRole('button', { name: 'Save Package' }).click()
  await expectToast(page, 'Package Updated')
  await expect(card.getByText('₹599')).toBeVisible()

  const question = page.getByRole('alertdialog')
  await card.getByRole('button', { name: /^Delete/ }).click()
  await expect(question.getByText('Are you sure you want to delete this package?')).toBeVisible()
  await page.route('**/api/packages/*', (route) => route.abort(), { times: 1 })
  await question.getByRole('button', { name: 'Delete package' }).click()
  await expectToast(page, 'Failed to delete package')
  await card.getByRole('button', { name: /^Delete/ }).click()
  await question.getByRole('button', { name: 'Delete package' }).click()
  await expectToast(page, 'Package Deleted')
  await expect(card).toBeHidden()
})

test('a report is attached from the booking’s menu, as values or as a PDF', async ({ browser }) => {
  const booking = await createBookingOfDemoLab('lab-processing')
  const page = await openAs(browser, 'admin')
  const card = await openListOf(page, '/admin/bookings?list=assigned', booking)
  const dialog = page.getByRole('dialog', { name: 'Attach Report' })
  const attach = dialog.getByRole('button', { name: 'Attach Report' })
  async function open() {
    await openMenu(card)
    await page.getByRole('menuitem', { name: 'Attach Report' }).click()
  }

  await open()
  await attach.click()
  await expectToast(page, 'Please select a report file to upload')
  await dialog.getByLabel('Report file').setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('notes'),
  })
  await attach.click()
  await expectToast(page, 'Please upload a PDF file')
  await dialog.getByRole('tab', { name: 'Enter values' }).click()
  await attach.click()
  await expectToast(page, 'No Results Entered', 'Please enter at least one result')
  await dialog.getByLabel(/^Total cholesterol/i).fill('182')
  await dialog.getByLabel("Doctor's comments").fill('All well.')
  await attach.click()
  await expectToast(page, 'Report attached')
  await expect(dialog).toBeHidden()

  await open()
  await dialog.getByLabel('Report file').setInputFiles({
    name: 'report.pdf',
    mimeType: 'application/pdf',
    buffer: samplePdf,
  })
  await attach.click()
  await expect(dialog).toBeHidden()
})
