/** The random part of the history: what customers order, how it ends, and what they say of it. */
import { addDays, ageOn, istDate, slotStart } from '@jaanch/contracts/calendar'
import { type PaymentMethod, timeSlots } from '@jaanch/contracts/vocabulary'
import { appendIdOf } from '@jaanch/eventlog/idempotency'
import { type Accounts, type Customer, labOf } from './accounts.ts'
import type { BookingPlan, Order } from './booking-plan.ts'
import type { CatalogueEntry } from './catalogue.ts'
import { habits, people, type Stage } from './data.ts'
import { createRandom, type Random } from './random.ts'

export const historyDays = 60
const minute = 60_000
const hour = 60 * minute

/**
 * @param anchor nothing is placed after it
 * @returns 60 days of bookings of the demo's customers, unordered
 */
export function planHistory(
  accounts: Accounts,
  entries: readonly CatalogueEntry[],
  anchor: Date,
): BookingPlan[] {
  const today = istDate(anchor)
  const ordered = Array.from({ length: historyDays }, (_, day) => day).flatMap((day) => {
    const date = addDays(today, day + 1 - historyDays)
    const growth = 6 + (5 * day) / historyDays
    const count = Math.round(growth * demandOn(date) * createRandom('day', day).between(0.85, 1.15))
    const pickCustomer = (random: Random, placedAt: Date) =>
      random.pick(accounts.customers.filter(({ createdAt }) => createdAt < placedAt))
    return Array.from({ length: count }, (_, n) =>
      planOrder({ key: [day, n], date, entries, anchor, pickCustomer }),
    ).filter((order) => order !== undefined)
  })
  return withOutcomes(ordered, anchor)
    .filter((booking) => !needsPlace(booking, accounts, today))
    .map(withReview)
}

/** Relative to that of other days of the week */
export const demandOn = (date: string) => habits.weekdays[new Date(date).getUTCDay()] ?? 1

/** Whether the lab had already declared its capacity: such a booking would have needed one of its places. */
function needsPlace({ customer, placedAt }: BookingPlan, accounts: Accounts, today: string): boolean {
  const { email } = labOf(accounts, customer.city)
  const lab = people.labs.find((each) => each.email === email)
  if (!lab?.capacity || lab.approval?.city !== customer.city) return false
  const [day, time] = lab.capacity.declared
  return placedAt >= slotStart(addDays(today, day), time)
}

type OrderOptions = {
  /** Seeds the choices, and the id of the booking follows from it */
  key: readonly (string | number)[]
  /** The date of its placement: YYYY-MM-DD in India */
  date: string
  entries: readonly CatalogueEntry[]
  anchor: Date
  pickCustomer: (random: Random, placedAt: Date) => Customer
}

/** @returns undefined if the booking would be placed after the anchor */
export function planOrder({ key, date, entries, anchor, pickCustomer }: OrderOptions): Order | undefined {
  const random = createRandom('booking', ...key)
  const hourOfDay = Number(random.weighted(Object.keys(habits.hours), (each) => habits.hours[each] ?? 0))
  const placedAt = new Date(slotStart(date, '00:00').getTime() + (hourOfDay + random.between(0, 1)) * hour)
  if (placedAt.getTime() > anchor.getTime() - minute) return undefined

  const customer = pickCustomer(random, placedAt)
  const patient = random.chance(0.6) ? customer : random.pick([customer, ...customer.members])
  const age = ageOn(patient.born, date)
  const entry = random.weighted(entries, (each) =>
    suits(each, patient.gender, age) ? popularityOf(each) : 0,
  )
  const isInstant = hourOfDay >= 7 && hourOfDay < 15 && random.chance(0.2)
  const slot = isInstant ? null : pickSlot(random, date, placedAt, entry)
  const methods = Object.keys(habits.paymentMethods) as PaymentMethod[]
  return {
    bookingId: appendIdOf('demo', 'booking', ...key),
    customer,
    memberId: patient === customer ? null : patient.id,
    entry,
    placedAt,
    slot,
    paymentMethod: random.weighted(methods, (method) => habits.paymentMethods[method]),
    address: random.pick(customer.addresses),
    instructions: random.chance(0.15) ? random.pick(habits.instructions) : null,
  }
}

function suits(entry: CatalogueEntry, gender: Customer['gender'], age: number): boolean {
  const isFor = entry.gender === 'both' || entry.gender === gender
  return isFor && age >= (entry.ageMin ?? 0) && age <= (entry.ageMax ?? 150)
}

function popularityOf({ code, isPopular }: CatalogueEntry): number {
  return habits.favourites[code] ?? (isPopular ? habits.otherPopular : habits.others)
}

/** A slot needs two hours of notice. */
function pickSlot(random: Random, date: string, placedAt: Date, { fasting }: CatalogueEntry): Order['slot'] {
  const weights = habits.slots[fasting === 0 ? 'other' : 'fasting']
  const time = random.weighted(timeSlots, (slot) => weights[timeSlots.indexOf(slot)] ?? 0)
  const preferred = addDays(date, random.pick(habits.leadDays))
  const isInTime = slotStart(preferred, time).getTime() >= placedAt.getTime() + 2 * hour
  return { date: isInTime ? preferred : addDays(date, 1), time }
}

/**
 * Chooses the last stage of each booking. Old ones are completed or cancelled. Steps after the anchor are left out later, so
 * a recent booking may end at an earlier stage.
 */
export function withOutcomes(orders: readonly Order[], anchor: Date): BookingPlan[] {
  const counts = new Map<(typeof habits.outcomes)[number], number>()

  function nextStage(hoursAgo: number): Stage {
    const window = habits.outcomes.find((each) => hoursAgo < each.hoursAgo)
    if (!window) return 'completed'
    const count = counts.get(window) ?? 0
    counts.set(window, count + 1)
    return window.stages[count % window.stages.length] ?? 'completed'
  }

  return orders.map((order) => {
    const random = createRandom('fate', order.bookingId)
    if (random.chance(0.07)) {
      const { until, cancelled } = random.weighted(habits.cancellations, ({ weight }) => weight)
      return { ...order, until, cancelled }
    }
    const { slot, placedAt } = order
    const collection = slot ? slotStart(slot.date, slot.time).getTime() : placedAt.getTime() + 2 * hour
    return { ...order, until: nextStage((anchor.getTime() - collection) / hour) }
  })
}

/** A third of the completed bookings has one: enough that each lab, and some tests, have five and more. */
function withReview(booking: BookingPlan): BookingPlan {
  const random = createRandom('review', booking.bookingId)
  if (booking.until !== 'completed' || booking.cancelled || !random.chance(0.35)) return booking
  const { stars, text } = random.weighted(habits.reviews, ({ weight }) => weight)
  return { ...booking, review: { stars, text } }
}
