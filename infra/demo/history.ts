import { addDays, istDate, slotStart } from '@jaanch/contracts/calendar'
import { streamId } from '@jaanch/contracts/events/streams'
import { bookingDecider } from '@jaanch/domain/booking/decider'
import { type Accounts, planAccounts } from './accounts.ts'
import { planAshasBookings } from './asha.ts'
import { planBookings } from './bookings.ts'
import { type Catalogue, catalogueMoments, readCatalogue } from './catalogue.ts'
import { courseOf, type Plan } from './course.ts'
import { decideInOrder } from './decide-in-order.ts'
import { places } from './places.ts'
import { type PrescriptionPlan, planPrescriptions, prescriptionMoments } from './prescriptions.ts'
import { registrationMoments } from './registrations.ts'
import type { Moment } from './timeline.ts'

export type Demo = {
  anchor: Date
  catalogue: Catalogue
  accounts: Accounts
  /** Every booking in the order of placing */
  bookings: Plan[]
  prescriptions: PrescriptionPlan[]
}

/** @param anchor all of the demo follows from this moment, and nothing in it happens later */
export function planDemo(anchor: Date): Demo {
  const catalogue = readCatalogue()
  const accounts = planAccounts(istDate(anchor))
  const { asha, customers } = accounts
  const prescriptions = planPrescriptions(asha, catalogue.entries, anchor)
  const bookings = [
    ...planBookings(customers, catalogue.entries, anchor),
    ...planAshasBookings(asha, catalogue.entries, anchor),
    ...prescriptions.flatMap(({ order }) => order ?? []),
  ]
  bookings.sort((a, b) => a.placedAt.getTime() - b.placedAt.getTime())
  return { anchor, catalogue, accounts, bookings, prescriptions }
}

/** @param firstOrder number of the first booking's order; the others count on from it */
export async function momentsOf(demo: Demo, firstOrder: number): Promise<Moment[]> {
  const { anchor, catalogue, accounts } = demo
  const catalogueDay = slotStart(addDays(istDate(anchor), -124), '12:00')
  return [
    ...catalogueMoments(catalogue, catalogueDay, `admin:${accounts.admin.id}`),
    ...(await registrationMoments(accounts)),
    ...historyOf(demo, firstOrder),
  ]
}

/** What happened to the bookings and prescriptions up to the anchor. */
export function historyOf({ anchor, accounts, bookings, prescriptions }: Demo, firstOrder: number): Moment[] {
  return [
    ...bookings.flatMap((plan, index) => bookingMoments(plan, accounts, firstOrder + index, anchor)),
    ...prescriptions.flatMap((plan) => prescriptionMoments(plan, accounts.admin)),
  ]
}

function bookingMoments(plan: Plan, { admin, labs }: Accounts, order: number, anchor: Date): Moment[] {
  const lab = labs.find(({ email }) => email === places[plan.customer.city].lab)
  if (!lab) throw new Error(`No lab serves ${plan.customer.city}`)
  const orderNumber = `JN-${istDate(plan.placedAt).slice(0, 4)}-${String(order).padStart(6, '0')}`
  const steps = courseOf(plan, { admin, lab, orderNumber }).filter(({ at }) => at <= anchor)
  return decideInOrder(bookingDecider, streamId('booking', plan.bookingId), steps)
}
