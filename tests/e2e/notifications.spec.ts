import { bookingCalls } from '@jaanch/booking/api'
import { notificationCalls } from '@jaanch/messages/api'
import { expect, type Page } from '@playwright/test'
import { type Person, placeBooking } from '../support/people.ts'
import { findPackage, signInNewCustomer, signInStaff, url } from './api.ts'
import { test } from './test.ts'

const bell = (page: Page) => page.getByRole('complementary').getByRole('button', { name: /^Notifications/ })

async function unreadOf({ client }: Person): Promise<number> {
  return (await client.call(notificationCalls.countUnread)).unread
}

/** Expects the badge to show the server's count, which is at least `min`. */
async function expectBadge(page: Page, customer: Person, min: number): Promise<void> {
  await expect
    .poll(async () => {
      const unread = await unreadOf(customer)
      const shown = await bell(page).textContent()
      return unread >= min && shown === String(unread)
    })
    .toBe(true)
}

test('the bell counts notifications live and those that arrived offline, lists them at both sizes, and marks all as read at once [S2.2.3]', async ({
  page,
}) => {
  const customer = await signInNewCustomer(page)
  const { admin, lab } = await signInStaff()
  const { id: packageId } = await findPackage('Complete Blood Count (CBC)')
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  // by its number: engine.io hears of a lost line at once anywhere but on localhost, there only when pings stay away
  await page.goto(`${url.replace('localhost', '127.0.0.1')}/home`)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(bell(page)).toHaveText('')
  expect(await unreadOf(customer)).toBe(0)

  const { id } = await placeBooking(customer, packageId)
  await expectBadge(page, customer, 1)

  const before = await unreadOf(customer)
  await page.context().setOffline(true)
  await expect(page.getByText('Reconnecting…')).toBeVisible()
  const params = { id }
  await admin.client.call(bookingCalls.assignLab, { params, body: { labPartnerId: lab.labPartnerId } })
  await lab.client.call(bookingCalls.changeBookingStatus, { params, body: { status: 'confirmed' } })
  await expect.poll(() => unreadOf(customer), 'the lab, and that it confirmed').toBe(before + 2)
  await expect(bell(page)).toHaveText(String(before))
  await page.context().setOffline(false)
  await expectBadge(page, customer, before + 2)

  await bell(page).click()
  const list = page.getByRole('dialog', { name: 'Notifications' })
  await expect(list).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(bell(page)).toBeFocused()
  await bell(page).click()
  const told = await customer.client.call(notificationCalls.listNotifications)
  expect(told).toHaveLength(await unreadOf(customer))
  for (const { title } of told) await expect(list.getByText(title, { exact: true })).toBeVisible()
  await list.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell(page)).toHaveText('')
  await expect.poll(() => unreadOf(customer)).toBe(0)
  expect(loads).toBe(1)

  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 360, height: 740 })
  const bellOfPhone = page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
  await bellOfPhone.click()
  await list.getByRole('button', { name: 'Close' }).click()
  await expect(list).toBeHidden()
})
