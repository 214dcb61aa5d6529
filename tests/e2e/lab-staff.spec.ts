import { randomUUID } from 'node:crypto'
import { type Browser, expect, type Page } from '@playwright/test'
import { findInMessage } from './outbox.ts'
import { expectAccessible } from './page-checks.ts'
import { openAs, openDashboard } from './sign-in.ts'
import { test } from './test.ts'
import { expectToast } from './toasts.ts'

/** The path of the link in the invitation to this address */
const linkTo = (email: string) => findInMessage(email, /https?:\/\/[^\s"\\]+(\/lab\?invitation=[\w.~-]+)/)

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email or Phone').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expectToast(page, 'Welcome Back!')
}

/** The owner of a lab whose session is new: an invitation needs one that was confirmed in the last minutes. */
async function openAsOwner(browser: Browser): Promise<Page> {
  const page = await openAs(browser, 'visitor')
  await page.goto('/lab')
  await logIn(page, 'lab4@jaanch.example', 'lab-demo-2026')
  await page.waitForURL('**/dashboard')
  return page
}

const menuOf = (page: Page) =>
  page
    .getByRole('complementary')
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link')
    .allTextContents()

test('a person whom a lab invites signs in, sees only what the role has, and is out at once when the lab ends it', async ({
  browser,
}) => {
  const owner = await openAsOwner(browser)
  const email = `tech.${randomUUID()}@people.example`
  await owner.goto('/lab/settings')
  await owner.getByRole('link', { name: 'People' }).click()
  await owner.getByRole('button', { name: 'Invite' }).click()
  const dialog = owner.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(dialog.getByText('Please select a role')).toBeVisible()
  await dialog.getByLabel('Full Name').fill('Tanvi Mehta')
  await dialog.getByLabel('Email').fill('lab4@jaanch.example')
  await dialog.getByLabel('Role').click()
  await owner.getByRole('option', { name: /^Technician/ }).click()
  await dialog.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(dialog.getByText('An account with this email already exists.')).toBeVisible()
  await dialog.getByLabel('Email').fill(email)
  await expectAccessible(owner, 'the invitation', [360])
  await dialog.getByRole('button', { name: 'Send Invitation' }).click()
  await expectToast(owner, 'Invitation sent')
  const card = owner.getByRole('article').filter({ hasText: email })
  await expect(card.getByText('Invited', { exact: true })).toBeVisible()

  await expect.poll(() => linkTo(email)).toBeTruthy()
  const person = await openAs(browser, 'visitor')
  await person.goto(linkTo(email) ?? '')
  await expect(person.getByRole('heading', { name: 'Choose your password' })).toBeVisible()
  await expectAccessible(person, 'the password of an invited person', [360])
  await person.getByLabel('Password', { exact: true }).fill('a-good-secret')
  await person.getByLabel('Confirm Password').fill('a-good-secret')
  await person.getByRole('button', { name: 'Set Password' }).click()
  await person.getByRole('link', { name: 'Lab partner login' }).click()
  await logIn(person, email, 'a-good-secret')
  await person.waitForURL('**/lab/bookings')
  await expect.poll(() => menuOf(person)).toEqual(['Bookings', 'Reports'])
  for (const path of ['/dashboard', '/lab/staff', '/lab/round', '/lab/settings']) {
    await person.goto(path)
    await person.waitForURL('**/lab/bookings')
  }

  await owner.reload()
  await expect(card.getByText('Active', { exact: true })).toBeVisible()
  await expect(card.getByRole('button', { name: /^End this session/ })).toBeVisible()
  await card.getByRole('button', { name: 'Account of Tanvi Mehta' }).click()
  await owner.getByRole('menuitem', { name: 'End Access' }).click()
  await owner.getByRole('alertdialog').getByRole('button', { name: 'End Access' }).click()
  await expectToast(owner, 'Access ended')
  await expect(card.getByText('Access ended')).toBeVisible()
  // without a request of its own
  await expect(person.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
})

test('a session on a lost phone is ended by the owner, and no other', async ({ browser }) => {
  const owner = await openAsOwner(browser)
  const email = `desk.${randomUUID()}@people.example`
  const invited = await owner.request.post('/api/lab/staff', {
    headers: { authorization: `Bearer ${await owner.evaluate(() => localStorage.getItem('auth_token'))}` },
    data: { name: 'Leela Nair', email, labRole: 'front-desk' },
  })
  expect(invited.status()).toBe(201)
  await expect.poll(() => linkTo(email)).toBeTruthy()
  const token = new URLSearchParams(linkTo(email)?.split('?')[1]).get('invitation')
  await owner.request.post('/api/auth/reset', { data: { token, password: 'a-good-secret' } })
  const [kept, lost] = [await openAs(browser, 'visitor'), await openAs(browser, 'visitor', iPhone)]
  for (const page of [kept, lost]) {
    await page.goto('/lab')
    await logIn(page, email, 'a-good-secret')
    await page.waitForURL('**/dashboard')
  }
  await owner.goto('/lab/staff')
  const card = owner.getByRole('article').filter({ hasText: email })
  await card.getByRole('button', { name: /End this session on .*iOS/ }).click()
  await expectToast(owner, 'Session ended')
  await expect(card.getByRole('button', { name: /^End this session/ })).toHaveCount(1)
  await expect(lost.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
  await kept.reload()
  await expect(kept.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

const iPhone = {
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
}

test('the front desk, collectors and technicians of the demo begin where their work is', async ({
  browser,
}) => {
  const desk = await openDashboard(browser, 'frontDesk')
  await expect(desk.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect.poll(() => menuOf(desk)).toEqual(['Dashboard', 'Bookings'])
  await expect(desk.getByText('Revenue')).toBeHidden()
  await expect(desk.getByRole('link', { name: 'Print' })).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Settings' })).toBeHidden()

  const technician = await openDashboard(browser, 'technician')
  await technician.waitForURL('**/lab/bookings')
  await expect(technician.getByRole('tab', { name: /^All Bookings/ })).toBeVisible()
  await expect(technician.getByRole('link', { name: 'Print' })).toBeHidden()

  const collector = await openDashboard(browser, 'collector')
  await collector.waitForURL('**/lab/round')
  await expect(collector.getByRole('heading', { name: 'Round', exact: true })).toBeVisible()
  await collector.getByRole('button', { name: 'More' }).click()
  await collector.getByRole('menuitem', { name: 'Account' }).click()
  await expect(collector.getByRole('heading', { name: 'Account' })).toBeVisible()
})
