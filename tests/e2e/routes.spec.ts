import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect } from '@playwright/test'
import type { Role } from './demo-accounts.ts'
import { openAs } from './sign-in.ts'
import { test } from './test.ts'

const features = resolve(import.meta.dirname, '../../web/src/features')
const modules = await Promise.all(
  globSync('**/screen.ts', { cwd: features }).map(
    (file): Promise<{ screens: readonly { path: string; inShell?: boolean }[] }> =>
      import(resolve(features, file)),
  ),
)

/** The paths of the features' screens with a header and a menu, as their screen.ts declares them */
const shellPaths = modules
  .flatMap(({ screens }) => screens)
  .filter(({ inShell }) => inShell)
  .map(({ path }) => path.replace('/*', ''))

/** Where a user is led whose role does not have the page, and the portal in its header */
const homes = {
  customer: ['/home', 'Customer Portal'],
  lab: ['/dashboard', 'Lab Partner Portal'],
  admin: ['/dashboard', 'Admin Console'],
} as const
const roles = ['customer', 'lab', 'admin'] as const

/** Whose a page of one role is: the first part of its path says it */
function roleOf(path: string): Role {
  return roles.find((role) => path.startsWith(`/${role}/`)) ?? 'customer'
}

/** The rows of the specification's route table (section 2.1): the role, the path that it opens, and the page where it arrives */
const rows: [who: Role | 'visitor', opens: string, endsAt: string, sees: string | RegExp][] = [
  ['visitor', '/', '/', /Lab tests at your door/],
  ['customer', '/', '/home', /^Hello/],
  ['lab', '/', '/dashboard', 'Lab Partner Portal'],
  ['admin', '/', '/dashboard', 'Admin Console'],

  ['visitor', '/user', '/user', 'Welcome to Jaanch'],
  ['customer', '/user', '/home', /^Hello/],
  ['visitor', '/lab', '/lab', 'Lab partners'],
  ['lab', '/lab', '/dashboard', 'Lab Partner Portal'],
  ['visitor', '/admin', '/admin', 'Admin login'],
  ['admin', '/admin', '/dashboard', 'Admin Console'],

  ...(
    [
      ['/privacy', 'Privacy Notice'],
      ['/terms', 'Terms of Use'],
      ['/grievance', 'Grievances'],
      ['/support', 'Support'],
    ] as const
  ).flatMap(([path, title]): typeof rows => [
    ['visitor', path, path, title],
    ['customer', path, path, title],
  ]),

  ['visitor', '/dashboard', '/', /Lab tests at your door/],
  ['customer', '/dashboard', '/home', /^Hello/],
  ['lab', '/dashboard', '/dashboard', 'Lab Partner Portal'],
  ['admin', '/dashboard', '/dashboard', 'Admin Console'],

  ...shellPaths
    .filter((path) => path !== '/account')
    .flatMap((path): typeof rows => [
      ['visitor', path, '/', /Lab tests at your door/],
      ...roles.map((who): (typeof rows)[number] => {
        const [home, portal] = homes[who]
        return [who, path, who === roleOf(path) ? path : home, portal]
      }),
    ]),

  ['visitor', '/book/any', '/', /Lab tests at your door/],
  ['lab', '/book/any', '/book/any', 'Access Denied - Only customers can book tests'],
  ['admin', '/book/any', '/book/any', 'Access Denied - Only customers can book tests'],
  ['visitor', '/no/such/page', '/no/such/page', 'Page Not Found'],
  ['customer', '/no/such/page', '/no/such/page', 'Page Not Found'],
]

for (const who of ['visitor', 'customer', 'lab', 'admin'] as const) {
  test(`a ${who} opens their own pages and is led away from others [S2.1.1]`, async ({ browser }) => {
    const page = await openAs(browser, who)
    for (const [, opens, endsAt, sees] of rows.filter(([one]) => one === who)) {
      await page.goto(opens)
      await expect(page.getByText(sees).first(), `${who} opens ${opens}`).toBeVisible()
      // one redirect may follow another
      await expect.poll(() => new URL(page.url()).pathname, `${who} opens ${opens}`).toBe(endsAt)
    }
    if (who !== 'visitor') return
    await page.getByRole('link', { name: 'Go to Home' }).click()
    await expect(page.getByRole('heading', { name: /Lab tests at your door/ })).toBeVisible()
  })
}

test('a user with an unknown role gets the customer’s menu and sees ‘Unknown role’ [S2.1.2 S2.2.2]', async ({
  browser,
}) => {
  const page = await openAs(browser, 'admin')
  await page.route('**/api/users/me', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), role: 'auditor', name: '' } })
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Unknown role' })).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Main' }).first()
  await expect(menu.getByRole('link')).toHaveText(['Home', 'Tests', 'Bookings', 'Reports', 'Profile'])
  await expect(page.getByRole('complementary').getByText('User', { exact: true })).toBeVisible()
})
