import { expect } from '@playwright/test'
import { expectAccessible, reducedMotion } from './page-checks.ts'
import { openAs, openAsNewCustomer } from './sign-in.ts'
import { test } from './test.ts'

const menus = {
  customer: {
    header: 'Customer Portal',
    label: 'Customer',
    home: '/home',
    entries: {
      Home: '/home',
      Tests: '/tests',
      Bookings: '/booking',
      Reports: '/reports',
      Profile: '/profile',
    },
  },
  lab: {
    header: 'Lab Partner Portal',
    label: 'Lab Partner',
    home: '/dashboard',
    entries: {
      Dashboard: '/dashboard',
      Bookings: '/lab/bookings',
      Tests: '/lab/tests',
      Reports: '/lab/reports',
      Settings: '/lab/settings',
    },
  },
  admin: {
    header: 'Admin Console',
    label: 'Admin',
    home: '/dashboard',
    entries: {
      Dashboard: '/dashboard',
      Users: '/admin/users',
      Packages: '/admin/packages',
      Bookings: '/admin/bookings',
      Settings: '/admin/settings',
    },
  },
} as const

for (const who of ['customer', 'lab', 'admin'] as const) {
  const { header, label, home, entries } = menus[who]

  test(`the ${who}’s menu, beside the page and below it [S2.2.1]`, async ({ browser }) => {
    // the demo's customer has an order whose dialog opens first
    const page = await (who === 'customer' ? openAsNewCustomer(browser) : openAs(browser, who))
    await page.goto(home)
    const banner = page.getByRole('banner')
    await expect(banner.getByText(header)).toBeVisible()

    const sidebar = page.getByRole('complementary')
    await expect(sidebar.getByText(label, { exact: true })).toBeVisible()
    await expect(sidebar.getByText('Online')).toBeVisible()
    for (const [name, path] of Object.entries(entries)) {
      const entry = sidebar.getByRole('link', { name, exact: true })
      await entry.click()
      await expect(page).toHaveURL(new RegExp(`${path}$`))
      await expect(entry).toHaveAttribute('aria-current', 'page')
    }

    await page.setViewportSize({ width: 360, height: 740 })
    await expect(sidebar).toBeHidden()
    const bar = page.getByRole('navigation', { name: 'Main' })
    await expect(bar.getByRole('link')).toHaveText(Object.keys(entries))
  })
}

test('the headers of labs and admins have a bell with a fixed badge and an avatar [S2.2.4]', async ({
  browser,
}) => {
  for (const [who, badge] of [
    ['admin', '3'],
    ['lab', '5'],
  ] as const) {
    const page = await openAs(browser, who)
    await page.goto('/dashboard')
    const banner = page.getByRole('banner')
    await expect(banner.getByRole('button', { name: `Notifications: ${badge}` })).toHaveText(badge)
    await expect(banner.getByRole('img')).toHaveText(/^[A-Z]{1,2}$/)
  }
})

test('the bell opens a list, beside it on a large screen and from below on a phone', async ({ browser }) => {
  const page = await openAs(browser, 'customer', reducedMotion)
  await page.goto('/home')
  const list = page.getByRole('dialog', { name: 'Notifications' })
  const bell = page.getByRole('complementary').getByRole('button', { name: /^Notifications/ })
  await bell.click()
  await expect(list).toBeVisible()
  await expectAccessible(page, 'the bell', [1440])
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(bell).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)

  await page.setViewportSize({ width: 360, height: 740 })
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Notifications/ })
    .click()
  await expect(list).toBeVisible()
  await expectAccessible(page, 'the bell', [360])
  await list.getByRole('button', { name: 'Close' }).click()
  await expect(list).toBeHidden()
})

test('the theme is saved in the browser and applied before the first paint', async ({ browser }) => {
  const page = await openAs(browser, 'visitor', { colorScheme: 'light' })
  await page.goto('/')
  const html = page.locator('html')
  await expect(html).not.toHaveClass(/dark/)
  // the page is interactive once it shows its data
  await expect(page.getByRole('button', { name: /^Book Now/ }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await expect(html).toHaveClass(/dark/)
  // only the script before the first paint runs, not the client
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload()
  await expect(html).toHaveClass(/dark/)
})
