import { useDeferredValue } from 'react'
import { useDashboard } from '@/lib/resources/analytics'

/** The platform's numbers. Rendering them is deferred, so that a click does not wait for seven charts. */
export function useAnalytics() {
  const { data, error } = useDashboard()
  // null first: with cached data a return to the Overview would render the charts before the click is answered.
  const analytics = useDeferredValue(data, null) ?? undefined
  // Loading until the deferred value is rendered: one empty frame in between shifts the layout.
  return { analytics, loading: !analytics && !error }
}
