import { paymentMethods } from '@jaanch/contracts/vocabulary'
import { paymentTexts } from '@/components/booking/texts'
import { rupeesText } from '@/lib/format/numbers'
import { useDashboard } from '@/lib/resources/analytics'
import { Panel } from '@/ui/panel'
import { Skeleton } from '@/ui/skeleton'
import { takenToday as texts } from './texts'

/** Payments that all labs and admins recorded today, by method: unlike Revenue, whatever became of the bookings. */
export function TakenToday() {
  const taken = useDashboard().data?.takenToday
  return (
    <Panel title={texts.title}>
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
