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

async function changeCity(page: Page, city: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Change City' }).click()
  await page.getByRole('option', { name: city }).click()
}

test('the city is detected when the page loads, and the tag remains when another city is chosen [S2.3.2 S4.8]', async ({
  browser,
}) => {
  const page = await openAs(browser, 'customer', pune)
  await page.goto('/home')
  await expect(place(page)).toHaveText('Pune (Auto-detected)')

  await changeCity(page, 'Surat')
  await expect(page).toHaveURL(/\/tests\?q=&loc=Surat$/)
  // opens with the city of its address: a detection before that would be overtaken
  await expect(page.getByRole('heading', { name: 'Browse Tests' })).toBeVisible()
  await expect(place(page)).toHaveText('Surat (Auto-detected)')

  await page.getByRole('button', { name: 'Detect location' }).click()
  await expect(place(page)).toHaveText('Pune (Auto-detected)')
})

test('ten cities are offered [S2.3.2 S9.1]', async ({ browser }) => {
  const page = await openAs(browser, 'customer', pune)
  await page.goto('/home')
  await page.getByRole('combobox', { name: 'Change City' }).click()
  await expect(page.getByRole('option')).toHaveText(cities)
})

for (const width of [320, 360]) {
  test(`on a phone the location and its controls share one row, whatever its text, ${width} px`, async ({
    browser,
  }) => {
    test.slow()
    const page = await openAs(browser, 'customer', { ...pune, viewport: { width, height: 740 } })
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
}

test('a search puts its text and its city into the address, and the address restores both [S2.1.3 S2.3.1]', async ({
  browser,
}) => {
  const page = await openAs(browser, 'customer', pune)
  await page.goto('/home')
  await expect(place(page)).toContainText('Pune')
  const search = page.getByPlaceholder('Search for tests or packages...')
  await search.fill('lipid')
  await search.press('Enter')
  await expect(page).toHaveURL(/\/tests\?q=lipid&loc=Pune$/)

  await page.goto('/tests?q=lipid&loc=Jaipur')
  await expect(place(page)).toHaveText('Jaipur (Auto-detected)')
  await expect(page.getByPlaceholder('Search for tests or packages...')).toHaveValue('lipid')
})
