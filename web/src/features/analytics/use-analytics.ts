import { useDeferredValue } from 'react'
import { useAnswer } from '@/lib/swr/use-answer'

/**
 * The platform's numbers: fetched once, then as the gateway pushes them. They are shown when there is nothing more urgent to
 * do: a click does not wait for seven charts.
 */
export function useAnalytics() {
  const { data, loading } = useAnswer('/api/analytics/dashboard')
  return { analytics: useDeferredValue(data), loading }
}
