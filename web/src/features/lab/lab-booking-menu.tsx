import type { BookingView } from '@jaanch/contracts/http/bookings'
import { Printer } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { BookingMenu } from '@/components/staff-bookings/booking-menu'
import { roundPath } from '@/lib/paths'
import { list as texts } from './texts'

/** What a lab can do with a booking besides its next step. */
export function LabBookingMenu({ booking, onOpen }: { booking: BookingView; onOpen: () => void }) {
  const navigate = useNavigate()
  const print = {
    label: texts.printSheet,
    icon: Printer,
    disabled: booking.status === 'cancelled',
    onSelect: () => void navigate(roundPath({ booking: booking.id })),
  }
  return <BookingMenu booking={booking} onOpen={onOpen} more={[print]} />
}
