import { cn } from '@/lib/class-names'
import { Card } from '@/ui/card'
import { Skeleton } from '@/ui/skeleton'

/** The measures of the chart cards */
const cards = [
  { name: 'days', className: 'h-[27.5rem] lg:col-span-2' },
  { name: 'funnel', className: 'h-[22.5rem]' },
  { name: 'slots', className: 'h-[22.5rem]' },
  { name: 'turnaround', className: 'h-[24rem]' },
  { name: 'cancellations', className: 'h-[24rem]' },
  { name: 'packages', className: 'h-[31.5rem]' },
  { name: 'cities', className: 'h-[31.5rem]' },
]

export function ChartSkeletons() {
  return (
    <>
      {cards.map(({ name, className }, index) => (
        <Card key={name} className={cn('flex flex-col p-5', className)}>
          <div {...(index === 0 && { role: 'status', 'aria-label': 'Loading' })}>
            <Skeleton className="h-5 w-40" />
            <Skeleton className="mt-2 h-4 w-56 max-w-full" />
          </div>
          <Skeleton className="mt-5 w-full grow" />
        </Card>
      ))}
    </>
  )
}
