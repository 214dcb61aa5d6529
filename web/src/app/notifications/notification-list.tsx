import type { NotificationView } from '@jaanch/contracts/http/notifications'
import type { Role } from '@jaanch/contracts/vocabulary'
import { Inbox } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { cn } from '@/lib/class-names'
import { instantText } from '@/lib/format/dates'
import { bookingPathFor } from '@/lib/paths'
import { markRead } from '@/lib/resources/notifications'
import { Skeleton } from '@/ui/skeleton'

type NotificationListProps = {
  rows: readonly NotificationView[]
  loading: boolean
  role: Role
  onOpened: () => void
}

export function NotificationList({ rows, loading, role, onOpened }: NotificationListProps) {
  const navigate = useNavigate()

  function open({ id, read, bookingId }: NotificationView) {
    if (!read) void markRead([id])
    if (!bookingId) return
    onOpened()
    navigate(bookingPathFor(role, bookingId))
  }

  if (loading) {
    return (
      <div role="status" aria-label="Loading" className="grid gap-3 p-4">
        <Skeleton className="h-14 w-full" />
        <Skeleton className="h-14 w-full" />
        <Skeleton className="h-14 w-full" />
      </div>
    )
  }
  if (rows.length === 0) {
    return (
      <div className="grid justify-items-center px-6 py-10 text-center">
        <Inbox className="size-7 text-ink-soft" aria-hidden />
        <p className="mt-3 font-semibold">Nothing new</p>
        <p className="text-ink-soft">Each step of your bookings appears here.</p>
      </div>
    )
  }
  return (
    <ul aria-label="Notifications" className="divide-y">
      {rows.map((row) => (
        <li key={row.id}>
          <button
            type="button"
            className={cn(
              'flex w-full gap-3 px-4 py-3 text-left -outline-offset-2 transition-colors hover:bg-sunken',
              !row.read && 'bg-brand-soft/60',
            )}
            onClick={() => open(row)}
          >
            <span
              className={cn('mt-2 size-2 shrink-0 rounded-full', row.read ? 'bg-transparent' : 'bg-brand')}
              aria-hidden
            />
            <span className="min-w-0 grow">
              {!row.read && <span className="sr-only">Unread: </span>}
              <span className="block font-semibold">{row.title}</span>
              <span className="block text-ink-soft">{row.body}</span>
              <time dateTime={row.at} className="block text-ink-soft text-xs tabular-nums">
                {instantText(row.at)}
              </time>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
