import type { BookingView } from '@jaanch/booking/booking-view'
import type { CollectionView } from '@jaanch/collection/rounds/api'
import type { DeclineReason } from '@jaanch/contracts/vocabulary'
import { ageText, shortId } from '@/lib/format/text'

export const declineReasonTexts: Record<DeclineReason, string> = {
  'no-collector': 'No collector is free',
  'outside-area': 'Outside our area',
  'test-not-done': 'We do not do this test',
  'slot-full': 'That slot is full',
  closed: 'We are closed that day',
  other: 'Another reason',
}

export const columnTexts = {
  when: 'Visit',
  order: 'Order',
  patient: 'Patient',
  tests: 'Tests',
  area: 'Area',
  lab: 'Lab',
  payment: 'Payment',
  status: 'Status',
  actions: 'Next step',
  /** For a column that has only the menu */
  more: 'More',
}

/** @returns the columns that can be chosen, with their names */
export function tableColumns(...ids: readonly (keyof typeof columnTexts)[]) {
  return ids.map((id) => ({ id: id as string, label: columnTexts[id] as string }))
}

/** The actions for several bookings */
export const selectionTexts = {
  count: (count: number) => `${count} selected`,
  confirm: (count: number) => `Confirm ${count}`,
  confirmed: (count: number) => (count === 1 ? '1 booking confirmed' : `${count} bookings confirmed`),
}

/** The people of a visit whose names are not shown */
export const personText = (index: number) => `Person ${index + 1}`

/** @returns the label of an action for one person of a visit */
export const forPerson = (label: string, name: string | undefined) =>
  name === undefined ? label : `${label}: ${name}`

export const personTexts = {
  sexes: { male: 'Male', female: 'Female', other: 'Other' },
  noAge: 'age not known',
}

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
  return [age === null ? personTexts.noAge : ageText(age), sex && personTexts.sexes[sex]]
    .filter(Boolean)
    .join(', ')
}
