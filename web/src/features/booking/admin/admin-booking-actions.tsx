import type { BookingView } from '@jaanch/booking/booking-view'
import { CalendarClock, CircleX, History, StepForward } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { cancelDialogTexts, patientText } from '@/components/booking/texts'
import { useCommand } from '@/components/use-command'
import { changeBookingStatus } from '@/features/booking/bookings-calls'
import { BookingMenu } from '@/features/booking/staff-bookings/booking-menu'
import { keys } from '@/features/booking/staff-bookings/list-keys'
import { forPerson } from '@/features/booking/staff-bookings/texts'
import { useAdvance } from '@/features/booking/staff-bookings/use-advance'
import { isBeforeCollection } from '@/features/booking/visit/status'
import { stepOfVisit, type VisitGroup, type VisitStep } from '@/features/booking/visit/visits'
import { cn } from '@/lib/class-names'
import { historyPath } from '@/lib/paths'
import { useMay } from '@/lib/session/staff'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-part'
import type { MenuItem } from '@/ui/menu'

export const changeStatusTexts = {
  succeeded: 'Booking status updated successfully',
  failed: 'Failed to update booking status',
}

const texts = {
  changeLab: 'Change Lab',
  assignLab: 'Assign Lab',
  updateStatus: 'Update Status',
  moveVisit: 'Move Visit',
  cancel: 'Cancel Booking',
  history: 'History',
}

type AdminItems = {
  bookings: VisitGroup['bookings']
  nameOf: (index: number) => string
  advance: (step: VisitStep | undefined) => void
  onMove: () => void
  onCancel: (booking: BookingView) => void
}

/** The menu of a booking, or of a visit: actions for all at the same step, and for each person alone. */
function useAdminItems({ bookings, nameOf, advance, onMove, onCancel }: AdminItems): MenuItem[] {
  const navigate = useNavigate()
  const mayChange = useMay('manager')
  const seesHistory = useMay('support', 'operator')
  const isOfSeveral = bookings.length > 1
  const step = stepOfVisit(bookings)
  const ofEach = (label: string, item: (booking: BookingView) => Omit<MenuItem, 'label'>): MenuItem[] =>
    bookings.map((booking, index) => ({
      ...item(booking),
      label: forPerson(label, isOfSeveral ? nameOf(index) : undefined),
    }))
  const update = (own: VisitStep | undefined) => ({
    icon: StepForward,
    disabled: !own,
    onSelect: () => advance(own),
  })
  const changes: MenuItem[] = [
    { label: texts.updateStatus, ...update(step) },
    ...(isOfSeveral ? ofEach(texts.updateStatus, (booking) => update(stepOfVisit([booking]))) : []),
    {
      label: texts.moveVisit,
      icon: CalendarClock,
      disabled: !bookings.some(isBeforeCollection),
      onSelect: onMove,
    },
    ...ofEach(texts.cancel, (booking) => ({
      icon: CircleX,
      disabled: !isBeforeCollection(booking),
      onSelect: () => onCancel(booking),
    })),
  ]
  const history = ofEach(texts.history, ({ id }) => ({
    icon: History,
    onSelect: () => void navigate(historyPath('booking', id)),
  }))
  return [...(mayChange ? changes : []), ...(seesHistory ? history : [])]
}

const ConfirmDialog = lazyDialog(async () => (await import('@/ui/confirm-dialog')).OpenConfirmDialog)
const MoveVisitDialog = lazyDialog(
  async () => (await import('@/features/booking/move-visit/move-visit-dialog')).MoveVisitDialog,
)

/** The part that a list which is worked down adds to each booking */
export type Inbox = {
  /** An admin has dealt with a booking: assigned, moved, cancelled or advanced it */
  onHandled?: ((booking: BookingView) => void) | undefined
  /** Further buttons of a booking */
  more?: ((booking: BookingView) => ReactNode) | undefined
}

export type AdminHandlers = Inbox & {
  onAssign: (booking: BookingView) => void
  onOpen: (id: string) => void
  onReport: (booking: BookingView) => void
}

type AdminBookingActionsProps = AdminHandlers & {
  /** The bookings of one visit */
  bookings: VisitGroup['bookings']
  /** In a row of a table */
  isCompact?: boolean
}

/** @returns how the people of a visit are named to admins */
export function namesOf(bookings: VisitGroup['bookings']): (index: number) => string {
  return (index) => {
    const { patientName, familyMember = null } = bookings[index] ?? {}
    return patientName ?? (familyMember ? patientText(familyMember) : 'The customer')
  }
}

/** The actions for a visit: one press assigns a lab, the rest is in the menu. */
export function AdminBookingActions({
  bookings,
  isCompact = false,
  onAssign,
  onOpen,
  onReport,
  onHandled,
  more,
}: AdminBookingActionsProps) {
  const [first] = bookings
  const [asking, setAsking] = useState<BookingView | null>(null)
  const [isMoving, setMoving] = useState(false)
  const { advance, question } = useAdvance({ texts: changeStatusTexts, done: () => onHandled?.(first) })
  const cancel = useCommand({
    ...changeStatusTexts,
    send: (booking: BookingView) => changeBookingStatus(booking.id, 'cancelled'),
    done: () => onHandled?.(first),
  })
  const nameOf = namesOf(bookings)
  const items = useAdminItems({
    bookings,
    nameOf,
    advance,
    onMove: () => setMoving(true),
    onCancel: setAsking,
  })
  const mayChange = useMay('manager')
  const may = { recordPayment: mayChange, report: useMay('medical') }
  const awaited = mayChange ? bookings.find(isBeforeCollection) : undefined

  return (
    <div className="flex items-center gap-2">
      {awaited && (
        <Button
          variant={awaited.labPartnerId ? 'outline' : 'primary'}
          size={isCompact ? 'sm' : 'md'}
          className={cn('max-md:grow', isCompact && 'pointer-fine:sm:min-h-8')}
          aria-keyshortcuts={keys.assign}
          onClick={() => onAssign(awaited)}
        >
          {awaited.labPartnerId ? texts.changeLab : texts.assignLab}
        </Button>
      )}
      <span className="ml-auto flex items-center gap-1">
        {mayChange && more?.(first)}
        <BookingMenu
          bookings={bookings}
          nameOf={nameOf}
          onOpen={onOpen}
          onReport={onReport}
          more={items}
          may={may}
        />
      </span>
      {isMoving && awaited && (
        <MoveVisitDialog
          booking={awaited}
          by="admin"
          onMoved={() => onHandled?.(first)}
          onClose={() => setMoving(false)}
        />
      )}
      {question}
      {asking && (
        <ConfirmDialog
          {...cancelDialogTexts(asking)}
          onClose={() => setAsking(null)}
          onConfirm={() => void cancel.run(asking)}
        />
      )}
    </div>
  )
}
