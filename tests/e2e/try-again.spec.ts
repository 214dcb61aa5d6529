import { randomUUID } from 'node:crypto'
import { expect, type Page, type Request } from '@playwright/test'
import { openAs } from './sign-in.ts'
import { test } from './test.ts'
import { expectToast } from './toasts.ts'

const busyText = 'Jaanch is busy for a moment. Please try again shortly.'

/** Refuses the next request of this method as a busy server does. @returns the requests of the method */
async function refuseOnce(page: Page, method: string): Promise<Request[]> {
  const requests: Request[] = []
  await page.route('**/api/packages**', (route, request) => {
    if (request.method() !== method) return route.continue()
    requests.push(request)
    if (requests.length > 1) return route.continue()
    const body = JSON.stringify({ error: busyText, code: 'unavailable' })
    return route.fulfill({
      status: 503,
      headers: { 'retry-after': '5' },
      contentType: 'application/json',
      body,
    })
  })
  return requests
}

test('what a busy server refused is sent again by the toast, with the same key, after its Retry-After', async ({
  browser,
}) => {
  const page = await openAs(browser, 'admin')
  await page.goto('/admin/packages')
  const name = `Monsoon Panel ${randomUUID().slice(0, 8)}`
  const toast = page.getByRole('region', { name: /Notifications/, includeHidden: true })
  const tryAgain = toast.getByRole('button', { name: /^Try again/, includeHidden: true })

  const creations = await refuseOnce(page, 'POST')
  await page.getByRole('button', { name: 'Add Package' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Package' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Price (₹)', { exact: true }).fill('499')
  await dialog.getByRole('button', { name: 'Create Package' }).click()
  await expect(toast.getByText('Failed to create package')).toBeVisible()
  await expect(toast.getByText(busyText, { exact: true })).toBeVisible()
  await expect(tryAgain).toHaveText(/^Try again in [1-5] s$/)
  // too early: the button of the form says when, as the toast does
  await dialog.getByRole('button', { name: 'Create Package' }).click()
  await expect(tryAgain).toHaveText('Try again')
  expect(creations).toHaveLength(1)
  await tryAgain.click()
  await expectToast(page, 'Package Created', name)
  await expect(dialog).toBeHidden()
  const keys = creations.map((request) => request.headers()['idempotency-key'])
  expect(keys).toEqual([keys[0], keys[0]])

  const deletions = await refuseOnce(page, 'DELETE')
  await page.getByLabel('Search packages').fill(name)
  const card = page.getByRole('article', { name })
  await card.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete package' }).click()
  await expect(tryAgain).toHaveText('Try again')
  // by the keyboard: the toasts, the toast, its button
  await page.keyboard.press('F8')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Package Deleted', name)
  expect(deletions).toHaveLength(2)
})
