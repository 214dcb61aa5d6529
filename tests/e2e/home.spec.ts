import { expect } from '@playwright/test'
import { expectAccessible, reducedMotion } from './page-checks.ts'
import { openAs, pune } from './sign-in.ts'
import { test } from './test.ts'

test('home greets by name and has its quick actions, packages and offer [S2.5.1 S2.5.2]', async ({
  browser,
}) => {
  const page = await openAs(browser, 'customer', pune)
  await page.goto('/home')
  await expect(page.getByRole('heading', { name: 'Hello, Asha' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Upload Prescription' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Family Member' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Popular Packages' })).toBeVisible()

  await expect(page.getByRole('heading', { name: 'Monsoon Health Special' })).toBeVisible()
  await expect(page.getByText(/30% off on the fever panel/)).toBeVisible()
  await page.getByRole('link', { name: 'Claim Offer' }).click()
  await expect(page).toHaveURL(/\/tests\?q=Fever$/)
  await page.goBack()
  await page.getByRole('link', { name: 'View All' }).click()
  await expect(page).toHaveURL(/\/tests$/)
})

test('each health concern is a search [S2.1.3 S2.6.1]', async ({ browser }) => {
  const page = await openAs(browser, 'customer', pune)
  for (const [tile, query] of [
    ['Diabetes', 'Diabetes'],
    ['Heart', 'Heart'],
    ['Fever', 'Fever'],
    ['Energy', 'Energy Fatigue'],
  ] as const) {
    await page.goto('/home')
    await page.getByRole('link', { name: tile, exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Search results' })).toBeVisible()
    expect(new URL(page.url()).searchParams.get('q')).toBe(query)
    await expect(page.getByRole('article').first(), `${query} finds something`).toBeVisible()
  }
})

test('Browse Tests finds, clears and books [S2.1.5 S2.6.1 S8.9]', async ({ browser }) => {
  const page = await openAs(browser, 'customer', pune)
  await page.goto('/tests?q=zzzzzz')
  await expect(page.getByText('No tests found')).toBeVisible()
  await page.getByRole('link', { name: 'Clear search' }).click()
  await expect(page).toHaveURL(/\/tests$/)
  await expect(page.getByRole('article').nth(100), 'the whole catalogue').toBeAttached()

  await page.getByRole('searchbox').fill('CBC')
  await page.getByRole('searchbox').press('Enter')
  const card = page.getByRole('article').filter({ hasText: 'Complete Blood Count (CBC)' })
  await card.getByRole('button', { name: /^Book Now/ }).click()
  await expect(page).toHaveURL(/\/book\/[0-9a-f-]{36}$/)
})

test('the details of a package show all its data and lead to booking it [S2.5.3]', async ({ browser }) => {
  const page = await openAs(browser, 'customer', pune)
  await page.goto('/tests?q=Fasting%20Blood%20Sugar')
  await page.getByRole('button', { name: 'View Details of Fasting Blood Sugar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Fasting Blood Sugar' })
  await expect(dialog.getByRole('heading', { name: /Parameters covered/ })).toBeVisible()
  await page.emulateMedia(reducedMotion)
  await expectAccessible(page, 'the details', [360])
  await dialog.getByRole('button', { name: 'Book Now' }).click()
  await expect(page).toHaveURL(/\/book\/[0-9a-f-]{36}$/)
})
