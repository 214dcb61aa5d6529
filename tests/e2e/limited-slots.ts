import { addDays, istDate } from '@jaanch/contracts/calendar'
import type { SlotsView } from '@jaanch/contracts/http/slots'
import { type TimeSlot, timeSlots } from '@jaanch/contracts/vocabulary'
import type { Page } from '@playwright/test'

const today = istDate(new Date())
export const tomorrow = addDays(today, 1)

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
export async function limitSlots(page: Page, limits: Limits): Promise<string[]> {
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
