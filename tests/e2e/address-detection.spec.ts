import { expect, type Page } from '@playwright/test'
import { openAsNewCustomer, pune } from './sign-in.ts'
import { test } from './test.ts'
import { next, openWizard } from './wizard.ts'

test('the position of the browser fills in the address [S7.16]', async ({ browser }) => {
  const page = await openAsNewCustomer(browser, pune)
  const asked = await recordPositionRequests(page)
  const id = await openWizard(page)
  await next(page).click()
  await next(page).click()
  await next(page).click()
  await page.getByLabel('Street Address').fill('5 MG Road')
  await page.getByRole('button', { name: 'Use my current location' }).click()
  await expect(page.getByLabel('City')).toHaveValue('Pune')
  await expect(page.getByLabel('State')).toHaveValue('Maharashtra')
  await expect(page.getByLabel('Pincode')).toHaveValue(/^\d{6}$/)
  await expect(page.getByLabel('Street Address')).toHaveValue('5 MG Road')
  expect(await asked()).toEqual([{ timeout: 15_000, enableHighAccuracy: true }])
  expect(page.url()).toContain(id)
})

/** Records the options of each position request of the page. @returns reads the recorded options */
async function recordPositionRequests(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    const requests: unknown[] = []
    Object.assign(window, { positionRequests: requests })
    const original = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation)
    navigator.geolocation.getCurrentPosition = (onSuccess, onError, options) => {
      requests.push(options)
      original(onSuccess, onError, options)
    }
  })
  return () => page.evaluate('window.positionRequests')
}
