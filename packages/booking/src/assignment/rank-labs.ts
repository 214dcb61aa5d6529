import { ratedFrom } from '@jaanch/contracts/rating'
import type { Assignment, Place } from '../booking.ts'
import { type Candidate, isBeyondBound } from './candidate.ts'

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
/** What a lab gets of the points for something that is not known of it: neither the best nor the worst */
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
