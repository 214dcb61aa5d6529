import type { BookingView } from '@jaanch/contracts/http/bookings'
import { Printer } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import type { VisitGroup } from '@/components/booking/visits'
import { BookingMenu } from '@/components/staff-bookings/booking-menu'
import { roundPath } from '@/lib/paths'
import type { MenuItem } from '@/ui/menu-item'
import { list as texts } from './texts'

type LabMenuProps = {
  bookings: VisitGroup['bookings']
  nameOf: (index: number) => string
  onOpen: (id: string) => void
  onReport: (booking: BookingView) => void
  more: readonly MenuItem[]
}

/** What a lab can do with a visit besides its next step. */
export function LabMenu({ more, ...menu }: LabMenuProps) {
  const navigate = useNavigate()
  const [first] = menu.bookings
  const print = {
    label: texts.printSheet,
    icon: Printer,
    disabled: menu.bookings.every(({ status }) => status === 'cancelled'),
    onSelect: () => void navigate(roundPath({ booking: first.id })),
  }
  return <BookingMenu {...menu} more={[print, ...more]} />
}
