import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { findInMessage } from './outbox.ts'
import { logIn, openAs, openDashboard } from './sign-in.ts'
import { test } from './test.ts'
import { expectToast } from './toasts.ts'

/** The path of the link in the invitation to this address */
const linkTo = (email: string) => findInMessage(email, /https?:\/\/[^\s"\\]+(\/lab\?invitation=[\w.~-]+)/)

async function enter(page: Page, email: string, password: string): Promise<void> {
  await logIn(page, { email, password })
  await expectToast(page, 'Welcome Back!')
}

const iPhone = {
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
}

const menuOf = (page: Page) =>
  page
    .getByRole('complementary')
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link')
    .allTextContents()

test('a person whom a lab invites sees only what the role has; the owner ends a session on a lost phone, then all access, at once', async ({
  browser,
}) => {
  // an invitation needs a session that was confirmed in the last minutes
  const owner = await openAs(browser, 'visitor')
  await owner.goto('/lab')
  await enter(owner, 'lab4@jaanch.example', 'lab-demo-2026')
  await owner.waitForURL('**/dashboard')
  const email = `tech.${randomUUID()}@people.example`
  await owner.goto('/lab/settings')
  await owner.getByRole('link', { name: 'People' }).click()
  await owner.getByRole('button', { name: 'Invite' }).click()
  const dialog = owner.getByRole('dialog')
  await dialog.getByLabel('Full Name').fill('Tanvi Mehta')
  await dialog.getByLabel('Email').fill('lab4@jaanch.example')
  await dialog.getByLabel('Role').click()
  await owner.getByRole('option', { name: /^Technician/ }).click()
  await dialog.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(dialog.getByText('An account with this email already exists.')).toBeVisible()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Send Invitation' }).click()
  await expectToast(owner, 'Invitation sent')
  const card = owner.getByRole('article').filter({ hasText: email })
  await expect(card.getByText('Invited', { exact: true })).toBeVisible()

  await expect.poll(() => linkTo(email)).toBeTruthy()
  const person = await openAs(browser, 'visitor')
  await person.goto(linkTo(email) ?? '')
  await expect(person.getByRole('heading', { name: 'Choose your password' })).toBeVisible()
  await person.getByLabel('Password', { exact: true }).fill('a-good-secret')
  await person.getByLabel('Confirm Password').fill('a-good-secret')
  await person.getByRole('button', { name: 'Set Password' }).click()
  await person.getByRole('link', { name: 'Lab partner login' }).click()
  await enter(person, email, 'a-good-secret')
  await person.waitForURL('**/lab/bookings')
  await expect.poll(() => menuOf(person)).toEqual(['Bookings', 'Reports'])
  for (const path of ['/dashboard', '/lab/staff', '/lab/round', '/lab/settings']) {
    await person.goto(path)
    await person.waitForURL('**/lab/bookings')
  }

  const lost = await openAs(browser, 'visitor', iPhone)
  await lost.goto('/lab')
  await enter(lost, email, 'a-good-secret')
  await owner.reload()
  await expect(card.getByText('Active', { exact: true })).toBeVisible()
  await card.getByRole('button', { name: /End this session on .*iOS/ }).click()
  await expectToast(owner, 'Session ended')
  await expect(card.getByRole('button', { name: /^End this session/ })).toHaveCount(1)
  await expect(lost.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
  await person.reload()
  await expect(person.getByRole('tab', { name: /^All Bookings/ })).toBeVisible()

  await card.getByRole('button', { name: 'Account of Tanvi Mehta' }).click()
  await owner.getByRole('menuitem', { name: 'End Access' }).click()
  await owner.getByRole('alertdialog').getByRole('button', { name: 'End Access' }).click()
  await expectToast(owner, 'Access ended')
  await expect(card.getByText('Access ended')).toBeVisible()
  // without a request of its own
  await expect(person.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
})

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
