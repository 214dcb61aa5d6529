import { useAnswer } from '../cache/use-resource'

/** The platform's numbers. */
export function useDashboardTotals() {
  return useAnswer('/api/analytics/dashboard').data
}
