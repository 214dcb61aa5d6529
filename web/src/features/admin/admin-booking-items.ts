import type { BookingView } from '@jaanch/contracts/http/booking-view'
import { CalendarClock, CircleX, History, StepForward } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { stepOfVisit, type VisitGroup, type VisitStep } from '@/components/booking/visits'
import { menu } from '@/components/staff-bookings/texts'
import { historyPath } from '@/lib/paths'
import { useMay } from '@/lib/session/staff'
import type { MenuItem } from '@/ui/menu-item'
import { booking as texts } from './texts'

/** A lab can be set or changed, and the booking moved or cancelled, until sample collection begins. */
export function canBeAssigned({ status }: BookingView): boolean {
  return status === 'pending' || status === 'confirmed' || status === 'pending_customer_confirmation'
}

type AdminItems = {
  bookings: VisitGroup['bookings']
  nameOf: (index: number) => string
  advance: (step: VisitStep | undefined) => void
  onMove: () => void
  onCancel: (booking: BookingView) => void
}

/** What an admin does in the menu of a booking, or of a visit: for all at the same step, and for each person alone. */
export function useAdminItems({ bookings, nameOf, advance, onMove, onCancel }: AdminItems): MenuItem[] {
  const navigate = useNavigate()
  const mayChange = useMay('manager')
  const seesHistory = useMay('support', 'operator')
  const isOfSeveral = bookings.length > 1
  const step = stepOfVisit(bookings)
  const ofEach = (label: string, item: (booking: BookingView) => Omit<MenuItem, 'label'>): MenuItem[] =>
    bookings.map((booking, index) => ({
      ...item(booking),
      label: menu.of(label, isOfSeveral ? nameOf(index) : undefined),
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
      disabled: !bookings.some(canBeAssigned),
      onSelect: onMove,
    },
    ...ofEach(texts.cancel, (booking) => ({
      icon: CircleX,
      disabled: !canBeAssigned(booking),
      onSelect: () => onCancel(booking),
    })),
  ]
  const history = ofEach(texts.history, ({ id }) => ({
    icon: History,
    onSelect: () => void navigate(historyPath('booking', id)),
  }))
  return [...(mayChange ? changes : []), ...(seesHistory ? history : [])]
}
