import { Bell } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { cn } from '@/lib/class-names'
import { useUser } from '@/lib/session/session-context'
import { useMay, useMayInLab } from '@/lib/session/staff'
import { lazyDialog } from '@/ui/lazy-part'
import { bell as texts } from './texts'

const NotificationPanel = lazyDialog(async () => (await import('./notification-panel')).NotificationPanel)

type NotificationBellProps = {
  /** Shown as a badge if it is above 0 */
  count: number
  className?: string
}

export function NotificationBell({ count, className }: NotificationBellProps) {
  const { role } = useUser()
  const ofLab = useMayInLab('front-desk')
  const isNotified = useMay('manager', 'support') && ofLab
  const [open, setOpen] = useState(false)
  const badge = count > 99 ? '99+' : String(count)
  const button = useRef<HTMLButtonElement>(null)
  if (!isNotified) return null
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={count > 0 ? texts.count(badge) : texts.label}
        aria-haspopup="dialog"
        aria-expanded={open}
        className={cn(
          'relative grid size-11 shrink-0 place-items-center rounded-lg text-ink-soft transition-colors hover:bg-sunken hover:text-ink',
          className,
        )}
        onClick={() => setOpen(!open)}
      >
        <Bell className="size-5" aria-hidden />
        {count > 0 && (
          <span className="absolute top-1 right-1 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-error px-1 font-bold text-surface text-xs leading-none">
            {badge}
          </span>
        )}
      </button>
      {open && (
        <Suspense>
          <NotificationPanel role={role} anchor={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
