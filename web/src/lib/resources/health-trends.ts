import { liveQuery, useResource } from '../cache/use-resource'
import { derivedFrom } from '../live/live-rule'

// a released report is a change of its booking
const people = liveQuery('/api/health-trends/people', derivedFrom('booking'))
const trends = liveQuery('/api/health-trends', derivedFrom('booking'))
const trend = liveQuery('/api/health-trends/:id', derivedFrom('booking'))

/** The people of the family who have reports, the caller first. */
export function useTrendPeople() {
  return useResource(people)
}

/** What was measured of a person. Another person's data is never shown in the meantime. @param person null: not known yet */
export function useHealthTrends(person: string | null) {
  return useResource(person === null ? null : trends, { query: { person: person ?? '' } })
}

/** All results of a parameter. @param person as above */
export function useHealthTrend(code: string, person: string | null) {
  return useResource(person === null ? null : trend, {
    params: { id: code },
    query: { person: person ?? '' },
  })
}
