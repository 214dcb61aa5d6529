import type { AnalyticsView } from '@jaanch/contracts/http/analytics'
import { useSteady } from '../parts/use-steady'
import { DaysChart } from './days-chart'
import { FunnelChart } from './funnel-chart'
import { CancellationsChart, CitiesChart, PackagesChart } from './shares'
import { SlotsChart } from './slots-chart'
import { TurnaroundChart } from './turnaround-chart'

/** All the charts. Each draws anew only when its own numbers change. */
export function Charts({ analytics }: { analytics: AnalyticsView }) {
  const days = useSteady(analytics.days)
  const funnel = useSteady(analytics.funnel)
  const slots = useSteady(analytics.slots)
  const turnaround = useSteady(analytics.turnaround)
  const cancellations = useSteady(analytics.cancellations)
  const packages = useSteady(analytics.packages)
  const others = useSteady(analytics.otherPackages)
  const cities = useSteady(analytics.cities)
  return (
    <>
      <DaysChart days={days} />
      <FunnelChart funnel={funnel} />
      <SlotsChart slots={slots} />
      <TurnaroundChart labs={turnaround} />
      <CancellationsChart cancellations={cancellations} />
      <PackagesChart packages={packages} others={others} />
      <CitiesChart cities={cities} />
    </>
  )
}
