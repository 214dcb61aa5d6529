/** Today's rounds of the collectors of Sabar Diagnostics, in Ahmedabad. At any hour, what is over is done and the rest is to come. */
import { addDays, istDate, slotStart } from '@jaanch/contracts/calendar'
import type { TimeSlot } from '@jaanch/contracts/vocabulary'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import type { BookingPlan } from './booking-steps.ts'
import type { CatalogueEntry } from './catalogue.ts'
import type { CustodyPlan } from './custody.ts'
import type { Accounts } from './plan-accounts.ts'

/** The first names of the lab's collectors */
export const collectors = ['meena', 'ravi', 'farhan'] as const

/** Who goes when, with what is ordered there */
const visits: readonly (readonly [collector: (typeof collectors)[number], time: TimeSlot, code: string])[] = [
  ['meena', '06:00-08:00', 'PKG-BASIC'],
  ['ravi', '06:00-08:00', 'TFT'],
  ['meena', '08:00-10:00', 'CBC'],
  ['ravi', '08:00-10:00', 'LIPID'],
  ['farhan', '10:00-12:00', 'PKG-DIA'],
  ['meena', '10:00-12:00', 'HBA1C'],
  ['ravi', '12:00-14:00', 'VITD'],
  ['meena', '12:00-14:00', 'TFT'],
  ['farhan', '14:00-16:00', 'B12'],
  ['meena', '16:00-18:00', 'CBC'],
]

/** @param name first name of a collector. @returns who handles a tube of the first lab */
export function custodyBy({ labs: [lab], labStaff }: Accounts, name: string): CustodyPlan {
  const people = labStaff.filter(({ labPartnerId }) => labPartnerId === lab?.labPartnerId)
  const personOf = (isOne: (person: Accounts['labStaff'][number]) => boolean) => {
    const found = people.find(isOne)
    if (!found) throw new Error('The demo lacks people of the lab')
    return found.id
  }
  return {
    collectorId: personOf((person) => person.email.startsWith(`${name}.`)),
    technicianId: personOf(({ labRole }) => labRole === 'technician'),
  }
}

export function planRound(
  accounts: Accounts,
  entries: readonly CatalogueEntry[],
  anchor: Date,
): BookingPlan[] {
  const today = istDate(anchor)
  const placedOn = slotStart(addDays(today, -1), '18:00')
  const households = accounts.customers.filter(
    ({ city, createdAt }) => city === 'Ahmedabad' && createdAt < placedOn,
  )
  return visits.map(([collector, time, code], index) => {
    const customer = households[index % households.length]
    const entry = entries.find((each) => each.code === code)
    if (!customer || !entry) throw new Error('Ahmedabad has no customers, or the catalogue lacks a test')
    return {
      bookingId: appendIdOf('demo', 'booking', 'round', index),
      customer,
      memberId: null,
      entry,
      placedAt: new Date(placedOn.getTime() + index * 7 * 60_000),
      slot: { date: today, time },
      paymentMethod: index % 2 === 0 ? 'cash-on-collection' : 'upi',
      address: customer.addresses[0],
      instructions: index === 2 ? 'The bell is at the side gate.' : null,
      until: 'processed',
      custody: custodyBy(accounts, collector),
    }
  })
}
