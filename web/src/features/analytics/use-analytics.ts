import { useDeferredValue } from 'react'
import { useDashboard } from '@/lib/resources/analytics'

/** The platform's numbers. Rendering them is deferred, so that a click does not wait for seven charts. */
export function useAnalytics() {
  const { data, error } = useDashboard()
  const analytics = useDeferredValue(data)
  // Loading until the deferred value is rendered: one empty frame in between shifts the layout.
  return { analytics, loading: !analytics && !error }
}
