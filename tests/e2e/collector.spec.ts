import { randomUUID } from 'node:crypto'
import { bookingCalls } from '@jaanch/booking/api'
import { custodyCalls } from '@jaanch/collection/api'
import { roundCalls } from '@jaanch/collection/rounds/api'
import { istDate } from '@jaanch/contracts/calendar'
import { operationsEventCalls } from '@jaanch/operations/api/events'
import { expect, type Page } from '@playwright/test'
import { advanceBooking } from '../support/reports.ts'
import { assignToDemoLab, createBooking, signInStaff } from './api.ts'
import { openListOf, openMenu } from './booking-card.ts'
import { expectAccessible, reducedMotion } from './page-checks.ts'
import { createRound, openPhone, phone } from './round.ts'
import { openAs } from './sign-in.ts'
import { test } from './test.ts'

const hourMs = 3_600_000

/** Ends the tab as the system of a phone does, and opens another. */
async function kill(page: Page): Promise<Page> {
  const context = page.context()
  await page.close()
  const next = await context.newPage()
  await next.goto('/lab/round')
  return next
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()

async function openVisit(page: Page, place: number): Promise<void> {
  await page
    .getByRole('list', { name: 'Visits' })
    .getByRole('article')
    .nth(place)
    .getByRole('link')
    .first()
    .click()
  await expect(page.getByText(`visit ${place + 1} of`)).toBeVisible()
}

async function draw(page: Page, place: number, code?: string): Promise<void> {
  await openVisit(page, place)
  await press(page, 'I have arrived')
  await press(page, 'The name matches')
  if (code) {
    await page.getByLabel('Code of the tube').fill(code)
    await press(page, 'Use code')
  } else await press(page, 'All tubes drawn')
  await expect(page.getByText('Only the payment is left')).toBeVisible()
}

async function visit(page: Page, place: number, code?: string): Promise<void> {
  await draw(page, place, code)
  await press(page, /received$/)
  await expect(page.getByText('Paid', { exact: true })).toBeVisible()
  await expect(page.getByText('This visit is done')).toBeVisible()
  await page.getByRole('link', { name: 'All visits' }).click()
}

test('a round without a network: nothing is lost, nothing is done twice, every refusal is shown', async ({
  browser,
}) => {
  const { lab, bookings } = await createRound(8)
  const { admin } = await signInStaff()
  // barcodes are of one tube for ever
  const [printed, another] = [1, 2].map((n) => `PRE-${n}${Date.now()}`) as [string, string]
  let mine = await openPhone(browser, lab, 8)
  const second = await openPhone(browser, lab, 8)
  await second.context().setOffline(true)

  await visit(mine, 0)
  await visit(mine, 1)
  await expect(mine.getByText('All sent')).toBeVisible()
  await mine.context().setOffline(true)
  await visit(mine, 2, printed)
  await openVisit(mine, 3)
  await mine.getByRole('link', { name: 'Could not collect' }).click()
  await mine.getByText('Nobody home').click()
  await press(mine, 'Record')
  await expect(mine.getByRole('button', { name: 'Record', exact: true })).toBeHidden()
  await expect(mine.getByText('The front desk agrees on a new time.', { exact: false })).toBeVisible()
  mine = await kill(mine)
  await expect(mine.getByText('4 of 8 visits done')).toBeVisible()
  await expect(mine.getByText('No network · 5 not yet sent')).toBeVisible()
  await visit(mine, 4)
  await visit(mine, 5)
  await draw(mine, 6)
  mine = await kill(mine)
  await expect(mine.getByText('7 of 8 visits done')).toBeVisible()
  // it is cancelled meanwhile: nobody can know it here
  const ended = { params: { id: bookings[7] ?? '' }, body: { status: 'cancelled' as const } }
  await admin.client.call(bookingCalls.changeBookingStatus, ended)
  await draw(mine, 7)
  await mine.goto('/lab/round')
  await expect(mine.getByText('8 of 8 visits done')).toBeVisible()

  await mine.context().setOffline(false)
  await expect(mine.getByText('All sent')).toBeVisible()
  // what was drawn of the cancelled one is recorded: the laboratory has the tube
  await expect(mine.getByRole('list', { name: 'Not accepted' })).toHaveCount(0)
  await expect(mine.getByText('7 of 7 visits done')).toBeVisible()

  // the second phone did the first visit too, with another barcode, and its clock is five hours ahead
  await second.clock.setSystemTime(Date.now() + 5 * hourMs)
  await draw(second, 0, another)
  await press(second, /received$/)
  await second.context().setOffline(false)
  const again = second.getByRole('list', { name: 'Not accepted' }).getByRole('listitem')
  await expect(again).toHaveCount(2)
  await expect(again.filter({ hasText: 'Drawn tubes' })).toContainText('with another barcode')
  await expect(again.filter({ hasText: 'Payment' })).toContainText('paid already')

  // and a third sends a day later what the first one sent, with keys of its own
  for (const id of bookings.slice(0, 7)) {
    const recorded = { at: new Date(Date.now() - 21 * hourMs).toISOString(), offsetMs: 3 * hourMs }
    const commands = [
      { type: 'arrive' as const },
      { type: 'identify' as const, method: 'name-and-birth-date' as const, isConfirmed: true },
      { type: 'draw' as const, tubes: [{ number: 1 }] },
    ]
    for (const command of id === bookings[3] ? [] : commands)
      await lab.client.call(custodyCalls.recordCustody, {
        params: { id },
        body: { recorded, command },
        idempotencyKey: randomUUID(),
      })
  }
  await mine.getByRole('link', { name: /^Hand over/ }).click()
  await mine.getByLabel('Temperature of the box').fill('6.5')
  await expectAccessible(mine, 'handing over')
  await press(mine, /handed over$/)
  // it is there as soon as all is sent
  const ending = mine.getByRole('button', { name: 'End round' })
  await expect(ending).toBeVisible()

  const query = { date: istDate(new Date()) }
  const { visits } = await lab.client.call(roundCalls.getPhoneRound, { query })
  const people = new Map(visits.flatMap((each) => each.people).map((each) => [each.bookingId, each]))
  for (const [n, id] of bookings.slice(0, 7).entries()) {
    const { custody, due } = people.get(id) ?? {}
    if (n === 3) expect(custody).toMatchObject({ outcome: { outcome: 'nobody-home' } })
    else expect(custody?.tubes.every(({ drawn, handedOver }) => drawn && handedOver)).toBe(true)
    expect(due === 0, `visit ${n + 1} is paid`).toBe(n !== 3 && n !== 6)
    const { events } = await admin.client.call(operationsEventCalls.listEvents, {
      query: { stream: `booking-${id}` },
    })
    const types = events.map(({ type }) => type)
    expect(
      types.filter((type, place) => types.indexOf(type) !== place),
      `twice in visit ${n + 1}`,
    ).toEqual([])
  }
  expect(people.get(bookings[2] ?? '')?.custody.tubes[0]?.code).toBe(printed.replace('-', ''))

  await ending.click()
  await mine.getByRole('alertdialog').getByRole('button', { name: 'End round' }).click()
  await expect(mine.getByText('Round ended')).toBeVisible()
  expect(await mine.evaluate(() => localStorage.getItem('remembered_user'))).toBeNull()
})

test('the steps of a visit have no accessibility violation, and buttons as large as a thumb', async ({
  browser,
}) => {
  const { lab } = await createRound(1, 'Full Body Checkup')
  const page = await openPhone(browser, lab, 1)
  async function check(where: string) {
    await expectAccessible(page, where)
    const small = await page
      .getByRole('main')
      .locator('a, button, input:not([type=radio])')
      .evaluateAll((all) =>
        all.filter((each) => each.getBoundingClientRect().height < 48).map((each) => each.textContent),
      )
    expect(small, where).toEqual([])
  }
  await openVisit(page, 0)
  await press(page, 'I have arrived')
  await check('fasting')
  await press(page, 'Yes, fasting')
  await press(page, 'Somebody else')
  await press(page, 'Record wrong person')
  await expect(page.getByRole('alert')).toContainText('Draw nothing from somebody else')
  await press(page, 'Check the 4-digit code')
  await press(page, 'The name matches')
  await page.getByLabel('Code of the tube').fill('JN-2026-999999-1')
  await press(page, 'Use code')
  await expect(page.getByRole('alert')).toContainText('belongs to another visit')
  await check('the tubes')
  await page.getByRole('link', { name: 'Could not collect' }).click()
  await check('why not')
  await page.getByRole('link', { name: 'Go back' }).click()
  await press(page, 'All tubes drawn')
  await page.getByText('UPI').click()
  await check('the payment')
})

test('the front desk gives a visit to a collector, and the rest of a round to another', async ({
  browser,
}) => {
  const { lab } = await signInStaff()
  const booking = await createBooking({
    collectionType: 'instant',
    scheduledDate: undefined,
    scheduledTime: undefined,
  })
  await assignToDemoLab(booking)
  await advanceBooking(lab, booking.id, 'confirmed')
  const [first, second] = await lab.client.call(roundCalls.listCollectors)
  const collectorOf = async () =>
    (await lab.client.call(bookingCalls.getBooking, { params: { id: booking.id } })).collectorId
  const page = await openAs(browser, 'lab', { viewport: phone.viewport, ...reducedMotion })
  const dialog = page.getByRole('dialog')
  // what loads above the card would move its menu
  const counted = page.waitForResponse('**/api/critical-calls/count')
  const card = await openListOf(page, '/lab/bookings', booking)
  await counted
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
  await openMenu(card)
  await page.getByRole('menuitem', { name: 'Collector' }).click()
  await dialog.getByText(first?.name ?? '').click()
  await press(page, 'Assign')
  await expect(dialog).toBeHidden()
  expect(await collectorOf()).toBe(first?.id)

  await press(page, 'Hand over round')
  await dialog
    .getByRole('radiogroup', { name: 'From' })
    .getByText(first?.name ?? '')
    .click()
  await dialog
    .getByRole('radiogroup', { name: 'To' })
    .getByText(second?.name ?? '')
    .click()
  await press(page, 'Hand over')
  await expect(dialog).toBeHidden()
  expect(await collectorOf()).toBe(second?.id)
})
