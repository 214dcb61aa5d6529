import type { Role } from '@jaanch/contracts/vocabulary'
import type { NotificationView } from '@jaanch/messages/api'
import { Inbox } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { markAllRead, markRead, useNotifications } from '@/features/account/notifications-calls'
import { cn } from '@/lib/class-names'
import { instantText } from '@/lib/format/dates'
import { bookingPathFor } from '@/lib/paths'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Popover } from '@/ui/popover'
import { SkeletonBlocks } from '@/ui/skeleton'

const texts = {
  title: 'Notifications',
  markAllRead: 'Mark all as read',
  loading: 'Loading',
  none: 'Nothing new',
  noneText: 'Each step of your bookings appears here.',
  unread: 'Unread:',
}

type NotificationPanelProps = {
  role: Role
  anchor: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

/** A popover beside the bell on large screens, a sheet on phones. */
export function NotificationPanel({ role, anchor, onClose }: NotificationPanelProps) {
  const [isLarge] = useState(() => matchMedia('(min-width: 64rem)').matches)
  const { rows, loading } = useNotifications()
  const markAllButton = rows.some(({ read }) => !read) && (
    <Button variant="ghost" size="sm" className="text-brand-ink" onClick={() => void markAllRead()}>
      {texts.markAllRead}
    </Button>
  )
  const list = <NotificationList rows={rows} loading={loading} role={role} onOpened={onClose} />

  if (!isLarge) {
    return (
      <Dialog onClose={onClose} title={texts.title} footer={markAllButton || undefined}>
        <div className="-mx-5 -my-4">{list}</div>
      </Dialog>
    )
  }
  return (
    <Popover onClose={onClose} anchor={anchor} label={texts.title}>
      <div className="flex min-h-13 items-center justify-between gap-3 border-b py-1 pr-2 pl-4">
        <h2 className="font-semibold text-base">{texts.title}</h2>
        {markAllButton}
      </div>
      <div className="min-h-0 overflow-y-auto overscroll-contain">{list}</div>
    </Popover>
  )
}

type NotificationListProps = {
  rows: readonly NotificationView[]
  loading: boolean
  role: Role
  onOpened: () => void
}

function NotificationList({ rows, loading, role, onOpened }: NotificationListProps) {
  const navigate = useNavigate()

  function open({ id, read, bookingId }: NotificationView) {
    if (!read) void markRead([id])
    if (!bookingId) return
    onOpened()
    navigate(bookingPathFor(role, bookingId))
  }

  if (loading) {
    return (
      <SkeletonBlocks
        label={texts.loading}
        className="grid gap-3 p-4"
        blocks={['h-14 w-full', 'h-14 w-full', 'h-14 w-full']}
      />
    )
  }
  if (rows.length === 0) {
    return (
      <div className="grid justify-items-center px-6 py-10 text-center">
        <Inbox className="size-7 text-ink-soft" aria-hidden />
        <p className="mt-3 font-semibold">{texts.none}</p>
        <p className="text-ink-soft">{texts.noneText}</p>
      </div>
    )
  }
  return (
    <ul aria-label={texts.title} className="divide-y">
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
              {!row.read && <span className="sr-only">{texts.unread} </span>}
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
