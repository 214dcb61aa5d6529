import { addDays, istDate } from '@jaanch/contracts/calendar'
import type { SlotsView } from '@jaanch/contracts/http/slots'
import { type TimeSlot, timeSlots } from '@jaanch/contracts/vocabulary'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, maxLayoutShift, measureShifts, reducedMotion } from './page-checks.ts'
import { openAsNewCustomer } from './sign-in.ts'
import { test } from './test.ts'
import { back, chooseByArrow, fillAddress, next, onStep, openWizard } from './wizard.ts'

const today = istDate(new Date())
const tomorrow = addDays(today, 1)

type Limits = {
  /** Free visits of a slot ('2026-11-22 08:00-10:00') or of the other slots of a day; open without a number */
  free: Record<string, number>
  instant?: boolean
  /** How long a slot is held, ms */
  holdMs?: number
  /** Whether a slot is refused */
  isRefused?: boolean
}

/**
 * Answers the calls of slots as for a place where labs declared limits. What is changed in `limits` later counts from the next call on.
 * @returns the holds that were asked for and given up: 'hold 08:00-10:00', 'release'
 */
async function limitSlots(page: Page, limits: Limits): Promise<string[]> {
  const calls: string[] = []
  const slotOf = (date: string, time: TimeSlot) => {
    const left = limits.free[`${date} ${time}`] ?? limits.free[date]
    if (left === undefined) return { time, state: 'open' as const }
    return left > 0 ? { time, state: 'few' as const, left } : { time, state: 'full' as const }
  }
  // what is free there in fact does not arrive live
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    socket.connectToServer().onMessage((message) => {
      if (!String(message).includes('["slots"')) socket.send(message)
    })
  })
  await page.route(/\/api\/slots\?/, (route) => {
    const from = new URL(route.request().url()).searchParams.get('from') ?? today
    const dates = Array.from({ length: 7 }, (_, index) => addDays(from, index))
    const view: SlotsView = {
      isLimited: true,
      instant: { possible: limits.instant ?? true },
      days: dates.map((date) => ({ date, slots: timeSlots.map((time) => slotOf(date, time)) })),
      next: null,
    }
    return route.fulfill({ json: view })
  })
  await page.route(/\/api\/slots\/hold/, (route) => {
    const request = route.request()
    const isHold = request.method() === 'POST'
    calls.push(isHold ? `hold ${request.postDataJSON().time}` : 'release')
    if (!isHold) return route.fulfill({ status: 204 })
    if (limits.isRefused)
      return route.fulfill({
        status: 409,
        json: { error: 'This time has just been taken.', code: 'slot-full' },
      })
    const expiresAt = new Date(Date.now() + (limits.holdMs ?? 600_000)).toISOString()
    return route.fulfill({ status: 201, json: { id: crypto.randomUUID(), expiresAt, isRenewable: true } })
  })
  return calls
}

const nearlyFull = { [tomorrow]: 0, [`${tomorrow} 08:00-10:00`]: 2, [`${tomorrow} 14:00-16:00`]: 1 }
const countdown = (page: Page) => page.getByRole('timer')

async function walkToSchedule(page: Page): Promise<void> {
  await openWizard(page)
  await next(page).click()
  await next(page).click()
  await next(page).click()
  await fillAddress(page)
  await next(page).click()
  await onStep(page, 5)
}

test('a slot of a nearly full day is chosen, held and booked without a mouse', async ({ browser }) => {
  const page = await openAsNewCustomer(browser)
  const calls = await limitSlots(page, { free: nearlyFull })
  await walkToSchedule(page)

  await page.getByRole('radio', { name: /^8:00–10:00 am/ }).waitFor()
  await page.getByRole('button', { name: 'Later days' }).focus()
  await page.keyboard.press('Tab')
  await page.getByRole('radio', { name: /tomorrow/ }).focus()
  await page.keyboard.press('Space')
  const days = page.getByRole('radiogroup', { name: 'Preferred Date' })
  const day = days.getByRole('radio', { checked: true })
  await expect(day).toBeFocused()
  await expect(day).toHaveAccessibleName(/3 left/)
  await page.keyboard.press('Tab')
  await expect(
    page.getByRole('button', { name: /^Next free morning: Tomorrow, 8:00–10:00 am/ }),
  ).toBeFocused()
  await page.keyboard.press('Tab')
  // full slots are passed over
  await expect(page.getByRole('radio', { name: /^8:00–10:00 am ?2 left/ })).toBeFocused()
  await chooseByArrow('ArrowDown', page.getByRole('radio', { name: /^2:00–4:00 pm/ }))
  await expect(countdown(page)).toHaveText(/^Held for you for \d+:\d\d$/)
  await expect(page.getByRole('radio', { name: /^2:00–4:00 pm ?Yours/ })).toBeChecked()
  expect(calls).toEqual(['hold 14:00-16:00'])

  await next(page).focus()
  await page.keyboard.press('Enter')
  await onStep(page, 6)
  await expect(countdown(page)).toBeVisible()
  const sent = page.waitForRequest(
    (request) => request.url().endsWith('/api/bookings') && request.method() === 'POST',
  )
  await page.getByRole('button', { name: 'Confirm Booking' }).focus()
  await page.keyboard.press('Enter')
  expect((await sent).postDataJSON()).toMatchObject({
    scheduledTime: '14:00-16:00',
    holdId: expect.any(String),
  })
  await expect(page.getByRole('heading', { name: 'Your booking is placed' })).toBeVisible()
  expect(calls, 'the hold became the place of the visit').toEqual(['hold 14:00-16:00'])
})

test('a reload and Back keep the held slot; leaving the wizard gives it up', async ({ browser }) => {
  const page = await openAsNewCustomer(browser)
  const calls = await limitSlots(page, { free: nearlyFull })
  await walkToSchedule(page)
  await page.getByRole('button', { name: /^Next free(?: morning)?: (?:Today|Tomorrow)/ }).click()
  await expect(countdown(page)).toBeVisible()
  await next(page).click()
  await onStep(page, 6)
  await page.reload()
  await onStep(page, 6)
  await expect(countdown(page)).toBeVisible()
  expect(calls).not.toContain('release')
  await page.goBack()
  await onStep(page, 5)
  await expect(countdown(page)).toBeVisible()
  await expect(page.getByRole('radio', { name: /Yours/ })).toBeChecked()

  await page.getByRole('link', { name: 'Jaanch home' }).click()
  await expect(page).toHaveURL(/\/home$/)
  await expect.poll(() => calls.at(-1)).toBe('release')
})

test('a refused slot becomes full and the next free one is one tap away', async ({ browser }) => {
  const page = await openAsNewCustomer(browser, reducedMotion)
  const readShifts = await measureShifts(page)
  const limits = { free: { ...nearlyFull }, isRefused: true, holdMs: 100_000 }
  await limitSlots(page, limits)
  await walkToSchedule(page)
  await page.getByRole('radio', { name: /tomorrow/ }).click()
  await page.getByRole('radio', { name: /^8:00–10:00 am/ }).click()
  const offer = page.getByRole('button', {
    name: /^Your time was just taken. Next free(?: morning)?: .+$/,
  })
  await expect(offer).toBeVisible()
  await expect(page.getByRole('radio', { name: /^8:00–10:00 am ?Full$/ })).toBeDisabled()
  await expect(next(page)).toBeDisabled()
  await expectAccessible(page, 'a slot that was taken', [360])

  limits.isRefused = false
  await offer.click()
  const longer = page.getByRole('button', { name: 'Keep it longer' })
  await expect(longer).toBeVisible()
  expect(await readShifts()).toBeLessThanOrEqual(maxLayoutShift)
  limits.holdMs = 600_000
  await longer.click()
  await expect(longer).toBeHidden()

  await next(page).click()
  const refusal = { error: 'This time has just been taken. Please choose another one.', code: 'slot-full' }
  await page.route('**/api/bookings', (route) => route.fulfill({ status: 409, json: refusal }), { times: 1 })
  limits.isRefused = true
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Failed to create booking. Please try again.')
  await expect(alert).toContainText(refusal.error)
  await alert.getByRole('button', { name: 'Choose another time' }).click()
  await onStep(page, 5)
  await expect(page.getByText('Your time was just taken.')).toBeVisible()
})

test('where nobody can come within four hours the address leads to a schedule', async ({ browser }) => {
  const page = await openAsNewCustomer(browser)
  await limitSlots(page, { free: nearlyFull, instant: false })
  await openWizard(page)
  await next(page).click()
  await page.getByRole('radio', { name: /Instant collection/ }).click()
  await next(page).click()
  await next(page).click()
  await fillAddress(page)
  await next(page).click()
  await expect(page.getByRole('alert')).toContainText('Nobody can come within four hours at 380009')
  await onStep(page, 4)
  await page.getByRole('button', { name: 'Choose a day and time' }).click()
  await onStep(page, 5)
  await back(page).click()
  await back(page).click()
  await back(page).click()
  await expect(page.getByRole('radio', { name: /Scheduled collection/ })).toBeChecked()
  await expect(page.getByText('Nobody can come within four hours at 380009 at present')).toBeVisible()
})
