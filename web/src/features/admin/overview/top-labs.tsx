import { countText } from '@/lib/format/numbers'
import { useTopLabs } from '@/lib/resources/labs'
import { Panel } from '@/ui/panel'
import { Skeleton } from '@/ui/skeleton'

export function TopLabs() {
  const { rows, loading } = useTopLabs()
  const maxBookings = Math.max(1, rows[0]?.bookings ?? 0)
  return (
    <Panel title="Top Labs">
      <ol className="grid grid-cols-1 gap-4 p-4 sm:p-5">
        {loading && ['a', 'b', 'c', 'd'].map((key) => <Skeleton key={key} className="h-13 w-full" />)}
        {!loading && rows.length === 0 && <li className="text-ink-soft">No lab has been approved yet.</li>}
        {rows.map((lab) => (
          <li key={lab.id} className="min-h-13">
            <div className="flex items-baseline justify-between gap-3">
              <p className="min-w-0 truncate font-semibold">{lab.labName}</p>
              <p className="shrink-0 text-ink-soft text-xs tabular-nums">
                <span className="font-semibold text-ink text-sm">{countText(lab.bookings)}</span>{' '}
                {lab.bookings === 1 ? 'booking' : 'bookings'}
              </p>
            </div>
            <p className="text-ink-soft text-xs">{lab.city ?? 'City not recorded'}</p>
            <div className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-sunken" aria-hidden>
              <div
                className="h-full rounded-full bg-brand"
                style={{ width: `${(100 * lab.bookings) / maxBookings}%` }}
              />
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
