import type { BookingView } from '@jaanch/contracts/http/booking-view'
import { shortId } from '@/lib/format/text'

/** The text that people read out for a booking: its order number, or the beginning of its id as long as it has none */
export function orderText({ orderNumber, id }: Pick<BookingView, 'orderNumber' | 'id'>): string {
  return orderNumber ?? `#${shortId(id)}`
}

/** @returns the name of a booking's patient, also if that is the customer; undefined if the reader is shown none */
export function patientNameOf({
  patientName,
  familyMember,
}: Pick<BookingView, 'patientName' | 'familyMember'>): string | undefined {
  return patientName ?? familyMember?.name
}
