import { paymentMethods } from '@jaanch/contracts/vocabulary'
import { type LucideIcon, Package, Users } from 'lucide-react'
import { paymentTexts } from '@/components/booking/texts'
import { useDashboard } from '@/features/insight/analytics-calls'
import { cn } from '@/lib/class-names'
import { countText, rupeesText } from '@/lib/format/numbers'
import { Panel } from '@/ui/panel'
import { Skeleton } from '@/ui/skeleton'
import * as texts from './texts'

export function PlatformSummary() {
  const totals = useDashboard().data
  return (
    <Panel title={texts.summary.title}>
      <dl className="divide-y">
        <Figure name={texts.summary.users} value={countText(totals?.totalUsers)} icon={Users} />
        <Figure name={texts.summary.packages} value={countText(totals?.totalPackages)} icon={Package} />
      </dl>
    </Panel>
  )
}

/** The payments that all labs and admins recorded today, by method. Unlike Revenue, they count whatever became of the bookings. */
export function TakenToday() {
  const taken = useDashboard().data?.takenToday
  return (
    <Panel title={texts.takenToday.title}>
      <dl className="divide-y">
        {paymentMethods.map((method) => (
          <Figure key={method} name={paymentTexts[method]} value={taken && rupeesText(taken[method])} />
        ))}
      </dl>
    </Panel>
  )
}

type FigureProps = { name: string; value: string | undefined; icon?: LucideIcon }

function Figure({ name, value, icon: Icon }: FigureProps) {
  return (
    <div className={cn('flex items-center gap-3 px-4 sm:px-5', Icon ? 'min-h-14' : 'min-h-11')}>
      <dt className="flex grow items-center gap-3 text-ink-soft">
        {Icon && <Icon className="size-5 text-brand-ink" aria-hidden />}
        {name}
      </dt>
      <dd className="font-bold tabular-nums">
        {value ?? <Skeleton className={cn('h-5', Icon ? 'w-10' : 'w-16')} />}
      </dd>
    </div>
  )
}
