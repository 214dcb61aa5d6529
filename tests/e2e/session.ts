import type { Browser, BrowserContextOptions, Page } from '@playwright/test'

/** The demo's people, as the address bar of a test knows them. */
export const people = {
  customer: { email: 'asha@jaanch.example', password: 'asha-demo-2026' },
  lab: { email: 'lab1@jaanch.example', password: 'lab-demo-2026' },
  admin: { email: 'admin@jaanch.example', password: 'admin-demo-2026' },
} as const
export type Person = keyof typeof people

/** Where tests are, unless they are elsewhere: 18.52, 73.85 is Pune. */
export const pune = { geolocation: { latitude: 18.5204, longitude: 73.8567 }, permissions: ['geolocation'] }

/** A browser of one's own, signed in without the form (a visitor: not), its service worker out of the way. */
export async function openAs(
  browser: Browser,
  who: Person | 'visitor',
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ serviceWorkers: 'block', ...options })
  const page = await context.newPage()
  if (who === 'visitor') return page
  const answer = await page.request.post('/api/auth/login', { data: people[who] })
  await keepToken(page, (await answer.json()).token)
  return page
}

/** A customer who has just registered: no address, no family, no booking. */
export async function openAsNewcomer(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openAs(browser, 'visitor', options)
  const answer = await page.request.post('/api/auth/register', {
    data: {
      name: 'Nisha Verma',
      email: `nisha.${crypto.randomUUID()}@people.example`,
      password: 'a-good-secret',
      role: 'customer',
    },
  })
  await keepToken(page, (await answer.json()).token)
  return page
}

/** The token is the browser's before its first page; a later page that signs out must find it gone. */
async function keepToken(page: Page, token: string): Promise<void> {
  await page.goto('/favicon.svg')
  await page.evaluate((kept) => localStorage.setItem('auth_token', kept), token)
}
