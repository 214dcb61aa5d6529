import { addDays, slotStart } from '@jaanch/contracts/calendar'
import { type City, cities } from '@jaanch/contracts/vocabulary'
import { demoCities } from '../cities.ts'
import { type DemoPerson, residents } from '../people.ts'
import {
  type Accounts,
  type Customer,
  createCustomer,
  createLab,
  type Lab,
  planAccounts,
} from '../plan-accounts.ts'
import { createRandom, type Random } from '../random.ts'
import { registrationTime } from './plan-days.ts'

/** The password of every generated customer. */
export const generatedPassword = 'generated-2026'

/** Shares of the customers and of the labs by city. */
const cityWeights: Record<City, number> = {
  Ahmedabad: 12,
  Bangalore: 14,
  Chennai: 9,
  Delhi: 17,
  Hyderabad: 10,
  Kolkata: 8,
  Mumbai: 18,
  Pune: 6,
  Surat: 3,
  Jaipur: 3,
}

/** The busiest of a city's 60 labs has a quarter of its bookings. */
const labSkew = { exponent: 1.1, shift: 0.5 }
/** Of 100,000 customers the first has some thousand bookings of a million, the median six. */
const customerSkew = { exponent: 0.75, shift: 5 }

const labNames = [
  'Diagnostics',
  'Pathology Centre',
  'Clinical Laboratory',
  'Path Labs',
  'Health Labs',
  'Diagnostic Hub',
]

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
  const labsOf = (city: City): readonly Lab[] =>
    labsByCity.get(city) ?? approved.filter(({ email }) => email === demoCities[city].lab)

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
      const candidates = labsOf(city)
      return candidates[pickSkewed(random, candidates.length, labSkew)] as Lab
    },
  }
}

function pickCity(random: Random): City {
  return random.weighted(cities, (city) => cityWeights[city])
}

/** Has the given name and the birthday of one resident of its city, and the family of another. */
function planCustomer(n: number, createdAt: Date, seed: number): Customer {
  const random = createRandom('generated customer', seed, n)
  const city = pickCity(random)
  const one = random.pick(residents[city])
  const other = random.pick(residents[city])
  const surname = other.name.split(' ').at(-1) ?? ''
  const person: DemoPerson = {
    ...one,
    name: `${one.name.split(' ')[0]} ${surname}`,
    family: other.family ?? [],
  }
  return createCustomer({
    city,
    person,
    email: `${person.name.toLowerCase().replace(/[^a-z]+/g, '.')}.${seed}.${n}@customers.example`,
    phone: `+91${String(8_000_000_000 + seed * 10_000_000 + n)}`,
    password: generatedPassword,
    createdAt,
    hasOffice: random.chance(0.25),
  })
}

function planLab(n: number, firstDay: string, seed: number): Lab {
  const random = createRandom('generated lab', seed, n)
  const city = pickCity(random)
  const [area, pincode] = random.pick(demoCities[city].areas)
  const createdAt = new Date(slotStart(addDays(firstDay, -99), '10:00').getTime() + n * 60_000)
  return createLab({
    name: `${area} ${random.pick(labNames)} ${n + 1}`,
    address: `${Math.floor(random.between(1, 200))} Main Road, ${area}`,
    city,
    pincode,
    licence: `${demoCities[city].state.slice(0, 2).toUpperCase()}/CE/2020/${String(n + 1).padStart(5, '0')}`,
    email: `lab.${seed}.${n + 1}@labs.example`,
    phone: `+917${String(seed * 1_000_000 + n).padStart(9, '0')}`,
    createdAt,
    approvedAt: new Date(createdAt.getTime() + 36 * 3_600_000),
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
