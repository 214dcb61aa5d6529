import { expect } from '@playwright/test'
import { recordPositionRequests } from './geolocation.ts'
import { openAsNewCustomer, pune } from './sign-in.ts'
import { test } from './test.ts'
import { expectToast } from './toasts.ts'
import { next, onStep, openWizard } from './wizard.ts'

test('the position of the browser fills in the address', async ({ browser }) => {
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

test('each of the four reasons why a detection fails has its own message', async ({ browser }) => {
  const page = await openAsNewCustomer(browser, pune)
  await openWizard(page)
  for (let step = 1; step < 4; step += 1) await next(page).click()
  await onStep(page, 4)
  const detect = page.getByRole('button', { name: 'Use my current location' })

  await page.route('**/api/geocode?**', (route) =>
    route.fulfill({ status: 404, json: { error: 'Nowhere.' } }),
  )
  await detect.click()
  await expectToast(page, 'Location detected but incomplete', 'Please enter your city manually.')
  await page.unroute('**/api/geocode?**')

  await page.route('**/api/geocode?**', (route) => route.fulfill({ status: 503, body: '' }))
  await detect.click()
  await expectToast(page, 'Location detection failed', 'Please enter your address manually.')

  await page.context().clearPermissions()
  await detect.click()
  await expectToast(
    page,
    'Unable to detect location',
    'Please check the location permissions of your browser.',
  )

  await page.evaluate(() =>
    Object.defineProperty(Navigator.prototype, 'geolocation', { get: () => undefined }),
  )
  await detect.click()
  await expectToast(page, 'Geolocation not supported', 'Please enter your address manually.')
})
