/**
 * Surat is the one area of the demo where visits are limited: its lab declared what it can make, and tomorrow is nearly full. What was
 * booked before the declaration takes no place.
 */
import { addDays, istDate, slotStart } from '@jaanch/contracts/calendar'
import { streamId } from '@jaanch/contracts/events/streams'
import { slotNumber, type TimeSlot, timeSlots } from '@jaanch/contracts/vocabulary'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import type { BookingPlan } from './booking-steps.ts'
import type { CatalogueEntry } from './catalogue.ts'
import { demoCities } from './cities.ts'
import type { Accounts, Lab } from './plan-accounts.ts'
import type { TimelineEntry } from './timeline.ts'

/** The middle of the city: the demo's customers there live in four of them */
const pincodes = [
  ...['395001', '395002', '395003', '395004', '395005', '395006'],
  ...['395007', '395008', '395009', '395010', '395011', '395017'],
]

/** Visits that the lab makes in a slot, and how many of tomorrow's are booked: one is left in two slots */
const days: Record<TimeSlot, { visits: number; booked: number }> = {
  '06:00-08:00': { visits: 3, booked: 3 },
  '08:00-10:00': { visits: 3, booked: 3 },
  '10:00-12:00': { visits: 2, booked: 2 },
  '12:00-14:00': { visits: 2, booked: 1 },
  '14:00-16:00': { visits: 2, booked: 2 },
  '16:00-18:00': { visits: 2, booked: 1 },
}

/** What is ordered tomorrow, in rotation */
const orders = ['CBC', 'TFT', 'PKG-BASIC', 'HBA1C', 'VITD', 'LIPID', 'B12']

/** @param today YYYY-MM-DD in India @returns when the lab declared its capacity */
function declaredAt(today: string): Date {
  return slotStart(addDays(today, -3), '18:40')
}

function labOfSurat({ labs }: Accounts): Lab {
  const lab = labs.find(({ email }) => email === demoCities.Surat.lab)
  if (!lab) throw new Error('No lab serves Surat')
  return lab
}

/** Whether a booking of the history had needed a place, which it does not have */
export function needsPlace({ customer, placedAt }: BookingPlan, anchor: Date): boolean {
  return customer.city === 'Surat' && placedAt >= declaredAt(istDate(anchor))
}

export function suratCapacity(
  accounts: Accounts,
  entries: readonly CatalogueEntry[],
  anchor: Date,
): TimelineEntry {
  const today = istDate(anchor)
  const { id, labPartnerId } = labOfSurat(accounts)
  const at = declaredAt(today)
  const stream = streamId('lab', labPartnerId)
  return {
    at,
    rows: {
      lab_capacities: [
        {
          lab_partner_id: labPartnerId,
          pincodes,
          cities: [],
          // all of them are near the lab
          limiting_pincodes: pincodes,
          measured_at: at,
          // each day, so that tomorrow is one of them
          weekdays: [1, 2, 3, 4, 5, 6, 7],
          slots: timeSlots.map((slot) => days[slot].visits),
          instant: true,
          excluded_package_ids: entries.flatMap(({ code, id }) => (code === 'BCUL' ? [id] : [])),
          days_off: [addDays(today, 12)],
          changed_at: at,
        },
      ],
    },
    append: {
      id: appendIdOf('demo', stream, 'capacity'),
      streamId: stream,
      // after LabApplied and LabApproved
      expected: 2,
      events: [{ type: 'LabDetailsChanged', data: { capacity: 'declared' }, at }],
      actor: `lab-partner:${id}`,
    },
  }
}

/** Tomorrow's visits, each of another household. They were booked on the last two days. */
export function planSuratVisits(
  accounts: Accounts,
  entries: readonly CatalogueEntry[],
  anchor: Date,
): BookingPlan[] {
  const today = istDate(anchor)
  const date = addDays(today, 1)
  const { labPartnerId } = labOfSurat(accounts)
  const households = [
    ...accounts.suratCustomers,
    ...accounts.customers.filter(({ city }) => city === 'Surat'),
  ]
  const booked = timeSlots.flatMap((time) => Array.from({ length: days[time].booked }, () => time))
  return booked.map((time, index) => {
    const customer = households[index]
    const entry = entries.find(({ code }) => code === orders[index % orders.length])
    if (!customer || !entry) throw new Error('Surat has too few customers, or the catalogue too few tests')
    const placedAt = slotStart(addDays(today, index % 2 === 0 ? -2 : -1), '08:00')
    return {
      bookingId: appendIdOf('demo', 'booking', 'surat', index),
      customer,
      memberId: null,
      entry,
      placedAt: new Date(placedAt.getTime() + (index * 61 + 17) * 60_000),
      slot: { date, time },
      place: { labPartnerId, date, slot: slotNumber(time) },
      paymentMethod: index % 3 === 0 ? 'cash-on-collection' : 'upi',
      address: customer.addresses[0],
      instructions: null,
      until: index % 4 === 3 ? 'placed' : 'confirmed',
    }
  })
}
