import { expect } from '@playwright/test'
import { assignToDemoLab, createBooking } from './api.ts'
import { query } from './database.ts'
import { expectAccessible, reducedMotion } from './page-checks.ts'
import { openAs } from './sign-in.ts'
import { test } from './test.ts'
import { expectToast } from './toasts.ts'

/** Work on the oldest booking, which was handled long ago, as if it had failed for good. @returns the stream */
async function createDeadLetter(error: string): Promise<string> {
  const [dead] = await query(
    `with dead as (
       insert into work (consumer, stream_id, since, upto, attempts, is_dead)
       select 'reminders', stream_id, position - 1, position, 3, true from log.events
        where type = 'BookingPlaced' order by position limit 1 returning *)
     insert into dead_letters (consumer, stream_id, position, attempts, error)
     select consumer, stream_id, upto, 3, $1 from dead returning stream_id as id`,
    [error],
  )
  return dead?.id ?? ''
}

test('an operator sees a dead letter with its reason, and tries it again', async ({ browser }) => {
  const reason = `The printer is on fire ${crypto.randomUUID().slice(0, 8)}`
  await createBooking()
  const stream = await createDeadLetter(`${reason}\n  at the printer`)
  const page = await openAs(browser, 'admin', reducedMotion)
  await page.goto('/admin/operations/work')
  const group = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: reason }) })
  await expect(group.getByText('1 dead letter', { exact: true })).toBeVisible()
  await group.getByRole('button', { name: /^Show/ }).click()
  await expect(group.getByText(stream)).toBeVisible()
  await expectAccessible(page, 'work')

  await group.getByRole('button', { name: 'Retry all' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retry all' }).click()
  await expectToast(page, '1 tried again')
  await expect(group).toBeHidden()
})

test('an admin opens a message as it was sent, and the look is in the audit trail', async ({ browser }) => {
  const { id } = await createBooking()
  await query(
    `update users set email_proven_at = now()
      where id = (select (data ->> 'customerId')::uuid from log.events where stream_id = 'booking-' || $1 and version = 1)
     returning id`,
    [id],
  )
  await assignToDemoLab({ id })
  const page = await openAs(browser, 'admin', reducedMotion)
  await page.goto('/admin/operations/messages')
  await page.getByLabel('Booking', { exact: true }).fill(id.slice(0, 8))
  const row = page
    .getByRole('row')
    .filter({ hasText: 'Lab assigned' })
    .filter({ hasText: '***@customers.example' })
  await expect(row.getByText('Sent', { exact: true }).first()).toBeVisible()
  await expectAccessible(page, 'messages')
  await row.getByRole('button', { name: /^Open/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('recorded in the audit trail')
  await dialog.getByRole('button', { name: 'Show the message' }).click()
  await expect(dialog.getByText('This is the text that was sent.')).toBeVisible()
  await expect(dialog.locator('pre')).toContainText(id.slice(0, 8))
  const mail = page.frameLocator('iframe[title="The mail as HTML"]')
  await expect(mail.getByRole('heading', { name: 'A lab will do your test' })).toBeVisible()
  await page.goto('/admin/audit')
  await expect(page.getByRole('row').filter({ hasText: 'Message opened' }).first()).toContainText(
    id.slice(0, 8),
  )
})

test('the dashboard of the queues opens for an admin and for nobody else', async ({ browser }) => {
  const page = await openAs(browser, 'admin')
  await page.goto('/admin/operations/work')
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: /^Queues/ }).click()
  const board = await opening
  const complaints: string[] = []
  board.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await board.waitForURL('**/admin/queues/')
  await expect(board.getByRole('link', { name: /delivery/ }).first()).toBeVisible()
  expect(complaints).toEqual([])

  const customer = await openAs(browser, 'customer')
  await customer.goto('/admin/queues/')
  await customer.waitForURL('**/home')
})
