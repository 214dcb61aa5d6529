import type { Role } from '@jaanch/contracts/vocabulary'
import { type RefObject, useState } from 'react'
import { markAllRead, useNotifications } from '@/lib/resources/notifications'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Popover } from '@/ui/popover'
import { NotificationList } from './notification-list'

type NotificationPanelProps = {
  role: Role
  anchor: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

const title = 'Notifications'

/** A popover beside the bell on large screens, a sheet on phones. */
export function NotificationPanel({ role, anchor, onClose }: NotificationPanelProps) {
  const [isLarge] = useState(() => matchMedia('(min-width: 64rem)').matches)
  const { rows, loading } = useNotifications()
  const markAllButton = rows.some(({ read }) => !read) && (
    <Button variant="ghost" size="sm" className="text-brand-ink" onClick={() => void markAllRead()}>
      Mark all as read
    </Button>
  )
  const list = <NotificationList rows={rows} loading={loading} role={role} onOpened={onClose} />

  if (!isLarge) {
    return (
      <Dialog onClose={onClose} title={title} footer={markAllButton || undefined}>
        <div className="-mx-5 -my-4">{list}</div>
      </Dialog>
    )
  }
  return (
    <Popover onClose={onClose} anchor={anchor} label={title}>
      <div className="flex min-h-13 items-center justify-between gap-3 border-b py-1 pr-2 pl-4">
        <h2 className="font-semibold text-base">{title}</h2>
        {markAllButton}
      </div>
      <div className="min-h-0 overflow-y-auto overscroll-contain">{list}</div>
    </Popover>
  )
}
