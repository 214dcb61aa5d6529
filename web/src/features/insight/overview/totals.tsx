import { paymentMethods } from '@jaanch/contracts/vocabulary'
import { Package, Users } from 'lucide-react'
import { paymentTexts } from '@/components/booking/texts'
import { useDashboard } from '@/features/insight/analytics-calls'
import { countText, rupeesText } from '@/lib/format/numbers'
import { Panel } from '@/ui/panel'
import { Skeleton } from '@/ui/skeleton'
import * as texts from './texts'

export function PlatformSummary() {
  const totals = useDashboard().data
  const lines = [
    { name: texts.summary.users, value: countText(totals?.totalUsers), icon: Users },
    { name: texts.summary.packages, value: countText(totals?.totalPackages), icon: Package },
  ]
  return (
    <Panel title={texts.summary.title}>
      <dl className="divide-y">
        {lines.map(({ name, value, icon: Icon }) => (
          <div key={name} className="flex min-h-14 items-center gap-3 px-4 sm:px-5">
            <dt className="flex grow items-center gap-3 text-ink-soft">
              <Icon className="size-5 text-brand-ink" aria-hidden />
              {name}
            </dt>
            <dd className="font-bold tabular-nums">{value ?? <Skeleton className="h-5 w-10" />}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

/** Payments that all labs and admins recorded today, by method: unlike Revenue, whatever became of the bookings. */
export function TakenToday() {
  const taken = useDashboard().data?.takenToday
  return (
    <Panel title={texts.takenToday.title}>
      <dl className="divide-y">
        {paymentMethods.map((method) => (
          <div key={method} className="flex min-h-11 items-center gap-3 px-4 sm:px-5">
            <dt className="grow text-ink-soft">{paymentTexts[method]}</dt>
            <dd className="font-bold tabular-nums">
              {taken ? rupeesText(taken[method]) : <Skeleton className="h-5 w-16" />}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
