import { LoaderCircle } from 'lucide-react'
import { useConnectionState } from '@/lib/live/connection-state'

/** Shows whether live updates arrive: unobtrusive while connected, prominent while reconnecting. */
export function LiveMark() {
  const connection = useConnectionState()
  return (
    <span role="status" className="inline-flex items-center text-xs">
      {connection === 'live' && (
        <span className="inline-flex items-center gap-1.5 text-ink-soft" title="Changes show as they happen">
          <span className="size-2 rounded-full bg-brand" aria-hidden />
          Live
        </span>
      )}
      {connection === 'reconnecting' && (
        <span className="inline-flex items-center gap-1.5 rounded-md bg-accent-soft px-2 py-0.5 font-semibold text-accent-ink">
          <LoaderCircle className="size-3.5 animate-spin" aria-hidden />
          Reconnecting…
        </span>
      )}
    </span>
  )
}
