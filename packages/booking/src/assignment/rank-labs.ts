import { ratedFrom } from '@jaanch/contracts/rating'
import type { Assignment, Place } from '../booking.ts'

type Reasons = Assignment['reasons']

export type RankedLab = {
  labPartnerId: string
  /** 0 to 100; below 0 without a free visit in the slot */
  score: number
  isFull: boolean
  reasons: Reasons
  place: Place | null
}

/** Points at most: their sum is 100. */
const points = { area: 30, free: 10, distance: 25, turnaround: 15, rating: 10, load: 10 }
const shareOfArea = { pincode: 1, city: 0.75, undeclared: 0.25 }
/** Further free visits make no difference */
const freeEnough = 5
/** At this distance a lab has half of the points */
const halfwayKm = 8
/** A median of this many hours, and longer ones, get no points */
const slowestHours = 72
/** The share of the points that a lab gets for something unknown: neither the best nor the worst */
const unknownShare = { distance: 0.25, turnaround: 0.5, rating: 0.75 }

/**
 * Orders labs for a visit: those with a free visit in the slot first, then those within the bound of the distance, whatever speaks for
 * others (an admin consented to their areas), then by points for area, distance, free visits, median time to
 * the report, rating and the share of the day that is free. Of labs that are equal, the one with the lower id is first.
 * @returns the best lab first, each with the reasons for its score
 */
export function rankLabs(candidates: readonly Candidate[]): RankedLab[] {
  const far = new Set(
    candidates.filter(({ km }) => isBeyondBound(km)).map(({ labPartnerId }) => labPartnerId),
  )
  return candidates
    .map((candidate): RankedLab => {
      const isFull = candidate.free === 0
      const score = pointsOf(candidate) - (isFull ? 100 : 0)
      return {
        labPartnerId: candidate.labPartnerId,
        score,
        isFull,
        reasons: reasonsOf(candidate),
        place: candidate.place,
      }
    })
    .sort(
      (one, other) =>
        Number(one.isFull) - Number(other.isFull) ||
        Number(far.has(one.labPartnerId)) - Number(far.has(other.labPartnerId)) ||
        other.score - one.score ||
        (one.labPartnerId < other.labPartnerId ? -1 : 1),
    )
}

function pointsOf({ area, free, km, medianHours, rating, load }: Candidate): number {
  const stars = ratingOf(rating)
  return (
    points.area * shareOfArea[area] +
    points.free * (free === null ? 0.5 : Math.min(free, freeEnough) / freeEnough) +
    points.distance * (km === null ? unknownShare.distance : halfwayKm / (halfwayKm + km)) +
    points.turnaround *
      (medianHours === null ? unknownShare.turnaround : Math.max(0, 1 - medianHours / slowestHours)) +
    points.rating * (stars === null ? unknownShare.rating : (stars - 1) / 4) +
    points.load * (load === null ? 0.5 : 1 - load)
  )
}

function reasonsOf({ area, free, km, medianHours, rating, load }: Candidate): Reasons {
  const reasons: Reasons = []
  if (free === 0) reasons.push({ code: 'full', value: null })
  reasons.push({ code: codeOfArea[area], value: null })
  if (km !== null) reasons.push({ code: 'distance', value: Math.round(km * 10) / 10 })
  if (medianHours !== null) reasons.push({ code: 'turnaround', value: Math.max(1, Math.round(medianHours)) })
  if (free) reasons.push({ code: 'free-places', value: free })
  if (rating && rating.reviews >= ratedFrom)
    reasons.push({ code: 'rating', value: Math.round(rating.mean * 10) / 10, reviews: rating.reviews })
  if (load !== null) reasons.push({ code: 'load', value: Math.round(load * 100) })
  return reasons
}

const codeOfArea = { pincode: 'serves-pincode', city: 'serves-city', undeclared: 'not-declared' } as const

function ratingOf(rating: Candidate['rating']): number | null {
  return rating && rating.reviews >= ratedFrom ? rating.mean : null
}

/** The capacity that a lab declared. */
export type LabCapacity = {
  pincodes: readonly string[]
  /** As packages/pincodes spells them */
  cities: readonly string[]
  /** The areas among them that limit customers: near the lab, or with an admin's consent */
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
  /** The PIN code of the address; null if there is none */
  pincode: string | null
  /** The city of the PIN code */
  city: string | null
  isInstant: boolean
  /** In which it can take a place, the best first; all of one date. None: an instant visit in the night */
  slots: readonly Pick<Place, 'date' | 'slot'>[]
  packageIds: readonly string[]
}

/** The facts about an approved lab. */
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
  /** The place that the visit takes; null: none */
  place: Place | null
}

/** Nobody drives further for a sample, unless an admin consented to the area */
const farthestKm = 100

/** Whether a lab is farther away than labs are, as far as it is known. */
function isBeyondBound(km: number | null): boolean {
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
