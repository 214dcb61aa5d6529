import { addDays, istDate, istMinutes, slotStart } from '@jaanch/contracts/calendar'
import { type City, cities } from '@jaanch/contracts/vocabulary'
import {
  type Accounts,
  type Customer,
  createCustomer,
  createLab,
  type Lab,
  labOf,
  planAccounts,
} from '../accounts.ts'
import { demoCities, habits, people } from '../data.ts'
import { demandOn } from '../history.ts'
import { createRandom, type Random } from '../random.ts'

/** The password of every generated customer. */
export const generatedPassword = 'generated-2026'

/** The busiest of a city's 60 labs has a quarter of its bookings. */
const labSkew = { exponent: 1.1, shift: 0.5 }
/** With a million bookings of 100,000 customers, the first has some thousand, the median six. */
const customerSkew = { exponent: 0.75, shift: 5 }

/** Customers are made when they are needed, since a million of them would not fit: at most this many are kept. */
const keptCustomers = 50_000

export type Population = {
  /** The accounts of the demo, which are the oldest and the busiest */
  accounts: Accounts
  /** All approved labs, those of the demo first */
  labs: readonly Lab[]
  customers: number
  /** @param n customers are numbered in the order of their registration; 0 is the demo customer */
  customer(n: number): Customer
  /** One of the first `count` customers; a few are picked very often */
  pickCustomer(random: Random, count: number): Customer
  /** A lab of the city; a few are picked very often */
  pickLab(random: Random, city: City): Lab
}

export type PopulationSize = { customers: number; labs: number }

/** @param firstDay YYYY-MM-DD in India: all labs and a third of the customers are there before it */
export function planPopulation(
  { customers, labs }: PopulationSize,
  firstDay: string,
  seed: number,
): Population {
  const accounts = planAccounts(addDays(firstDay, -100))
  const known = [accounts.demoCustomer, ...accounts.customers]
  const approved = accounts.labs.filter(({ approved }) => approved)
  const allLabs = [
    ...approved,
    ...Array.from({ length: Math.max(0, labs - approved.length) }, (_, n) => planLab(n, firstDay, seed)),
  ]
  const labsByCity = Map.groupBy(allLabs, (lab) => lab.approved?.city)

  const kept = new Map<number, Customer>()
  const firstMoment = slotStart(firstDay, '00:00')
  function customer(n: number): Customer {
    const found = known[n] ?? kept.get(n)
    if (found) return found
    const createdAt = registrationTime(n, customers, firstMoment)
    const planned = planCustomer(n, createdAt, seed)
    if (kept.size >= keptCustomers) kept.clear()
    kept.set(n, planned)
    return planned
  }

  return {
    accounts,
    labs: allLabs,
    customers: Math.max(customers, known.length),
    customer,
    pickCustomer: (random, count) =>
      customer(pickSkewed(random, Math.max(count, known.length), customerSkew)),
    pickLab(random, city) {
      const candidates = labsByCity.get(city) ?? [labOf(accounts, city)]
      return candidates[pickSkewed(random, candidates.length, labSkew)] as Lab
    },
  }
}

const pickCity = (random: Random) => random.weighted(cities, (city) => habits.cityWeights[city])

/** Has the given name and the birthday of one resident of its city, and the family of another. */
function planCustomer(n: number, createdAt: Date, seed: number): Customer {
  const random = createRandom('generated customer', seed, n)
  const city = pickCity(random)
  const residents = people.customers.filter((each) => each.city === city)
  const { name: first, gender, born } = random.pick(residents)
  const { name: other, family = [] } = random.pick(residents)
  const name = `${first.split(' ')[0]} ${other.split(' ').at(-1)}`
  return createCustomer({
    ...{ name, gender, born, family, city, createdAt },
    email: `${name.toLowerCase().replace(/[^a-z]+/g, '.')}.${seed}.${n}@customers.example`,
    phone: `+91${String(8_000_000_000 + seed * 10_000_000 + n)}`,
    password: generatedPassword,
    hasOffice: random.chance(0.25),
  })
}

function planLab(n: number, firstDay: string, seed: number): Lab {
  const random = createRandom('generated lab', seed, n)
  const city = pickCity(random)
  const [area, pincode] = random.pick(demoCities[city].areas)
  const createdAt = new Date(slotStart(addDays(firstDay, -99), '10:00').getTime() + n * 60_000)
  const state = demoCities[city].state.slice(0, 2).toUpperCase()
  return createLab({
    name: `${area} ${random.pick(habits.labNames)} ${n + 1}`,
    address: `${Math.floor(random.between(1, 200))} Main Road, ${area}`,
    email: `lab.${seed}.${n + 1}@labs.example`,
    phone: `+917${String(seed * 1_000_000 + n).padStart(9, '0')}`,
    password: people.labs[0]?.password,
    createdAt,
    approval: {
      at: new Date(createdAt.getTime() + 36 * 3_600_000),
      city,
      pincode,
      licence: `${state}/CE/2020/${String(n + 1).padStart(5, '0')}`,
    },
  })
}

/**
 * Picks an index below `count` by the law of Zipf and Mandelbrot: the weight of index i is about 1 / (i + shift) ** exponent. Of a
 * hundred thousand with exponent 0.75 and shift 5 the first has 0.4 % and the first thousand a quarter.
 * Drawn from the integral of the weights, so that its cost does not depend on the count.
 * @param exponent not 1
 */
function pickSkewed(
  random: Random,
  count: number,
  { exponent, shift }: { exponent: number; shift: number },
): number {
  const power = 1 - exponent
  const low = shift ** power
  const high = (count + shift) ** power
  const index = Math.floor((low + random.between(0, 1) * (high - low)) ** (1 / power) - shift)
  return Math.min(count - 1, Math.max(0, index))
}

/** The history covers two years, and demand doubles every half year: a fifth of the bookings are of the last 60 days. */
const generatedDays = 730
const doublingDays = 182

const dayMs = 24 * 3_600_000
/** The last day has bookings only if the anchor leaves room for them: the first are placed at six. */
const earliestMinute = 12 * 60

export type Day = { index: number; date: string; end: Date; bookings: number }

/** @param bookings of all days together @returns the days in order, the last of which the anchor is in, or the one before */
export function planDays(bookings: number, anchor: Date): Day[] {
  const today = istDate(anchor)
  const last = istMinutes(anchor) < earliestMinute ? addDays(today, -1) : today
  const dates = Array.from({ length: generatedDays }, (_, index) => addDays(last, index + 1 - generatedDays))
  const weights = dates.map((date, index) => demandOn(date) * 2 ** (index / doublingDays))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let sum = 0
  let placed = 0
  return dates.map((date, index) => {
    sum += weights[index] ?? 0
    const upto = Math.round((bookings * sum) / total)
    const day = { index, date, end: slotStart(addDays(date, 1), '00:00'), bookings: upto - placed }
    placed = upto
    return day
  })
}

/**
 * When the n-th of `count` customers registers: a third in the months before the first day, the others as demand grows, none on
 * the last day.
 */
function registrationTime(n: number, count: number, firstDay: Date): Date {
  const before = Math.ceil(count / 3)
  if (n < before) return new Date(firstDay.getTime() - (90 - (89 * n) / before) * dayMs)
  const share = (n - before) / (count - before)
  const growth = 2 ** ((generatedDays - 2) / doublingDays)
  const day = doublingDays * Math.log2(1 + share * (growth - 1))
  return new Date(firstDay.getTime() + Math.floor(day * dayMs))
}
