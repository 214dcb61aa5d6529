import { Bell as BellIcon } from 'lucide-react'
import { cn } from '@/lib/class-names'

/** The count of notifications; the badge shows only above 0. */
export function Bell({ count, className }: { count: number; className?: string }) {
  return (
    <span
      role="img"
      aria-label={`Notifications: ${count}`}
      className={cn('relative grid size-11 place-items-center text-ink-soft', className)}
    >
      <BellIcon className="size-5" aria-hidden />
      {count > 0 && (
        <span className="absolute top-1.5 right-1.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-bad px-1 font-bold text-surface text-xs leading-none">
          {count}
        </span>
      )}
    </span>
  )
}
