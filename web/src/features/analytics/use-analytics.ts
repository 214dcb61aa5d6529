import { useDeferredValue } from 'react'
import { useAnswer } from '@/lib/swr/use-answer'

/**
 * The platform's numbers: fetched once, then as the gateway pushes them. They are shown when there is nothing more urgent to
 * do: a click does not wait for seven charts.
 */
export function useAnalytics() {
  const { data, error } = useAnswer('/api/analytics/dashboard')
  const analytics = useDeferredValue(data)
  // loading until they are shown, not only until they are there: a place that is empty for one frame makes the page jump
  return { analytics, loading: !analytics && !error }
}
