import { addDays, ageOn, istDate, slotStart } from '@jaanch/contracts/calendar'
import { type PaymentMethod, type TimeSlot, timeSlots } from '@jaanch/contracts/vocabulary'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import type { Customer } from './accounts.ts'
import type { CatalogueEntry } from './catalogue.ts'
import type { Plan } from './course.ts'
import { withFates } from './fates.ts'
import { createRandom, type Random } from './random.ts'

export const historyDays = 60

const minute = 60_000
const hour = 60 * minute

/** What people here order most; other popular entries weigh 4 and the rest 0.6. */
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

/** By day of the week from Sunday: Saturdays and Mondays are the busy days. */
const weekRhythm = [0.8, 1.15, 1, 0.95, 0.95, 1.05, 1.3]

/** Orders by hour of the day in India, from 6: before work, and after dinner. */
const dayRhythm = [1, 3, 6, 9, 10, 8, 6, 5, 4, 4, 5, 5, 6, 8, 9, 7, 4]
const firstHour = 6

/** Weights of the slots in their order: a fasting sample is taken before breakfast. */
const slotRhythm = { fasting: [40, 38, 14, 3, 2, 3], other: [16, 26, 22, 10, 11, 15] }

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

/** What a customer decides; what becomes of it is decided after. */
type Ordered = Omit<Plan, 'until' | 'cancelled'>

/**
 * @param anchor the moment at which the demo was first loaded: nothing is placed after it
 * @returns 60 days of bookings, as they were planned by chance, not yet in order
 */
export function planBookings(
  customers: readonly Customer[],
  entries: readonly CatalogueEntry[],
  anchor: Date,
): Plan[] {
  const today = istDate(anchor)
  const ordered = Array.from({ length: historyDays }, (_, day) => day).flatMap((day) => {
    const date = addDays(today, day + 1 - historyDays)
    const random = createRandom('day', day)
    const growth = 6 + (5 * day) / historyDays
    const rhythm = weekRhythm[new Date(date).getUTCDay()] ?? 1
    const count = Math.round(growth * rhythm * random.between(0.85, 1.15))
    return Array.from({ length: count }, (_, n) =>
      planBooking(date, day, n, customers, entries, anchor),
    ).filter((booking) => booking !== undefined)
  })
  return withFates(ordered, anchor)
}

/** @returns undefined for one that would be placed only after the anchor */
function planBooking(
  date: string,
  day: number,
  n: number,
  customers: readonly Customer[],
  entries: readonly CatalogueEntry[],
  anchor: Date,
): Ordered | undefined {
  const random = createRandom('booking', day, n)
  const hourOfDay = firstHour + random.weighted([...dayRhythm.keys()], (index) => dayRhythm[index] ?? 0)
  const placedAt = new Date(slotStart(date, '00:00').getTime() + (hourOfDay + random.between(0, 1)) * hour)
  if (placedAt.getTime() > anchor.getTime() - minute) return undefined

  const customer = random.pick(customers.filter(({ createdAt }) => createdAt < placedAt))
  const patient = random.chance(0.6) ? customer : random.pick([customer, ...customer.members])
  const age = ageOn(patient.born, date)
  const entry = random.weighted(entries, (candidate) =>
    suits(candidate, patient.gender, age) ? popularity(candidate) : 0,
  )
  const isInstant = hourOfDay >= 7 && hourOfDay < 15 && random.chance(0.2)
  const slot = isInstant ? null : pickSlot(random, date, placedAt, entry)
  return {
    bookingId: appendIdOf('demo', 'booking', day, n),
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
  const { min, max } = entry.ageRestrictions
  const isFor = entry.genderSpecific === 'both' || entry.genderSpecific === gender
  return isFor && age >= (min ?? 0) && age <= (max ?? 150)
}

function popularity({ code, isPopular }: CatalogueEntry): number {
  return favourites[code] ?? (isPopular ? 4 : 0.6)
}

/** Two hours before its slot a booking can still be arranged. */
function pickSlot(
  random: Random,
  date: string,
  placedAt: Date,
  entry: CatalogueEntry,
): NonNullable<Plan['slot']> {
  const weights = slotRhythm[entry.fastingRequired ? 'fasting' : 'other']
  const time: TimeSlot = random.weighted(timeSlots, (slot) => weights[timeSlots.indexOf(slot)] ?? 0)
  const wished = addDays(date, random.pick(leadDays))
  const inTime = slotStart(wished, time).getTime() >= placedAt.getTime() + 2 * hour
  return { date: inTime ? wished : addDays(date, 1), time }
}
