import { expect } from '@playwright/test'
import { expectAccessible, reducedMotion } from './page-checks.ts'
import { openAs, pune } from './sign-in.ts'
import { test } from './test.ts'

test('home greets by name and has its quick actions, packages and offer', async ({ browser }) => {
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

test('each health concern is a search', async ({ browser }) => {
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

test('Browse Tests finds, clears and books', async ({ browser }) => {
  const page = await openAs(browser, 'customer', pune)
  await page.goto('/tests?q=zzzzzz')
  await expect(page.getByText('No tests found')).toBeVisible()
  await page.getByRole('link', { name: 'Clear search' }).click()
  await expect(page).toHaveURL(/\/tests$/)
  await expect(page.getByRole('article').nth(100), 'the whole catalogue').toBeAttached()

  await page.getByRole('searchbox').fill('CBC')
  await page.getByRole('searchbox').press('Enter')
  const card = page.getByRole('article').filter({ hasText: 'Complete Blood Count (CBC)' })
  await expect(card).toContainText('17 tests included')
  await expect(card).toContainText('Same day')
  await expect(card).toContainText(/Rating \d\.\d/)
  await expect(card).toContainText(/\d nearby labs?/)
  await expect(card).toContainText('Popular')
  await expect(card).toContainText('₹299')
  await expect(card).toContainText('34% off')
  await card.getByRole('button', { name: /^Book Now/ }).click()
  await expect(page).toHaveURL(/\/book\/[0-9a-f-]{36}$/)
})

test('the details of a package show all its data and lead to booking it', async ({ browser }) => {
  const page = await openAs(browser, 'customer', pune)
  await page.goto('/tests?q=Fasting%20Blood%20Sugar')
  await page.getByRole('button', { name: 'View Details of Fasting Blood Sugar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Fasting Blood Sugar' })
  for (const fact of ['Tests included', 'Sample type', 'Report delivery', 'Fasting', 'Age', 'Gender']) {
    await expect(dialog.getByRole('term').filter({ hasText: fact }).first()).toBeVisible()
  }
  await expect(dialog.getByText(/\d+ hours/).first()).toBeVisible()
  await expect(dialog.getByText('0 to 100+ years')).toBeVisible()
  await expect(dialog.getByText('Blood', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'Preparation instructions' })).toBeVisible()
  await expect(dialog.getByRole('heading', { name: /Parameters covered/ })).toBeVisible()
  await expect(dialog.getByText('47% off')).toBeVisible()
  await page.emulateMedia(reducedMotion)
  await expectAccessible(page, 'the details')
  await dialog.getByRole('button', { name: 'Book Now' }).click()
  await expect(page).toHaveURL(/\/book\/[0-9a-f-]{36}$/)
})

test('a catalogue that cannot be loaded shows as empty', async ({ browser }) => {
  const page = await openAs(browser, 'customer', pune)
  await page.route(/\/api\/packages(\/popular)?(\?|$)/, (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/home')
  await expect(page.getByText('No packages available at the moment')).toBeVisible()
  await page.goto('/tests')
  await expect(page.getByText('No tests found')).toBeVisible()
})
