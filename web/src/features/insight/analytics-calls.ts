import { useResource } from '@/lib/cache/use-resource'

/** The platform's numbers: fetched once, then replaced by live messages. */
export function useDashboard() {
  return useResource('/api/analytics/dashboard')
}
