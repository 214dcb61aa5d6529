import { useResource } from '../cache/use-resource'

/** The platform's numbers. */
export function useDashboardTotals() {
  return useResource('/api/analytics/dashboard').data
}
