import { useAnswer } from '../swr/use-answer'

/** The platform's numbers. */
export function useDashboardTotals() {
  return useAnswer('/api/analytics/dashboard').data
}
