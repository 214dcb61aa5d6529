import { expect, type Page } from '@playwright/test'
import { openAs } from './sign-in.ts'
import { test } from './test.ts'

const scripts = '**/assets/*.js'

async function atPackages(page: Page) {
  await page.goto('/admin/packages')
  await page.getByLabel('Search packages').fill('CBC')
  await page.getByRole('button', { name: 'Add Package' }).waitFor()
}

test('a dialog that does not load says so above the page as it is, and opens when its code arrives', async ({
  browser,
}) => {
  const page = await openAs(browser, 'admin')
  await atPackages(page)
  await page.route(scripts, (route) => route.fulfill({ status: 503 }))
  await page.getByRole('button', { name: 'Add Package' }).click()
  const failure = page.getByRole('dialog', { name: 'This part could not be loaded.' })
  await expect(failure.getByRole('button', { name: 'Try again' })).toBeVisible()
  await failure.getByRole('button', { name: 'Try again' }).click()
  // the second failure: loading the page again may help
  await expect(failure.getByRole('button', { name: 'Reload' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(failure).toBeHidden()
  await page.getByRole('button', { name: 'Add Package' }).click()
  await expect(failure).toBeVisible()
  await page.unroute(scripts)
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('dialog', { name: 'Create Package' })).toBeVisible()
  await expect(page.getByLabel('Search packages')).toHaveValue('CBC')
})

test('a page of an earlier release, whose code is gone, is loaded again', async ({ browser }) => {
  const page = await openAs(browser, 'admin')
  await atPackages(page)
  await page.route(scripts, (route) => route.fulfill({ status: 404 }))
  // not by a route: the page waits five seconds for the answer
  await page.evaluate(() => {
    const { fetch } = window
    window.fetch = async (input, init) =>
      input === '/' ? new Response('<script src="/assets/index-new.js">') : fetch(input, init)
  })
  const reloaded = page.waitForEvent('request', (request) => request.isNavigationRequest())
  await page.getByRole('link', { name: 'Users' }).first().click()
  await reloaded
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto('/admin/users')
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
})
