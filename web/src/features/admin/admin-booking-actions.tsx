import type { BookingView } from '@jaanch/contracts/http/bookings'
import { CalendarClock, CircleX, History, StepForward } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { bookingStatusStyles, nextStatus } from '@/components/booking/status'
import { cancelDialogTexts } from '@/components/booking/texts'
import { BookingMenu } from '@/components/staff-bookings/booking-menu'
import { keys } from '@/components/staff-bookings/shortcut-keys'
import { useCommand } from '@/components/use-command'
import { cn } from '@/lib/class-names'
import { historyPath } from '@/lib/paths'
import { changeBookingStatus } from '@/lib/resources/bookings'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-part'
import { changeStatus, booking as texts } from './texts'

const ConfirmDialog = lazyDialog(async () => (await import('@/ui/confirm-dialog')).OpenConfirmDialog)
const MoveVisitDialog = lazyDialog(
  async () => (await import('@/components/move-visit/move-visit-dialog')).MoveVisitDialog,
)

/** A lab can be set or changed, and the booking cancelled, until sample collection begins. */
function isOpen({ status }: BookingView): boolean {
  return status === 'pending' || status === 'confirmed' || status === 'pending_customer_confirmation'
}

/** What a list that is worked down adds to each booking */
export type Inbox = {
  /** An admin has dealt with a booking: assigned, moved, cancelled or advanced it */
  onHandled?: ((booking: BookingView) => void) | undefined
  /** Further buttons of a booking */
  more?: ((booking: BookingView) => ReactNode) | undefined
}

type AdminBookingActionsProps = Inbox & {
  booking: BookingView
  /** In a row of a table */
  isCompact?: boolean
  onAssign: () => void
  onOpen: () => void
}

/** What an admin can do with a booking: assign a lab by one press, the rest in the menu. */
export function AdminBookingActions({
  booking,
  isCompact = false,
  onAssign,
  onOpen,
  onHandled,
  more,
}: AdminBookingActionsProps) {
  const [asking, setAsking] = useState(false)
  const [isMoving, setMoving] = useState(false)
  const navigate = useNavigate()
  const next = nextStatus(booking.status)
  const { run: move } = useCommand({
    ...changeStatus,
    send: (status: BookingView['status']) => changeBookingStatus(booking.id, status),
    done: () => onHandled?.(booking),
  })

  return (
    <div className="flex items-center gap-2">
      {isOpen(booking) && (
        <Button
          variant={booking.labPartnerId ? 'outline' : 'primary'}
          size={isCompact ? 'sm' : 'md'}
          className={cn('max-md:grow', isCompact && 'sm:min-h-8')}
          aria-keyshortcuts={keys.assign}
          onClick={onAssign}
        >
          {booking.labPartnerId ? texts.changeLab : texts.assignLab}
        </Button>
      )}
      <span className="ml-auto flex items-center gap-1">
        {more?.(booking)}
        <BookingMenu
          booking={booking}
          onOpen={onOpen}
          more={[
            {
              label: texts.updateStatus,
              hint: next && bookingStatusStyles[next].label,
              icon: StepForward,
              disabled: !next,
              onSelect: () => next && void move(next),
            },
            {
              label: texts.moveVisit,
              icon: CalendarClock,
              disabled: !isOpen(booking),
              onSelect: () => setMoving(true),
            },
            {
              label: texts.cancel,
              icon: CircleX,
              disabled: !isOpen(booking),
              onSelect: () => setAsking(true),
            },
            {
              label: texts.history,
              icon: History,
              onSelect: () => void navigate(historyPath('booking', booking.id)),
            },
          ]}
        />
      </span>
      {isMoving && (
        <MoveVisitDialog
          booking={booking}
          by="admin"
          onMoved={() => onHandled?.(booking)}
          onClose={() => setMoving(false)}
        />
      )}
      {asking && (
        <ConfirmDialog
          {...cancelDialogTexts(booking)}
          onClose={() => setAsking(false)}
          onConfirm={() => void move('cancelled')}
        />
      )}
    </div>
  )
}
