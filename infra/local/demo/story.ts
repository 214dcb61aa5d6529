/** The bookings of named people: a case for each thing that the pages show. */
import { addDays, istDate, slotStart } from '@jaanch/contracts/calendar'
import { slotNumber } from '@jaanch/contracts/vocabulary'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import { streamId } from '@jaanch/eventlog/events/streams'
import { type Accounts, labOf, staffOf } from './accounts.ts'
import type { BookingPlan, CustodyPlan } from './booking-plan.ts'
import type { CatalogueEntry } from './catalogue.ts'
import { type Moment, people, story } from './data.ts'
import type { TimelineEntry } from './timeline.ts'

export function planStory(
  accounts: Accounts,
  entries: readonly CatalogueEntry[],
  anchor: Date,
): BookingPlan[] {
  const today = istDate(anchor)
  const customers = [accounts.demoCustomer, ...accounts.customers, ...accounts.suratHouseholds]
  const at = ([day, time]: Moment) => slotStart(addDays(today, day), time)
  return Object.entries(story).flatMap(([group, bookings]) => {
    const idOf = (place: number) => appendIdOf('demo', 'booking', group, place)
    return bookings.map((told, place): BookingPlan => {
      const { placed, minutesAgo = 0, slot, moved, collector, recollects, recollectedAs } = told
      const customer = customers.find(({ name }) => name === told.customer)
      const entry = entries.find(({ code }) => code === told.code)
      if (!customer || !entry) throw new Error(`The demo lacks ${told.customer} or ${told.code}`)
      const slotOn = ([day, time]: NonNullable<typeof slot>) => ({ date: addDays(today, day), time })
      const visits = slot && slotOn(slot)
      const { paymentMethod, until, cancelled, review, reports, draft } = told
      return {
        bookingId: idOf(place),
        customer,
        memberId: customer.members.find(({ name }) => name === told.patient)?.id ?? null,
        entry,
        placedAt: placed ? at(placed) : new Date(anchor.getTime() - minutesAgo * 60_000),
        slot: visits ?? null,
        paymentMethod,
        address: customer.addresses[0],
        instructions: told.instructions ?? null,
        until,
        ...(cancelled && { cancelled }),
        ...(review && { review }),
        ...(reports && { reports }),
        ...(draft && { draft }),
        ...(moved && { moved: { at: at(moved.at), from: slotOn(moved.from) } }),
        ...(told.visit && { visitId: appendIdOf('demo', 'visit', group, told.visit) }),
        ...(told.takesPlace &&
          visits && {
            place: {
              labPartnerId: labOf(accounts, customer.city).labPartnerId,
              date: visits.date,
              slot: slotNumber(visits.time),
            },
          }),
        ...(collector && {
          custody: {
            ...custodyBy(accounts, collector),
            ...(recollectedAs !== undefined && { recollectionId: idOf(recollectedAs) }),
          },
        }),
        ...(recollects !== undefined && { recollection: { of: idOf(recollects), attempt: 1 } }),
      }
    })
  })
}

/** @param name of a collector @returns who handles a tube: the collector, and the technician of the lab */
function custodyBy(accounts: Accounts, name: string): CustodyPlan {
  const collector = accounts.labStaff.find((each) => each.name === name)
  const lab = accounts.labs.find(({ labPartnerId }) => labPartnerId === collector?.worksFor)
  const [technician] = lab ? staffOf(accounts, lab, 'technician') : []
  if (!collector || !technician) throw new Error(`The demo lacks ${name} or a technician`)
  return { collectorId: collector.id, technicianId: technician.id }
}

/** The declarations of labs that can make only so many visits. What was booked before takes no place. */
export function capacitiesTimeline(
  { labs }: Accounts,
  entries: readonly CatalogueEntry[],
  anchor: Date,
): TimelineEntry[] {
  const today = istDate(anchor)
  return labs.flatMap(({ id, email, labPartnerId }): TimelineEntry[] => {
    const { capacity } = people.labs.find((each) => each.email === email) ?? {}
    if (!capacity) return []
    const { declared, visits, pincodes, excluded, dayOff } = capacity
    const at = slotStart(addDays(today, declared[0]), declared[1])
    const stream = streamId('lab', labPartnerId)
    const row = {
      lab_partner_id: labPartnerId,
      pincodes,
      cities: [],
      // all of them are near the lab
      limiting_pincodes: pincodes,
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      slots: visits,
      instant: true,
      excluded_package_ids: entries.filter(({ code }) => excluded.includes(code)).map((entry) => entry.id),
      days_off: [addDays(today, dayOff)],
      changed_at: at,
    }
    const append = {
      id: appendIdOf('demo', stream, 'capacity'),
      streamId: stream,
      // after LabApplied and LabApproved
      expected: 2,
      events: [{ type: 'LabDetailsChanged' as const, data: { capacity: 'declared' as const }, at }],
      actor: `lab-partner:${id}`,
    }
    return [{ at, rows: { lab_capacities: [row] }, append }]
  })
}
