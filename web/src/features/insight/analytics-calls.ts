import { usePages } from '@/lib/cache/use-pages'
import { useResource } from '@/lib/cache/use-resource'
import type { OptionsAt } from '@/lib/http/contract'

/** The platform's numbers: fetched once, then replaced by live messages. */
export function useDashboard() {
  return useResource('/api/analytics/dashboard')
}

type QualityDays = NonNullable<NonNullable<OptionsAt<'GET', '/api/quality'>['query']>['days']>

/** Nobody waits for these numbers: they are fetched again now and then, ms */
const refreshMs = 120_000

/** How the collections of the last days went: of the caller's lab by collector, for admins by lab. */
export function useQuality(days: QualityDays) {
  return useResource('/api/quality', { query: { days }, refreshMs })
}

/** '' for none. `person` is the id of a user */
export type AuditFilter = { action: string; person: string; day: string }

export function useAudit(filter: AuditFilter) {
  return usePages('/api/audit', filter)
}

/** Who opened the user's documents. */
export function useAccess() {
  return usePages('/api/users/me/access', { limit: 10 })
}
