import { useDeferredValue } from 'react'
import { useResource } from '@/lib/cache/use-resource'

/**
 * The platform's numbers: fetched once, then pushed by the gateway. Rendering them is deferred, so that a click does not wait
 * for seven charts.
 */
export function useAnalytics() {
  const { data, error } = useResource('/api/analytics/dashboard')
  const analytics = useDeferredValue(data)
  // Loading until the deferred value is rendered: one empty frame in between shifts the layout.
  return { analytics, loading: !analytics && !error }
}
