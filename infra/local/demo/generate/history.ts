import { setImmediate } from 'node:timers/promises'
import { slotStart } from '@jaanch/contracts/calendar'
import { customerEntry } from '../accounts-timeline.ts'
import type { TimelineEntry } from '../timeline.ts'
import { decideGenerated, type History, planBookingsOf } from './plan-day.ts'
import type { Day } from './plan-days.ts'

/** About 2 MB of events: with 1,000 and with 20,000 it takes as long. */
const batchSize = 5_000
/** Planning yields to the connection that writes the previous batch every few ms. */
const bookingsPerTurn = 20

type Options = { days: readonly Day[]; passwordHash: string; onDay: (bookings: number) => void }

/**
 * The history of all days in order of time, in batches. A day's entries are complete when its bookings are planned, since
 * nothing happens to a booking before it is placed; what belongs to later days is kept until then.
 */
export async function* generateHistory(
  history: History,
  { days, passwordHash, onDay }: Options,
): AsyncGenerator<TimelineEntry[]> {
  const { population, anchor } = history
  let later: TimelineEntry[] = []
  let batch: TimelineEntry[] = []
  let registered = 1 + population.accounts.customers.length
  let placed = 0

  /** Registrations until the end of the day are emitted; who registered before its beginning may order. */
  function* registerUntil(end: Date): Generator<TimelineEntry> {
    for (; registered < population.customers; registered += 1) {
      const customer = population.customer(registered)
      if (customer.createdAt >= end) return
      yield customerEntry(customer, passwordHash)
    }
  }

  for (const day of days) {
    const begin = slotStart(day.date, '00:00')
    const known: TimelineEntry[] = [...registerUntil(begin)]
    const buyers = registered
    known.push(...registerUntil(day.end))
    for (const [index, plan] of planBookingsOf(day, buyers, history).entries()) {
      later.push(...decideGenerated(plan, history))
      if (index % bookingsPerTurn === 0) await setImmediate()
    }
    const end = Math.min(day.end.getTime(), anchor.getTime() + 1)
    const [now, rest] = partition(later, ({ at }) => at.getTime() < end)
    later = rest
    batch.push(...[...known, ...now].sort((a, b) => a.at.getTime() - b.at.getTime()))
    while (batch.length >= batchSize) {
      yield batch.slice(0, batchSize)
      batch = batch.slice(batchSize)
    }
    placed += day.bookings
    onDay(placed)
  }
  yield batch.concat(later.sort((a, b) => a.at.getTime() - b.at.getTime()))
}

function partition<Item>(items: readonly Item[], belongs: (item: Item) => boolean): [Item[], Item[]] {
  const matching: Item[] = []
  const others: Item[] = []
  for (const item of items) (belongs(item) ? matching : others).push(item)
  return [matching, others]
}
