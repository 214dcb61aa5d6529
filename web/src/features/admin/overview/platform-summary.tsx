import { Package, Users } from 'lucide-react'
import { countText } from '@/lib/format/numbers'
import { useDashboard } from '@/lib/resources/analytics'
import { Panel } from '@/ui/panel'
import { Skeleton } from '@/ui/skeleton'
import { summary as texts } from './texts'

export function PlatformSummary() {
  const totals = useDashboard().data
  const lines = [
    { name: texts.users, value: countText(totals?.totalUsers), icon: Users },
    { name: texts.packages, value: countText(totals?.totalPackages), icon: Package },
  ]
  return (
    <Panel title={texts.title}>
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
