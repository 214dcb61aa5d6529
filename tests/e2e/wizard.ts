import { expect, type Locator, type Page } from '@playwright/test'

/** Opens the wizard for a package with fasting, a discount and instructions, so that the steps show all they can. */
export async function openWizard(page: Page, name = 'Fasting Blood Sugar'): Promise<string> {
  const found = await (await page.request.get(`/api/search?q=${encodeURIComponent(name)}`)).json()
  const { id } = found.find((item: { name: string }) => item.name === name)
  await page.goto(`/book/${id}`)
  await expect(page.getByRole('heading', { name })).toBeVisible()
  return id
}

export const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true })
export const back = (page: Page) => page.getByRole('button', { name: 'Back' })
const bar = (page: Page) => page.getByRole('progressbar', { name: 'Booking progress' })
export const onStep = (page: Page, step: number) =>
  expect(bar(page)).toHaveAttribute('aria-valuenow', String(step))

export async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel('Street Address').fill('14 Ashram Road')
  await page.getByLabel('City').fill('Ahmedabad')
  await page.getByLabel('State').fill('Gujarat')
  await page.getByLabel('Pincode').fill('380009')
  await page.getByLabel('Contact Number').fill('98250 12345')
}

/** Holds an arrow key in a group of radio buttons until the next one is chosen: the choice follows the focus while the key is down. */
export async function chooseByArrow(
  key: 'ArrowDown' | 'ArrowUp' | 'ArrowRight',
  chosen: Locator,
): Promise<void> {
  const { keyboard } = chosen.page()
  await keyboard.down(key)
  await expect(chosen).toBeChecked()
  await keyboard.up(key)
}

/** From the first step to the payment of an instant collection: steps 1, 2, 3, 4, 6. */
export async function walkToPayment(page: Page): Promise<void> {
  await next(page).click()
  await page.getByRole('radio', { name: /Instant collection/ }).click()
  await next(page).click()
  await onStep(page, 3)
  await next(page).click()
  await fillAddress(page)
  await next(page).click()
  await onStep(page, 6)
}
