import type { AnalyticsView } from '@jaanch/insight/dashboard/api'
import { useState } from 'react'
import { DaysChart } from './days-chart'
import { CancellationsChart, CitiesChart, FunnelChart, PackagesChart, PromisesChart } from './rankings'
import { SlotsChart } from './slots-chart'
import { TurnaroundChart } from './turnaround-chart'

/**
 * Returns the previous object while the new one has the same content. Every message brings new objects; without this each
 * would redraw all charts.
 */
export function useStableValue<Value>(value: Value): Value {
  const [stable, setStable] = useState(value)
  if (stable === value || JSON.stringify(stable) === JSON.stringify(value)) return stable
  setStable(value)
  return value
}

/** Each chart renders again only when its own numbers change. */
export function Charts({ analytics }: { analytics: AnalyticsView }) {
  const days = useStableValue(analytics.days)
  const funnel = useStableValue(analytics.funnel)
  const slots = useStableValue(analytics.slots)
  const turnaround = useStableValue(analytics.turnaround)
  const cancellations = useStableValue(analytics.cancellations)
  const packages = useStableValue(analytics.packages)
  const others = useStableValue(analytics.otherPackages)
  const cities = useStableValue(analytics.cities)
  const promises = useStableValue(analytics.reportPromises)
  return (
    <>
      <DaysChart days={days} />
      <FunnelChart funnel={funnel} />
      <SlotsChart slots={slots} />
      <TurnaroundChart labs={turnaround} />
      <CancellationsChart cancellations={cancellations} />
      <PackagesChart packages={packages} others={others} />
      <CitiesChart cities={cities} />
      <PromisesChart promises={promises} />
    </>
  )
}
