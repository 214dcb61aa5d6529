import type { BookingView } from '@jaanch/contracts/http/booking-view'
import { CircleX, Printer } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { VisitGroup } from '@/components/booking/visits'
import { BookingMenu } from '@/components/staff-bookings/booking-menu'
import { roundPath } from '@/lib/paths'
import { useMayInLab } from '@/lib/session/staff'
import type { MenuItem } from '@/ui/menu-item'
import { DeclineDialog, declinable } from './decline-assignment'
import { decline as declineTexts, list as texts } from './texts'

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
  const [declining, setDeclining] = useState<BookingView | null>(null)
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
  return (
    <>
      <BookingMenu
        {...menu}
        may={may}
        more={[...(mayPrint ? [print] : []), ...(canDecline && mayDecline ? [decline] : []), ...more]}
      />
      {declining && <DeclineDialog booking={declining} onClose={() => setDeclining(null)} />}
    </>
  )
}
