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
  const { token } = await answer.json()
  // the token is the browser's from its first page on; a later page that signs out must find it gone
  await page.goto('/favicon.svg')
  await page.evaluate((kept) => localStorage.setItem('auth_token', kept), token)
  return page
}
