import { slotStart } from '@jaanch/contracts/calendar'
import { customerEntry } from '../accounts-timeline.ts'
import type { TimelineEntry } from '../timeline.ts'
import { decideGenerated, type History, planBookingsOf } from './plan-day.ts'
import type { Day } from './plan-days.ts'

type Options = { days: readonly Day[]; passwordHash: string; onDay: (bookings: number) => void }

/**
 * The history of all days in order of time, a batch for each day. A day's entries are complete when its bookings are planned, since
 * nothing happens to a booking before it is placed; what belongs to later days is kept until then.
 */
export function* generateHistory(
  history: History,
  { days, passwordHash, onDay }: Options,
): Generator<TimelineEntry[]> {
  const { population, anchor } = history
  let later: TimelineEntry[] = []
  let registered = 1 + population.accounts.customers.length
  let placed = 0

  /** Adds the registrations until then. */
  function registerUntil(end: Date): void {
    for (; registered < population.customers; registered += 1) {
      const customer = population.customer(registered)
      if (customer.createdAt >= end) return
      later.push(customerEntry(customer, passwordHash))
    }
  }

  for (const day of days) {
    registerUntil(slotStart(day.date, '00:00'))
    // who registers on the day itself does not order yet
    const buyers = registered
    registerUntil(day.end)
    for (const plan of planBookingsOf(day, buyers, history)) later.push(...decideGenerated(plan, history))
    const end = Math.min(day.end.getTime(), anchor.getTime() + 1)
    const { now = [], rest = [] } = Object.groupBy(later, ({ at }) => (at.getTime() < end ? 'now' : 'rest'))
    later = rest
    yield now.sort(byTime)
    placed += day.bookings
    onDay(placed)
  }
  yield later.sort(byTime)
}

const byTime = (a: TimelineEntry, b: TimelineEntry) => a.at.getTime() - b.at.getTime()
