import {
  type Candidate,
  candidateOf,
  type LabFacts,
  type Rating,
  type VisitToAssign,
} from '@jaanch/domain/assignment/candidate'
import { type RankedLab, rankLabs } from '@jaanch/domain/assignment/rank-labs'
import { kmBetweenPincodes } from '@jaanch/pincodes/distance'
import { batchCalls } from '@jaanch/platform/batch-calls'
import { keepFor } from '@jaanch/platform/keep-for'
import type pg from 'pg'
import { readLabRatings } from '../ratings.ts'
import { type ApprovedLab, readLabs, readMedians, readOwnPlaces, readTaken } from './lab-facts.ts'
import type { Reservations } from './reservations.ts'

export type SuggestedLab = RankedLab & { labName: string }

export type Ranking = {
  /**
   * Ranks the approved labs for a visit on what is stored now. Concurrent calls share their reads.
   * @param options.except labs that must not get it @param options.reserved places that are about to be taken
   * @returns the best lab first
   * @throws LabsUnknownError
   */
  rank(visit: VisitToAssign, options?: RankOptions): Promise<SuggestedLab[]>
}
type RankOptions = { except?: ReadonlySet<string>; reserved?: Reservations }

/** How long medians and ratings are kept, ms: they change slowly and cost more than all else */
const keepMs = 60_000

type Facts = {
  labs: readonly ApprovedLab[]
  taken: Map<string, number[]>
  own: Map<string, { day: string; slot: number }>
  medians: Map<string, number>
  ratings: Map<string, Rating>
}

/** The ranking of labs, for the API and the workers alike. One per process. */
export function createRanking(pool: pg.Pool): Ranking {
  const none = () => new Map()
  const medians = keepFor(keepMs, () => readMedians(pool).catch(none))
  const ratings = keepFor(keepMs, () => readLabRatings(pool).catch(none))

  const readFacts = batchCalls(async (visits: VisitToAssign[]): Promise<Facts[]> => {
    const [labs, taken, own, hours, stars] = await Promise.all([
      readLabs(pool, visits),
      readTaken(pool, visits),
      readOwnPlaces(pool, visits),
      medians(),
      ratings(),
    ])
    const facts: Facts = { labs, taken, own, medians: hours, ratings: stars }
    return visits.map(() => facts)
  })

  return {
    async rank(visit, { except, reserved } = {}) {
      const facts = await readFacts(visit)
      const names = new Map(facts.labs.map(({ labPartnerId, labName }) => [labPartnerId, labName]))
      const candidates = facts.labs.flatMap((lab): Candidate[] => {
        if (except?.has(lab.labPartnerId)) return []
        const candidate = candidateOf(factsOf(lab, visit, facts, reserved), visit)
        return candidate ? [candidate] : []
      })
      return rankLabs(candidates).map((lab) => ({ ...lab, labName: names.get(lab.labPartnerId) ?? '' }))
    },
  }
}

const nobody = [0, 0, 0, 0, 0, 0]

function factsOf(
  { labPartnerId, pincode, capacity }: ApprovedLab,
  visit: VisitToAssign,
  { taken, own, medians, ratings }: Facts,
  reserved: Reservations | undefined,
): LabFacts {
  const day = `${labPartnerId} ${visit.slots[0]?.date}`
  const ownPlace = own.get(visit.id)
  const takenBy = (count: number, slot: number, visits: number) => {
    const byOthers = count + (reserved?.count(day, slot) ?? 0)
    const isOwn = ownPlace?.day === day && ownPlace.slot === slot
    // the place that the visit has is free for it, whoever else is about to take one
    return isOwn ? Math.min(byOthers - 1, visits - 1) : byOthers
  }
  return {
    labPartnerId,
    capacity,
    taken: capacity
      ? (taken.get(day) ?? nobody).map((count, index) =>
          takenBy(count, index + 1, capacity.slots[index] ?? 0),
        )
      : nobody,
    km: pincode && visit.pincode ? (kmBetweenPincodes(pincode, visit.pincode) ?? null) : null,
    medianHours: medians.get(labPartnerId) ?? null,
    rating: ratings.get(labPartnerId) ?? null,
  }
}
