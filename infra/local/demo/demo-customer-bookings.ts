/** The bookings of the demo customer: one for each case that the customer's pages show. */
import { addDays, istDate, slotStart } from '@jaanch/contracts/calendar'
import type { TimeSlot } from '@jaanch/contracts/vocabulary'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import type { BookingPlan } from './booking-steps.ts'
import type { CatalogueEntry } from './catalogue.ts'
import { bloodCount, diabetesCare, fullBodyCheckup, vitaminD } from './demo-customer-results.ts'
import type { Customer } from './plan-accounts.ts'

type Example = Pick<BookingPlan, 'paymentMethod' | 'until' | 'cancelled' | 'reports' | 'review'> & {
  code: string
  /** First name of a family member; undefined: the customer */
  patient?: string
  /** Day (0: that of the anchor) and time of the placement in India; undefined: 40 minutes before the anchor */
  placed?: [day: number, time: string]
  /** Day and slot of the collection; undefined: instant */
  slot?: [day: number, time: TimeSlot]
  /** When she moved it, and from which slot */
  moved?: { at: [day: number, time: string]; from: [day: number, time: TimeSlot] }
  /** One visit for all that have the same name */
  visit?: string
  instructions?: string
}

const examples: Example[] = [
  {
    code: 'PKG-FULL',
    placed: [-52, '20:14'],
    slot: [-50, '06:00-08:00'],
    paymentMethod: 'upi',
    until: 'completed',
    reports: [fullBodyCheckup],
    review: { stars: 5, text: 'On time at six in the morning, and the report was there the same evening.' },
  },
  {
    code: 'VITD',
    placed: [-38, '09:31'],
    slot: [-37, '08:00-10:00'],
    paymentMethod: 'card',
    until: 'completed',
    reports: vitaminD,
  },
  {
    code: 'PKG-DIA',
    patient: 'Ramesh',
    placed: [-24, '19:05'],
    slot: [-23, '06:00-08:00'],
    paymentMethod: 'cash-on-collection',
    until: 'completed',
    reports: [diabetesCare],
    instructions: 'My father uses a walking frame, please give him a moment at the door.',
  },
  {
    code: 'TFT',
    placed: [-15, '21:40'],
    slot: [-13, '08:00-10:00'],
    paymentMethod: 'upi',
    until: 'confirmed',
    cancelled: 'customer-request',
  },
  {
    code: 'CBC',
    patient: 'Vivaan',
    placed: [-9, '10:22'],
    paymentMethod: 'upi',
    until: 'completed',
    reports: [bloodCount],
  },
  {
    code: 'PKG-ARTH',
    patient: 'Ramesh',
    placed: [-3, '20:10'],
    slot: [-1, '08:00-10:00'],
    paymentMethod: 'upi',
    until: 'processed',
  },
  {
    code: 'LIPID',
    placed: [-1, '19:20'],
    slot: [2, '06:00-08:00'],
    paymentMethod: 'card',
    until: 'confirmed',
    moved: { at: [-1, '21:45'], from: [1, '08:00-10:00'] },
    instructions: 'Please call before you come up.',
  },
  { code: 'HBA1C', slot: [3, '08:00-10:00'], paymentMethod: 'cash-on-collection', until: 'placed' },
  ...[{ code: 'TFT' }, { code: 'PKG-DIA', patient: 'Ramesh' }, { code: 'CBC', patient: 'Vivaan' }].map(
    (item): Example => ({
      ...item,
      visit: 'family',
      placed: [-1, '22:05'],
      slot: [4, '06:00-08:00'],
      paymentMethod: 'upi',
      until: 'confirmed',
    }),
  ),
]

export function planDemoCustomerBookings(
  customer: Customer,
  entries: readonly CatalogueEntry[],
  anchor: Date,
): BookingPlan[] {
  const today = istDate(anchor)
  const slotOn = ([day, time]: [day: number, time: TimeSlot]) => ({ date: addDays(today, day), time })
  const instantOf = ([day, time]: [day: number, time: string]) => slotStart(addDays(today, day), time)
  return examples.map(({ code, patient, placed, slot, moved, visit, instructions, ...rest }, index) => {
    const entry = entries.find((candidate) => candidate.code === code)
    if (!entry) throw new Error(`The catalogue has no ${code}`)
    const member = customer.members.find(({ name }) => patient !== undefined && name.startsWith(patient))
    return {
      ...rest,
      bookingId: appendIdOf('demo', 'booking', 'asha', index),
      customer,
      memberId: member?.id ?? null,
      entry,
      placedAt: placed ? instantOf(placed) : new Date(anchor.getTime() - 40 * 60_000),
      slot: slot ? slotOn(slot) : null,
      ...(moved && { moved: { at: instantOf(moved.at), from: slotOn(moved.from) } }),
      ...(visit && { visitId: appendIdOf('demo', 'visit', 'asha', visit) }),
      address: customer.addresses[0],
      instructions: instructions ?? null,
    }
  })
}
