import { lazy, Suspense } from 'react'
import { ChartSkeletons } from './parts/chart-skeletons'
import { useAnalytics } from './use-analytics'

// The charts come in a chunk of their own: the Overview stands before they do.
const Charts = lazy(async () => ({ default: (await import('./charts/charts')).Charts }))

/** The platform's last 60 days, as they happen. Stands on the admin's Overview below what is specified. */
export function AnalyticsSection() {
  const { analytics, loading } = useAnalytics()
  // like a list that fails to load: it is logged, and nothing is shown
  if (!analytics && !loading) return null
  return (
    <section aria-labelledby="analytics">
      <div className="mb-4">
        <h2 id="analytics" className="font-bold text-xl">
          Analytics
        </h2>
        <p className="text-ink-soft">The last 60 days, moving as bookings do.</p>
      </div>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <Suspense fallback={<ChartSkeletons />}>
          {analytics ? <Charts analytics={analytics} /> : <ChartSkeletons />}
        </Suspense>
      </div>
    </section>
  )
}
