import type { Place } from '../booking.ts'

/** What a lab declared that it can do. */
export type LabCapacity = {
  pincodes: readonly string[]
  /** As packages/pincodes spells them */
  cities: readonly string[]
  /** Of both, what limits customers: near the lab, or with an admin's consent */
  limiting: { pincodes: readonly string[]; cities: readonly string[] }
  /** 1 is Monday */
  weekdays: readonly number[]
  /** Visits in each slot */
  slots: readonly number[]
  instant: boolean
  excludedPackageIds: readonly string[]
  /** YYYY-MM-DD */
  daysOff: readonly string[]
}

/** A visit that needs a lab. */
export type VisitToAssign = {
  id: string
  /** Of the address; null if there is none */
  pincode: string | null
  /** Of the PIN code */
  city: string | null
  isInstant: boolean
  /** In which it can take a place, the best first; all of one date. None: an instant visit in the night */
  slots: readonly Pick<Place, 'date' | 'slot'>[]
  packageIds: readonly string[]
}

/** What is known of an approved lab. */
export type LabFacts = {
  labPartnerId: string
  /** null: it declared nothing, so it is not limited */
  capacity: LabCapacity | null
  /** Visits of others on the date, by slot */
  taken: readonly number[]
  /** Between the PIN codes of lab and visit */
  km: number | null
  /** From assignment to report */
  medianHours: number | null
  rating: Rating | null
}

/** The mean of a lab's stars, and of how many reviews */
export type Rating = { mean: number; reviews: number }

/** A lab that can be chosen for a visit. */
export type Candidate = Pick<LabFacts, 'labPartnerId' | 'km' | 'medianHours' | 'rating'> & {
  area: 'pincode' | 'city' | 'undeclared'
  /** Free visits in the slot; null: not limited */
  free: number | null
  /** Share of the day's visits that is taken, 0 to 1; null: not limited */
  load: number | null
  /** What the visit takes of the lab's capacity; null: nothing */
  place: Place | null
}

/** Nobody drives further for a sample, unless an admin consented to the area */
const farthestKm = 100

/** Whether a lab is farther away than labs are, as far as it is known. */
export function isBeyondBound(km: number | null): boolean {
  return km !== null && km > farthestKm
}

/**
 * @returns undefined for a lab that cannot be suggested: it serves other areas or is too far away, does not do one of the tests, does not work on that
 * day, or makes no instant visits
 */
export function candidateOf(lab: LabFacts, visit: VisitToAssign): Candidate | undefined {
  const { labPartnerId, km, medianHours, rating, capacity, taken } = lab
  const known = { labPartnerId, km, medianHours, rating }
  if (!capacity) {
    if (isBeyondBound(km)) return undefined
    return { ...known, area: 'undeclared', free: null, load: null, place: null }
  }

  const area = areaOf(capacity, visit)
  // that far, what it declared limits customers only with an admin's consent
  if (isBeyondBound(km) && !areaOf(capacity.limiting, visit)) return undefined
  const date = visit.slots[0]?.date
  if (!area || (visit.isInstant && !capacity.instant) || (date && !worksOn(capacity, date))) return undefined
  if (capacity.excludedPackageIds.some((id) => visit.packageIds.includes(id))) return undefined

  const freeIn = (slot: number) => Math.max(0, (capacity.slots[slot - 1] ?? 0) - (taken[slot - 1] ?? 0))
  const slot = visit.slots.find((each) => freeIn(each.slot) > 0) ?? visit.slots[0]
  return {
    ...known,
    area,
    free: slot ? freeIn(slot.slot) : 0,
    load: loadOf(capacity.slots, taken),
    place: slot ? { labPartnerId, ...slot } : null,
  }
}

function areaOf(
  { pincodes, cities }: LabCapacity['limiting'],
  { pincode, city }: VisitToAssign,
): 'pincode' | 'city' | undefined {
  if (pincode !== null && pincodes.includes(pincode)) return 'pincode'
  return city !== null && cities.includes(city) ? 'city' : undefined
}

function worksOn({ weekdays, daysOff }: LabCapacity, date: string): boolean {
  const weekday = new Date(date).getUTCDay() || 7
  return weekdays.includes(weekday) && !daysOff.includes(date)
}

function loadOf(slots: readonly number[], taken: readonly number[]): number {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0)
  return Math.min(1, sum(taken) / Math.max(1, sum(slots)))
}
