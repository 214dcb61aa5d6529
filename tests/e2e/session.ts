import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { keptSession, newSession } from './kept-session.ts'

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
  const kept = who === 'visitor' ? {} : { storageState: await keptSession(people[who]) }
  return (await browser.newContext({ serviceWorkers: 'block', ...options, ...kept })).newPage()
}

/** A customer who has just registered: no address, no family, no booking. */
export async function openAsNewcomer(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const email = `nisha.${crypto.randomUUID()}@people.example`
  const storageState = await newSession({ name: 'Nisha Verma', email, password: 'a-good-secret' })
  return (await browser.newContext({ serviceWorkers: 'block', ...options, storageState })).newPage()
}
