import { cn } from '@/lib/class-names'
import { Card } from '@/ui/card'
import { Skeleton } from '@/ui/skeleton'

/** The charts' cards in their places and measures */
const cards = [
  { name: 'days', look: 'h-[27.5rem] lg:col-span-2' },
  { name: 'funnel', look: 'h-[22.5rem]' },
  { name: 'slots', look: 'h-[22.5rem]' },
  { name: 'turnaround', look: 'h-[24rem]' },
  { name: 'cancellations', look: 'h-[24rem]' },
  { name: 'packages', look: 'h-[31.5rem]' },
  { name: 'cities', look: 'h-[31.5rem]' },
]

export function ChartSkeletons() {
  return (
    <>
      {cards.map(({ name, look }, index) => (
        <Card key={name} className={cn('flex flex-col p-5', look)}>
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
