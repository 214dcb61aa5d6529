import type { BookingView } from '@jaanch/contracts/http/booking-view'
import { CircleX, Printer, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { VisitGroup } from '@/components/booking/visits'
import { BookingMenu } from '@/components/staff-bookings/booking-menu'
import { roundPath } from '@/lib/paths'
import { useMayInLab } from '@/lib/session/staff'
import { lazyDialog } from '@/ui/lazy-part'
import type { MenuItem } from '@/ui/menu-item'
import { collectors as collectorTexts } from './collectors/texts'
import { DeclineDialog, declinable } from './decline-assignment'
import { decline as declineTexts, list as texts } from './texts'

const AssignCollector = lazyDialog(
  async () => (await import('./collectors/assign-collector')).AssignCollector,
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

/** What a lab can do with a visit besides its next step. */
export function LabMenu({ canDecline = false, more, ...menu }: LabMenuProps) {
  const navigate = useNavigate()
  const may = {
    recordPayment: useMayInLab('front-desk', 'collector'),
    report: useMayInLab('technician', 'pathologist'),
  }
  const mayPrint = useMayInLab('front-desk', 'collector')
  const mayDecline = useMayInLab('front-desk')
  const mayAssign = useMayInLab('front-desk')
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
    label: declineTexts.label,
    icon: CircleX,
    disabled: !open,
    onSelect: () => setDeclining(open ?? null),
  }
  const assign = {
    label: collectorTexts.assign,
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
          ...(mayAssign ? [assign] : []),
          ...(mayPrint ? [print] : []),
          ...(canDecline && mayDecline ? [decline] : []),
          ...more,
        ]}
      />
      {isAssigning && <AssignCollector bookings={menu.bookings} onClose={() => setAssigning(false)} />}
      {declining && <DeclineDialog booking={declining} onClose={() => setDeclining(null)} />}
    </>
  )
}
