import { expect } from '@playwright/test'
import { openAs, openAsNewCustomer, openDashboard } from './sign-in.ts'
import { test } from './test.ts'

const menus = {
  customer: {
    header: 'Customer Portal',
    label: 'Customer',
    home: '/home',
    badge: undefined,
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
    badge: '5',
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
    badge: '3',
    entries: {
      Dashboard: '/dashboard',
      Users: '/admin/users',
      Packages: '/admin/packages',
      Bookings: '/admin/bookings',
      Settings: '/admin/settings',
    },
  },
} as const

test('each role has its menu, beside the page and below it; labs and admins have a bell and an avatar in the header [S2.2.1 S2.2.4]', async ({
  browser,
}) => {
  for (const who of ['customer', 'lab', 'admin'] as const) {
    const { header, label, home, badge, entries } = menus[who]
    // the demo's customer has an order whose dialog opens first
    const page = await (who === 'customer' ? openAsNewCustomer(browser) : openAs(browser, who))
    await page.goto(home)
    const banner = page.getByRole('banner')
    await expect(banner.getByText(header)).toBeVisible()
    if (badge) {
      await expect(banner.getByRole('button', { name: `Notifications: ${badge}` })).toHaveText(badge)
      await expect(banner.getByRole('img')).toHaveText(/^[A-Z]{1,2}$/)
    }
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
  }
})

test('the avatar of an admin leads to the pages that are not in the menu', async ({ browser }) => {
  const page = await openDashboard(browser, 'admin')
  await page.getByRole('button', { name: /^Your account/ }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Account',
    'Urgent calls',
    'Reviews',
    'Operations',
    'Audit Trail',
  ])
  await page.getByRole('menuitem', { name: 'Operations' }).click()
  await expect(page).toHaveURL(/\/admin\/operations/)
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
