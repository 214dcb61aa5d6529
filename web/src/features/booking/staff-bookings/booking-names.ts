import type { BookingView } from '@jaanch/booking/booking-view'
import type { CollectionView } from '@jaanch/collection/rounds/api'
import { ageText, shortId } from '@/lib/format/text'
import { person as texts } from './texts'

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

/** @returns '40 years, Female': what is known of them */
export function personDetails({ age, sex }: Pick<CollectionView['patient'], 'age' | 'sex'>): string {
  return [age === null ? texts.noAge : ageText(age), sex && texts.sexes[sex]].filter(Boolean).join(', ')
}
