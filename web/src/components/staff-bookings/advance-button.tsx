import type { BookingView } from '@jaanch/contracts/http/bookings'
import { useId } from 'react'
import { bookingStatusStyles } from '@/components/booking/status'
import { cn } from '@/lib/class-names'
import { Button } from '@/ui/button'
import { keys } from './shortcut-keys'
import { steps as texts } from './texts'
import { useAdvanceStatus } from './use-advance-status'

type AdvanceButtonProps = {
  booking: BookingView
  /** The specified toasts of the screen */
  toasts: { succeeded: string; failed: string }
  isCompact?: boolean
  className?: string
}

/** Update Status, with the status that comes next beside it. */
export function AdvanceButton({ booking, toasts, isCompact = false, className }: AdvanceButtonProps) {
  const { next, busy, advance } = useAdvanceStatus(booking, toasts)
  const id = useId()
  return (
    <>
      <Button
        size={isCompact ? 'sm' : 'md'}
        variant={isCompact ? 'soft' : 'primary'}
        className={cn(isCompact && 'sm:min-h-8', className)}
        aria-keyshortcuts={keys.advance}
        aria-describedby={next && id}
        // not disabled while it is sent: a disabled button would lose the focus of the keyboard
        aria-busy={busy || undefined}
        disabled={!next}
        onClick={advance}
      >
        {texts.advance}
      </Button>
      {next && (
        <span id={id} className="whitespace-nowrap text-ink-soft text-xs">
          <span aria-hidden>→ </span>
          <span className="sr-only">{texts.next} </span>
          {bookingStatusStyles[next].label}
        </span>
      )}
    </>
  )
}
