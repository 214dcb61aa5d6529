import type { LucideIcon } from 'lucide-react'
import { cn } from '@/lib/class-names'
import { Card } from '@/ui/card'
import { Skeleton } from '@/ui/skeleton'

export type Stat = { name: string; value: string | undefined; icon: LucideIcon }

export function StatRow({ stats }: { stats: readonly Stat[] }) {
  return (
    <dl
      className={cn('grid gap-3 sm:gap-4', stats.length === 3 ? 'grid-cols-3' : 'grid-cols-2 lg:grid-cols-4')}
    >
      {stats.map(({ name, value, icon: Icon }) => (
        <Card key={name} className="relative min-w-0 p-4 sm:p-5">
          <dt className="text-ink-soft text-xs">
            {name}
            <span className="absolute top-5 right-5 grid size-10 place-items-center rounded-lg bg-brand-soft text-brand-ink max-sm:hidden">
              <Icon className="size-5" aria-hidden />
            </span>
          </dt>
          <dd className="mt-1 font-bold text-xl tabular-nums leading-tight [overflow-wrap:anywhere]">
            {value ?? <Skeleton className="my-1 h-6 w-14" />}
          </dd>
        </Card>
      ))}
    </dl>
  )
}
