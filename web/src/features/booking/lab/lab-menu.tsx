import type { BookingView } from '@jaanch/booking/booking-view'
import { CircleX, Printer, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { BookingMenu } from '@/features/booking/staff-bookings/booking-menu'
import type { VisitGroup } from '@/features/booking/visit/visits'
import { collectors } from '@/features/collection/collectors/texts'
import { shortId } from '@/lib/format/text'
import { roundPath } from '@/lib/paths'
import { useMayInLab } from '@/lib/session/staff'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-part'
import type { MenuItem } from '@/ui/menu'
import { Named } from '@/ui/named'

const texts = {
  printSheet: 'Print sheet',
  decline: 'Decline',
  declineOf: (name: string) => `booking ${name}`,
}

const AssignCollector = lazyDialog(
  async () => (await import('@/features/collection/collectors/collector-dialogs')).AssignCollector,
)

type LabMenuProps = {
  /** In a row of a table, which has no button for it */
  canDecline?: boolean
  bookings: VisitGroup['bookings']
  nameOf: (index: number) => string
  onOpen: (id: string) => void
  onReport: (booking: BookingView) => void
  more: readonly MenuItem[]
}

/** A lab's actions for a visit besides its next step. */
export function LabMenu({ canDecline = false, more, ...menu }: LabMenuProps) {
  const navigate = useNavigate()
  const mayCollect = useMayInLab('front-desk', 'collector')
  const may = { recordPayment: mayCollect, report: useMayInLab('technician', 'pathologist') }
  const isFrontDesk = useMayInLab('front-desk')
  const [declining, setDeclining] = useState<BookingView | null>(null)
  const [isAssigning, setAssigning] = useState(false)
  const open = declinable(menu.bookings)
  const [first] = menu.bookings
  const print = {
    label: texts.printSheet,
    icon: Printer,
    disabled: menu.bookings.every(({ status }) => status === 'cancelled'),
    onSelect: () => void navigate(roundPath({ booking: first.id })),
  }
  const decline = {
    label: texts.decline,
    icon: CircleX,
    disabled: !open,
    onSelect: () => setDeclining(open ?? null),
  }
  const assign = {
    label: collectors.assign,
    icon: UserRound,
    disabled: menu.bookings.every(({ status }) => status === 'cancelled' || status === 'completed'),
    onSelect: () => setAssigning(true),
  }
  return (
    <>
      <BookingMenu
        {...menu}
        may={may}
        more={[
          ...(isFrontDesk ? [assign] : []),
          ...(mayCollect ? [print] : []),
          ...(canDecline && isFrontDesk ? [decline] : []),
          ...more,
        ]}
      />
      {isAssigning && <AssignCollector bookings={menu.bookings} onClose={() => setAssigning(false)} />}
      {declining && <DeclineDialog booking={declining} onClose={() => setDeclining(null)} />}
    </>
  )
}

const DeclineDialog = lazyDialog(async () => (await import('./decline-dialog')).DeclineDialog)

/** @returns the booking by which a visit can be given back: one whose collection has not begun */
function declinable(bookings: readonly BookingView[]): BookingView | undefined {
  return bookings.find(({ status }) => status === 'pending' || status === 'confirmed')
}

/** Gives a visit back. */
export function DeclineAssignment({ bookings }: { bookings: readonly BookingView[] }) {
  const [asking, setAsking] = useState(false)
  const mayDecline = useMayInLab('front-desk')
  const booking = declinable(bookings)
  if (!booking || !mayDecline) return null
  return (
    <>
      <Button variant="outline" onClick={() => setAsking(true)}>
        <Named of={texts.declineOf(shortId(booking.id))}>{texts.decline}</Named>
      </Button>
      {asking && <DeclineDialog booking={booking} onClose={() => setAsking(false)} />}
    </>
  )
}
