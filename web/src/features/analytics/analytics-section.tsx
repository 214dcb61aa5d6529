import { Suspense } from 'react'
import { lazyPart } from '@/ui/lazy-part'
import { ChartSkeletons } from './components/chart-skeletons'
import { useAnalytics } from './use-analytics'

// A separate chunk: the Overview renders without waiting for the charts.
const Charts = lazyPart(async () => (await import('./charts/charts')).Charts, 'min-h-72')

/** Live numbers of the last 60 days, on the admin's Overview below the specified cards. */
export function AnalyticsSection() {
  const { analytics, loading } = useAnalytics()
  // On failure the section is empty, as lists are (specification); the error is logged
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
