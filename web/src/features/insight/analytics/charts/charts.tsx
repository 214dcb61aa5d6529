import type { AnalyticsView } from '@jaanch/insight/dashboard/api'
import { DaysChart } from './days-chart'
import { CancellationsChart, CitiesChart, FunnelChart, PackagesChart, PromisesChart } from './rankings'
import { SlotsChart } from './slots-chart'
import { TurnaroundChart } from './turnaround-chart'

export function Charts({ analytics }: { analytics: AnalyticsView }) {
  return (
    <>
      <DaysChart days={analytics.days} />
      <FunnelChart funnel={analytics.funnel} />
      <SlotsChart slots={analytics.slots} />
      <TurnaroundChart labs={analytics.turnaround} />
      <CancellationsChart cancellations={analytics.cancellations} />
      <PackagesChart packages={analytics.packages} others={analytics.otherPackages} />
      <CitiesChart cities={analytics.cities} />
      <PromisesChart promises={analytics.reportPromises} />
    </>
  )
}
