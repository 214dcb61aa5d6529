import { expect, type Locator, type Page } from '@playwright/test'
import { openAs, pune } from './sign-in.ts'
import { test } from './test.ts'

const cities = [
  'Ahmedabad',
  'Bangalore',
  'Chennai',
  'Delhi',
  'Hyderabad',
  'Kolkata',
  'Mumbai',
  'Pune',
  'Surat',
  'Jaipur',
]

const place = (page: Page) => page.getByRole('search').getByRole('status')

test('home greets by name, detects the city and offers ten others, and its offer and packages lead to tests [S2.3.2 S2.5.1 S2.5.2 S4.8 S9.1]', async ({
  browser,
}) => {
  const page = await openAs(browser, 'customer', pune)
  await page.goto('/home')
  await expect(page.getByRole('heading', { name: 'Hello, Asha' })).toBeVisible()
  for (const name of ['Upload Prescription', 'Add Family Member'])
    await expect(page.getByRole('button', { name })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Popular Packages' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Monsoon Health Special' })).toBeVisible()
  await expect(page.getByText(/30% off on the fever panel/)).toBeVisible()
  await page.getByRole('link', { name: 'Claim Offer' }).click()
  await expect(page).toHaveURL(/\/tests\?q=Fever$/)
  await page.goBack()
  await page.getByRole('link', { name: 'View All' }).click()
  await expect(page).toHaveURL(/\/tests$/)
  await page.goBack()

  await expect(place(page)).toHaveText('Pune (Auto-detected)')
  await page.getByRole('combobox', { name: 'Change City' }).click()
  await expect(page.getByRole('option')).toHaveText(cities)
  await page.getByRole('option', { name: 'Surat' }).click()
  await expect(page).toHaveURL(/\/tests\?q=&loc=Surat$/)
  // opens with the city of its address: a detection before that would be overtaken
  await expect(page.getByRole('heading', { name: 'Browse Tests' })).toBeVisible()
  await expect(place(page)).toHaveText('Surat (Auto-detected)')
  await page.getByRole('button', { name: 'Detect location' }).click()
  await expect(place(page)).toHaveText('Pune (Auto-detected)')
})

test('each health concern is a search; Browse Tests restores, clears, finds and books [S2.1.3 S2.1.5 S2.3.1 S2.5.3 S2.6.1]', async ({
  browser,
}) => {
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

  await page.goto('/tests?q=zzzzzz&loc=Jaipur')
  await expect(place(page)).toHaveText('Jaipur (Auto-detected)')
  await expect(page.getByRole('searchbox')).toHaveValue('zzzzzz')
  await expect(page.getByText('No tests found')).toBeVisible()
  await page.getByRole('link', { name: 'Clear search' }).click()
  await expect(page.getByRole('article').nth(100), 'the whole catalogue').toBeAttached()

  await page.getByRole('searchbox').fill('CBC')
  await page.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(/\/tests\?q=CBC/)
  await page.getByRole('button', { name: 'View Details of Complete Blood Count (CBC)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Complete Blood Count (CBC)' })
  await expect(dialog.getByRole('heading', { name: /Parameters covered/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  const card = page.getByRole('article').filter({ hasText: 'Complete Blood Count (CBC)' })
  await card.getByRole('button', { name: /^Book Now/ }).click()
  await expect(page).toHaveURL(/\/book\/[0-9a-f-]{36}$/)
})

test('on a phone of 320 px the location and its controls share one row, whatever its text', async ({
  browser,
}) => {
  const page = await openAs(browser, 'customer', { ...pune, viewport: { width: 320, height: 740 } })
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/geocode?**', async (route) => {
    await asked
    await route.fulfill({ json: { city: 'Ahmedabad', state: 'Gujarat', pincode: '380001' } })
  })
  await page.goto('/home')
  const controls = [
    page.getByRole('combobox', { name: 'Change City' }),
    page.getByRole('button', { name: 'Detect location' }),
  ]
  async function rowIsWhole() {
    const display = await place(page).boundingBox()
    let end = (display?.x ?? 0) + (display?.width ?? 0)
    for (const control of controls) {
      const box = await control.boundingBox()
      expect(box?.height).toBeGreaterThanOrEqual(44)
      expect(box?.width).toBeGreaterThanOrEqual(44)
      expect(box?.x).toBeGreaterThanOrEqual(end)
      end = (box?.x ?? 0) + (box?.width ?? 0)
      expect(box?.y).toBeLessThanOrEqual(display?.y ?? 0)
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThanOrEqual(
        (display?.y ?? 0) + (display?.height ?? 0),
      )
    }
    const cut = await place(page).evaluate((shown) =>
      [shown, ...shown.querySelectorAll('*')].some((part) => part.scrollWidth > part.clientWidth + 1),
    )
    expect(cut, 'the text is cut').toBe(false)
  }
  await expect(place(page)).toHaveText('Detecting location...')
  await expect(controls[0] as Locator).toBeVisible()
  await rowIsWhole()
  answer()
  await expect(place(page)).toHaveText('Ahmedabad (Auto-detected)')
  await rowIsWhole()
})
