import { addDays, ageOn, istDate, slotStart } from '@jaanch/contracts/calendar'
import { type PaymentMethod, type TimeSlot, timeSlots } from '@jaanch/contracts/vocabulary'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import type { BookingPlan } from './booking-steps.ts'
import type { CatalogueEntry } from './catalogue.ts'
import { withOutcomes } from './outcomes.ts'
import type { Customer } from './plan-accounts.ts'
import { createRandom, type Random } from './random.ts'

export const historyDays = 60

const minute = 60_000
const hour = 60 * minute

/** Weights of the most ordered entries; other popular entries weigh 4 and the rest 0.6. */
const favourites: Record<string, number> = {
  'PKG-FULL': 16,
  CBC: 13,
  TFT: 11,
  'PKG-BASIC': 10,
  HBA1C: 9,
  LIPID: 8,
  VITD: 7,
  'PKG-DIA': 7,
  B12: 6,
  'PKG-FEVER': 6,
}

/** Demand by day of the week from Sunday: Saturdays and Mondays are busy. */
export const weekdayWeights = [0.8, 1.15, 1, 0.95, 0.95, 1.05, 1.3]

/** Orders by hour of the day in India, from 6: most before work and after dinner. */
const hourWeights = [1, 3, 6, 9, 10, 8, 6, 5, 4, 4, 5, 5, 6, 8, 9, 7, 4]
const firstHour = 6

/** Weights of the slots in their order; fasting samples are collected before breakfast. */
const slotWeights = { fasting: [40, 38, 14, 3, 2, 3], other: [16, 26, 22, 10, 11, 15] }

const leadDays = [0, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 5]
const methods: Record<PaymentMethod, number> = { upi: 5, 'cash-on-collection': 3, card: 2 }

const instructions = [
  'Please call before you come up.',
  'Ring the bell twice, the intercom is out of order.',
  'Veins are hard to find, please send someone experienced.',
  'The lift is under repair: third floor by the stairs.',
  'Please come at the beginning of the slot, I leave for work.',
  'Ask at the security gate for the visitor pass.',
]

/** What the customer chooses. */
export type Order = Omit<BookingPlan, 'until' | 'cancelled'>

/**
 * @param anchor time of the first load; nothing is placed after it
 * @returns 60 days of bookings, chosen at random, unordered
 */
export function planBookings(
  customers: readonly Customer[],
  entries: readonly CatalogueEntry[],
  anchor: Date,
): BookingPlan[] {
  const today = istDate(anchor)
  const ordered = Array.from({ length: historyDays }, (_, day) => day).flatMap((day) => {
    const date = addDays(today, day + 1 - historyDays)
    const random = createRandom('day', day)
    const growth = 6 + (5 * day) / historyDays
    const demand = weekdayWeights[new Date(date).getUTCDay()] ?? 1
    const count = Math.round(growth * demand * random.between(0.85, 1.15))
    const pickCustomer = (random: Random, placedAt: Date) =>
      random.pick(customers.filter(({ createdAt }) => createdAt < placedAt))
    return Array.from({ length: count }, (_, n) =>
      planOrder({ key: [day, n], date, entries, anchor, pickCustomer }),
    ).filter((booking) => booking !== undefined)
  })
  return withOutcomes(ordered, anchor)
}

type OrderOptions = {
  /** Seeds the choices, and the id of the booking follows from it */
  key: readonly (string | number)[]
  /** Of its placement: YYYY-MM-DD in India */
  date: string
  entries: readonly CatalogueEntry[]
  anchor: Date
  pickCustomer: (random: Random, placedAt: Date) => Customer
}

/** @returns undefined if the booking would be placed after the anchor */
export function planOrder({ key, date, entries, anchor, pickCustomer }: OrderOptions): Order | undefined {
  const random = createRandom('booking', ...key)
  const hourOfDay = firstHour + random.weighted([...hourWeights.keys()], (index) => hourWeights[index] ?? 0)
  const placedAt = new Date(slotStart(date, '00:00').getTime() + (hourOfDay + random.between(0, 1)) * hour)
  if (placedAt.getTime() > anchor.getTime() - minute) return undefined

  const customer = pickCustomer(random, placedAt)
  const patient = random.chance(0.6) ? customer : random.pick([customer, ...customer.members])
  const age = ageOn(patient.born, date)
  const entry = random.weighted(entries, (candidate) =>
    suits(candidate, patient.gender, age) ? popularity(candidate) : 0,
  )
  const isInstant = hourOfDay >= 7 && hourOfDay < 15 && random.chance(0.2)
  const slot = isInstant ? null : pickSlot(random, date, placedAt, entry)
  return {
    bookingId: appendIdOf('demo', 'booking', ...key),
    customer,
    memberId: patient === customer ? null : patient.id,
    entry,
    placedAt,
    slot,
    paymentMethod: random.weighted(Object.keys(methods) as PaymentMethod[], (method) => methods[method]),
    address: random.pick(customer.addresses),
    instructions: random.chance(0.15) ? random.pick(instructions) : null,
  }
}

function suits(entry: CatalogueEntry, gender: 'male' | 'female', age: number): boolean {
  const isFor = entry.gender === 'both' || entry.gender === gender
  return isFor && age >= (entry.ageMin ?? 0) && age <= (entry.ageMax ?? 150)
}

function popularity({ code, isPopular }: CatalogueEntry): number {
  return favourites[code] ?? (isPopular ? 4 : 0.6)
}

/** A slot needs two hours of notice. */
function pickSlot(
  random: Random,
  date: string,
  placedAt: Date,
  entry: CatalogueEntry,
): NonNullable<BookingPlan['slot']> {
  const weights = slotWeights[entry.fasting === 0 ? 'other' : 'fasting']
  const time: TimeSlot = random.weighted(timeSlots, (slot) => weights[timeSlots.indexOf(slot)] ?? 0)
  const preferred = addDays(date, random.pick(leadDays))
  const inTime = slotStart(preferred, time).getTime() >= placedAt.getTime() + 2 * hour
  return { date: inTime ? preferred : addDays(date, 1), time }
}
