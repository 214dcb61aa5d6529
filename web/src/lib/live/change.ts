import type { LabPartnerView } from '@jaanch/account/labs/api'
import type { BookingView } from '@jaanch/booking/booking-view'
import type { PrescriptionView } from '@jaanch/booking/prescriptions/api'
import type { NotificationView } from '@jaanch/messages/api'

/** A row after the event at `position`; null if it is no longer visible to the user. */
export type Change =
  | { kind: 'booking'; id: string; position: number; row: BookingView | null }
  | { kind: 'lab'; id: string; position: number; row: LabPartnerView | null }
  | { kind: 'prescription'; id: string; position: number; row: PrescriptionView | null }
  | { kind: 'notification'; id: string; position: number; row: NotificationView | null }

export type LiveRow = BookingView | LabPartnerView | PrescriptionView | NotificationView

export function bookingChange(booking: BookingView, position = booking.position): Change {
  return { kind: 'booking', id: booking.id, position, row: booking }
}

export function labChange(lab: LabPartnerView, position = lab.position): Change {
  return { kind: 'lab', id: lab.id, position, row: lab }
}

export function prescriptionChange(prescription: PrescriptionView, position = prescription.position): Change {
  return { kind: 'prescription', id: prescription.id, position, row: prescription }
}

export function notificationChange(notification: NotificationView, position = notification.position): Change {
  return { kind: 'notification', id: notification.id, position, row: notification }
}
