import { usePages } from '../cache/use-pages'

/** '' for none. `person` is the id of a user */
export type AuditFilter = { action: string; person: string; day: string }

export function useAudit(filter: AuditFilter) {
  return usePages('/api/audit', filter)
}

/** Who opened the user's documents. */
export function useAccess() {
  return usePages('/api/users/me/access', { limit: 10 })
}
