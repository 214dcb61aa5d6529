import type { BookingView } from '@jaanch/contracts/http/bookings'
import { CalendarClock, CircleX, History, MapPin, Microscope, StepForward } from 'lucide-react'
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { nextStatus } from '@/components/booking/status'
import { cancelDialogTexts } from '@/components/booking/texts'
import { StaffBookingList } from '@/components/staff-bookings/booking-list'
import { BookingMenu } from '@/components/staff-bookings/booking-menu'
import { StaffBookingSummary } from '@/components/staff-bookings/booking-summary'
import { useCommand } from '@/components/use-command'
import { instantText } from '@/lib/format/dates'
import { historyPath } from '@/lib/paths'
import { changeBookingStatus } from '@/lib/resources/bookings'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { IconListItem } from '@/ui/icon-list'
import { lazyDialog, lazyPart } from '@/ui/lazy-part'
import { changeStatus, booking as texts } from './texts'

const AssignDialog = lazyDialog(async () => (await import('./assign-dialog')).AssignDialog)
const WhyThisLab = lazyPart(async () => (await import('./why-this-lab')).WhyThisLab)

type Inbox = {
  /** An admin has dealt with a booking: assigned, moved, cancelled or advanced it */
  onHandled?: ((booking: BookingView) => void) | undefined
  /** Further buttons of a booking */
  more?: ((booking: BookingView) => ReactNode) | undefined
}

type AdminBookingListProps = Pick<ComponentProps<typeof StaffBookingList>, 'label' | 'list' | 'empty'> & Inbox

export function AdminBookingList({ onHandled, more, ...props }: AdminBookingListProps) {
  const [assigning, setAssigning] = useState<BookingView | null>(null)
  return (
    <>
      <StaffBookingList
        {...props}
        estimate={130}
        skeletons={{ count: 4, itemClassName: 'h-32' }}
        card={(booking, onOpen) => (
          <AdminBookingCard
            {...{ booking, onOpen, onHandled, more }}
            onAssign={() => setAssigning(booking)}
          />
        )}
        details={(id) => (
          <Suspense>
            <WhyThisLab id={id} />
          </Suspense>
        )}
      />
      <Suspense>
        {assigning && (
          <AssignDialog
            booking={assigning}
            onAssigned={() => onHandled?.(assigning)}
            onClose={() => setAssigning(null)}
          />
        )}
      </Suspense>
    </>
  )
}

const MoveVisitDialog = lazyDialog(
  async () => (await import('@/components/move-visit/move-visit-dialog')).MoveVisitDialog,
)

type AdminBookingCardProps = { booking: BookingView; onAssign: () => void; onOpen: () => void } & Inbox

/** A lab can be set or changed, and the booking cancelled, until sample collection begins. */
function isOpen({ status }: BookingView): boolean {
  return status === 'pending' || status === 'confirmed' || status === 'pending_customer_confirmation'
}

function AdminBookingCard({ booking, onAssign, onOpen, onHandled, more }: AdminBookingCardProps) {
  const [asking, setAsking] = useState(false)
  const [isMoving, setMoving] = useState(false)
  const navigate = useNavigate()
  const next = nextStatus(booking.status)
  const heading = `booking-${booking.id}`

  const { run: move } = useCommand({
    ...changeStatus,
    send: (status: BookingView['status']) => changeBookingStatus(booking.id, status),
    done: () => onHandled?.(booking),
  })

  return (
    // the cancelled ones step back: the list keeps its order
    <Card className={booking.status === 'cancelled' ? 'border-dashed bg-sunken shadow-none' : ''}>
      <article
        aria-labelledby={heading}
        className="flex flex-col gap-4 p-4 sm:p-5 md:flex-row md:items-center md:justify-between"
      >
        <StaffBookingSummary
          booking={booking}
          headingId={heading}
          unpaidText={texts.unpaid}
          note={texts.booked(instantText(booking.createdAt))}
        >
          {booking.city && (
            <IconListItem>
              <MapPin aria-hidden />
              {booking.city}
            </IconListItem>
          )}
          <IconListItem>
            <Microscope aria-hidden />
            {booking.labPartnerName ?? texts.noLab}
          </IconListItem>
        </StaffBookingSummary>
        <div className="flex items-center gap-2">
          {isOpen(booking) && (
            <Button
              variant={booking.labPartnerId ? 'outline' : 'primary'}
              className="max-md:grow"
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
        </div>
      </article>
      {isMoving && (
        <MoveVisitDialog
          booking={booking}
          by="admin"
          onMoved={() => onHandled?.(booking)}
          onClose={() => setMoving(false)}
        />
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        {...cancelDialogTexts(booking)}
        onConfirm={() => void move('cancelled')}
      />
    </Card>
  )
}
