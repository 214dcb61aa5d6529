import { CircleAlert, CloudCheck, CloudOff, CloudUpload } from 'lucide-react'
import { cn } from '@/lib/class-names'
import { useIsReachable } from '@/lib/use-is-reachable'
import { sync as texts } from './texts'

/** What the server does not know yet, and whether there is a network: on each view of the round. */
export function SyncBar({ waiting, refused }: { waiting: number; refused: number }) {
  const isReachable = useIsReachable()
  const Icon = !isReachable ? CloudOff : waiting > 0 ? CloudUpload : CloudCheck
  const parts = [
    !isReachable && texts.offline,
    waiting > 0 ? texts.waiting(waiting) : isReachable && texts.sent,
  ].filter(Boolean)
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold text-xs">
      <span
        className={cn(
          'flex items-center gap-1.5',
          waiting > 0 || !isReachable ? 'text-accent-ink' : 'text-success',
        )}
      >
        <Icon className="size-4 shrink-0" aria-hidden />
        {parts.join(' · ')}
      </span>
      {refused > 0 && (
        <span className="flex items-center gap-1.5 text-error">
          <CircleAlert className="size-4 shrink-0" aria-hidden />
          {texts.refused(refused)}
        </span>
      )}
    </p>
  )
}
