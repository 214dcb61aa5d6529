import { useResource } from '../cache/use-resource'
import type { OptionsAt } from '../http/contract'

export type QualityDays = NonNullable<NonNullable<OptionsAt<'GET', '/api/quality'>['query']>['days']>

/** Nobody waits for these numbers: they are fetched again now and then, ms */
const refreshMs = 120_000

/** How the collections of the last days went: of the caller's lab by collector, for admins by lab. */
export function useQuality(days: QualityDays) {
  return useResource('/api/quality', { query: { days }, refreshMs })
}
