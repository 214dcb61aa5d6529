import { CircleCheck, ClipboardList, FlaskConical, IndianRupee } from 'lucide-react'
import { StatRow } from '@/components/stats/stat-card'
import { countText, rupeesText } from '@/lib/format/numbers'
import { useBookingCounts, useBookingsSummary } from '@/lib/resources/bookings'

export function StatCards() {
  const counts = useBookingCounts()
  const summary = useBookingsSummary()
  return (
    <StatRow
      stats={[
        { name: 'Total Bookings', value: countText(counts.all), icon: ClipboardList },
        { name: 'In Progress', value: countText(counts['in-progress']), icon: FlaskConical },
        { name: 'Completed', value: countText(counts.completed), icon: CircleCheck },
        { name: 'Revenue', value: summary && rupeesText(summary.revenue), icon: IndianRupee },
      ]}
    />
  )
}
