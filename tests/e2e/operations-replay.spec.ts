import { expect } from '@playwright/test'
import { expectAccessible } from './page-checks.ts'
import { openAs } from './sign-in.ts'
import { test } from './test.ts'

test('an admin replays one projection: it fills and compares, waits for the decision, and goes live', async ({
  browser,
}) => {
  const page = await openAs(browser, 'admin', { reducedMotion: 'reduce' })
  await page.goto('/admin/operations/replay')
  await page.getByRole('button', { name: 'Start …' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Replay' }).click()
  await dialog.getByLabel('Tables').click()
  await page.getByRole('option', { name: 'Counts' }).click()
  await dialog.getByRole('button', { name: 'Start replay' }).click()
  await expect(dialog.getByText('Please give a reason, at most 500 characters')).toBeVisible()
  await dialog.getByLabel('Reason').fill('To see it')
  await dialog.getByRole('button', { name: 'Start replay' }).click()

  const run = page.getByRole('region', { name: /^Replay of counts, run/ })
  await expect(run.getByText('Waits for you')).toBeVisible({ timeout: 60_000 })
  await expect(run.getByText('No row differs.')).toBeVisible()
  await expect(run.getByRole('row', { name: /^counts/ })).toBeVisible()
  await expectAccessible(page, 'replay and verify')
  await run.getByRole('button', { name: 'Go live' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Everybody reads the rebuilt tables at once.')
  await question.getByRole('button', { name: 'Go live' }).click()
  await expect(run.getByText('Live', { exact: true })).toBeVisible({ timeout: 60_000 })

  const last = page.getByRole('region', { name: 'Last runs' }).getByRole('button').first()
  await expect(last).toContainText('Jaanch Admin')
  await expect(last).toContainText('To see it')
})
