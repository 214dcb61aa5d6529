import type { DueTests } from '@jaanch/report/retests/api'
import { mutate } from 'swr'
import { liveQuery, useResource } from '@/lib/cache/use-resource'
import { call } from '@/lib/http/call'
import { urlOf } from '@/lib/http/url'
import { derivedFrom } from '@/lib/live/live-rule'

// a released report is a change of its booking
const people = liveQuery('/api/health-trends/people', derivedFrom('booking'))
const trends = liveQuery('/api/health-trends', derivedFrom('booking'))

/** The people of the family who have reports, the caller first. */
export function useTrendPeople() {
  return useResource(people)
}

/** `self`, or the id of a family member */
export type PersonKey = string

/** The measured results of a person. Another person's data is never shown in the meantime. */
export function useHealthTrends(person: PersonKey) {
  return useResource(trends, { query: { person } })
}

const path = '/api/health-reminders'

const dueTests = liveQuery(path, derivedFrom('booking'))

/** When each parameter of a person is usually measured again, and whether the customer is reminded of it. */
export function useDueTests(person: PersonKey) {
  return useResource(dueTests, { query: { person } })
}

/** Which of these tests would tell nothing new about a person yet; undefined while that is not known. */
export function useRetestHints(person: PersonKey, packageIds: readonly string[]) {
  const query = { person, packageIds: packageIds.join(',') }
  return useResource(packageIds.length > 0 ? '/api/health-reminders/hints' : null, { query }).data
}

export async function switchReminders({ person, isOn }: { person: PersonKey; isOn: boolean }): Promise<void> {
  const changed = await call('PUT', '/api/health-reminders/settings', { body: { person, isOn } })
  await mutate(
    urlOf(path, undefined, { person }),
    (known: DueTests | undefined) => known && { ...known, ...changed },
    { revalidate: false },
  )
}
