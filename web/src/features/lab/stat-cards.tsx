import { CircleCheck, ClipboardList, FlaskConical, IndianRupee } from 'lucide-react'
import { useBookingCounts, useBookings } from '@/lib/api/bookings'
import { rupeesText } from '@/lib/format/money'
import { Card } from '@/ui/card'
import { Skeleton } from '@/ui/skeleton'

const most = 500

export function StatCards() {
  const counts = useBookingCounts()
  const revenue = useRevenue(counts.completed)
  const stats = [
    { name: 'Total Bookings', value: counts.all, icon: ClipboardList },
    { name: 'In Progress', value: counts['in-progress'], icon: FlaskConical },
    { name: 'Completed', value: counts.completed, icon: CircleCheck },
    { name: 'Revenue', value: revenue, icon: IndianRupee },
  ]
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      {stats.map(({ name, value, icon: Icon }) => (
        <Card key={name} className="relative p-4 sm:p-5">
          <dt className="text-ink-soft text-xs">
            {name}
            <span className="absolute top-5 right-5 grid size-10 place-items-center rounded-lg bg-brand-soft text-brand-ink max-sm:hidden">
              <Icon className="size-5" aria-hidden />
            </span>
          </dt>
          <dd className="mt-1 font-bold text-xl tabular-nums">
            {value ?? <Skeleton className="my-1 h-6 w-14" />}
          </dd>
        </Card>
      ))}
    </dl>
  )
}

/**
 * The sum of finalAmount of completed bookings. It is only shown where all of them are at hand: past 500 the
 * API has to say it.
 */
function useRevenue(completed: number | undefined): string | undefined {
  const { rows, loading } = useBookings('completed', most)
  if (loading || completed === undefined) return undefined
  if (completed > most) return '—'
  return rupeesText(rows.reduce((sum, row) => sum + Math.round(row.finalAmount * 100), 0) / 100)
}
