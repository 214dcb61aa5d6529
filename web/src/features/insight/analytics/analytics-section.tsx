import { Suspense, useDeferredValue } from 'react'
import { useDashboard } from '@/features/insight/analytics-calls'
import { cn } from '@/lib/class-names'
import { Card } from '@/ui/card'
import { lazyPart } from '@/ui/lazy-part'
import { Skeleton } from '@/ui/skeleton'

const texts = {
  title: 'Analytics',
  description: 'The last 60 days, moving as bookings do.',
  loading: 'Loading',
}

// A separate chunk: the Overview renders without waiting for the charts.
const Charts = lazyPart(async () => (await import('./charts/charts')).Charts, 'min-h-72')

export function AnalyticsSection() {
  const { analytics, loading } = useAnalytics()
  // On failure the section is empty, as lists are (specification); the error is logged
  if (!analytics && !loading) return null
  return (
    <section aria-labelledby="analytics">
      <div className="mb-4">
        <h2 id="analytics" className="font-bold text-xl">
          {texts.title}
        </h2>
        <p className="text-ink-soft">{texts.description}</p>
      </div>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <Suspense fallback={<ChartSkeletons />}>
          {analytics ? <Charts analytics={analytics} /> : <ChartSkeletons />}
        </Suspense>
      </div>
    </section>
  )
}

const cards = [
  { name: 'days', className: 'h-[27.5rem] lg:col-span-2' },
  { name: 'funnel', className: 'h-[22.5rem]' },
  { name: 'slots', className: 'h-[22.5rem]' },
  { name: 'turnaround', className: 'h-[24rem]' },
  { name: 'cancellations', className: 'h-[24rem]' },
  { name: 'packages', className: 'h-[31.5rem]' },
  { name: 'cities', className: 'h-[31.5rem]' },
  { name: 'promises', className: 'h-[16rem] lg:col-span-2' },
]

function ChartSkeletons() {
  return (
    <>
      {cards.map(({ name, className }, index) => (
        <Card key={name} className={cn('flex flex-col p-5', className)}>
          <div {...(index === 0 && { role: 'status', 'aria-label': texts.loading })}>
            <Skeleton className="h-5 w-40" />
            <Skeleton className="mt-2 h-4 w-56 max-w-full" />
          </div>
          <Skeleton className="mt-5 w-full grow" />
        </Card>
      ))}
    </>
  )
}

/** The platform's numbers. Rendering them is deferred, so that a click does not wait for seven charts. */
export function useAnalytics() {
  const { data, error } = useDashboard()
  // null first: with cached data a return to the Overview would render the charts before the click is answered.
  const analytics = useDeferredValue(data, null) ?? undefined
  // Loading until the deferred value is rendered: one empty frame in between shifts the layout.
  return { analytics, loading: !analytics && !error }
}
