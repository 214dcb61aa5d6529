import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import pg from 'pg'
import { clusterDir, SUPERUSER } from '../../infra/local/postgres/cluster.ts'
import { readPidFile } from '../../infra/local/postgres/leftover.ts'
import { createBookingOfDemoLab } from './api.ts'
import { expectAccessible, reducedMotion } from './page-checks.ts'
import { openAfterLogin, openAs } from './sign-in.ts'
import { test } from './test.ts'

/** A guard: a run is carried out by a process of low priority, which gets little of a busy machine */
const runMs = 900_000

/** Works on the database of the stack as somebody with a shell could. */
async function atDatabase(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const dataDir = process.env.E2E_DATA_DIR ?? ''
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim()
  const { port } = readPidFile(clusterDir(dataDir)) ?? {}
  const client = new pg.Client({ host: '127.0.0.1', port, user: SUPERUSER, password, database: 'jaanch' })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

const damage = (bookingId: string) =>
  atDatabase(async (client) => {
    const { rows } = await client.query("select generation from read_generations where state = 'live'")
    const { rowCount } = await client.query(
      `update read_${rows[0].generation}.bookings set data = data || '{"priority": "high"}' where id = $1`,
      [bookingId],
    )
    expect(rowCount).toBe(1)
  })

/** Between 3 and 4 o'clock in India a projector verifies: meanwhile nobody can start a replay or mend a row. */
const untilNoRun = () =>
  atDatabase(async (client) => {
    await client.query(
      `insert into settings (key, value) values ('nightly-verify', '"off"') on conflict (key) do update set value = excluded.value`,
    )
    const open = async () =>
      (await client.query('select from operation_runs where finished_at is null')).rowCount
    await expect.poll(open, { timeout: runMs }).toBe(0)
  })

test('an operator goes through the events of a booking, sees what made each field, and mends its row', async ({
  browser,
}) => {
  test.setTimeout(2 * runMs)
  await untilNoRun()
  const { id } = await createBookingOfDemoLab('confirmed')
  const page = await openAs(browser, 'admin', reducedMotion)
  await page.goto('/admin/operations/history')
  await page.getByRole('searchbox', { name: 'Booking, prescription or lab' }).fill('ffffffff')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByText('No booking, prescription or lab begins with ffffffff.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Booking, prescription or lab' }).fill(id.slice(0, 8))
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByText('As its events say')).toBeVisible()

  // the last event, then the first one, then one further: with the keyboard
  const slider = page.getByRole('slider')
  const bookings = page.getByRole('region', { name: 'bookings', exact: true })
  const field = (name: string) =>
    bookings
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${name}( changed)?$`) }) })
  await expect(field('labPartnerId').getByRole('link', { name: /^LabAssigned [\d,]+$/ })).toBeVisible()
  await slider.focus()
  await page.keyboard.press('Home')
  await expect(slider).toHaveAttribute('aria-valuetext', /^Event 1 of \d+: BookingPlaced, .* IST$/)
  await expect(field('status')).toContainText('pending')
  await expect(field('labPartnerId')).toContainText('null')
  const shown = async () => (await slider.getAttribute('aria-valuetext')) ?? ''
  for (let event = await shown(); !event.includes(': LabAssigned,'); event = await shown()) {
    await page.keyboard.press('ArrowRight')
    await expect(slider).not.toHaveAttribute('aria-valuetext', event)
  }
  await expect(field('labPartnerId')).toContainText(/changed.*before: null.*LabAssigned/s)
  await expect(field('customerId')).toContainText('BookingPlaced')
  await expect(field('customerId')).not.toContainText('changed')
  await expectAccessible(page, 'time travel')

  await damage(id)
  await page.reload()
  await expect(page.getByText('Differs from its events')).toBeVisible()
  await expect(page.getByRole('row', { name: 'bookings priority high medium' })).toBeVisible()
  await page.getByRole('button', { name: 'Refold' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write the rows as its events say?' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page, 'the dialog of a refold', [360])
  await dialog.getByLabel('Reason').fill('It was changed by hand')
  await dialog.getByRole('button', { name: 'Refold' }).click()
  await expect(page.getByText('1 row was mended', { exact: true })).toBeVisible()
  await expect(page.getByText('As its events say')).toBeVisible()
})

// in the same file, one after the other: a row is not mended while a replay has copies of it
test('an admin replays one projection: it fills and compares, waits for the decision, and goes live', async ({
  browser,
}) => {
  test.setTimeout(3 * runMs)
  await untilNoRun()
  const page = await openAfterLogin(browser, 'admin', { reducedMotion: 'reduce' })
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
  await expect(run.getByText('Waits for you')).toBeVisible({ timeout: runMs })
  await expect(run.getByText('No row differs.')).toBeVisible()
  await expect(run.getByRole('row', { name: /^counts/ })).toBeVisible()
  await expectAccessible(page, 'replay and verify')
  await run.getByRole('button', { name: 'Go live' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Everybody reads the rebuilt tables at once.')
  await question.getByRole('button', { name: 'Go live' }).click()
  await expect(run.getByText('Live', { exact: true })).toBeVisible({ timeout: runMs })

  const last = page.getByRole('region', { name: 'Last runs' }).getByRole('button').first()
  await expect(last).toContainText('Jaanch Admin')
  await expect(last).toContainText('To see it')
})
