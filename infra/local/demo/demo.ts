import { addDays, istDate, slotStart } from '@jaanch/contracts/calendar'
import { type Accounts, labOf, planAccounts, staffOf } from './accounts.ts'
import { accountsTimeline } from './accounts-timeline.ts'
import type { BookingPlan } from './booking-plan.ts'
import { bookingSteps, decideBooking, orderNumberOf } from './booking-steps.ts'
import { catalogueTimeline, type DemoCatalogue, readCatalogue } from './catalogue.ts'
import { planHistory } from './history.ts'
import { type PrescriptionPlan, planPrescriptions, prescriptionTimeline } from './prescriptions.ts'
import { capacitiesTimeline, planStory } from './story.ts'
import type { TimelineEntry } from './timeline.ts'

export type Demo = {
  anchor: Date
  catalogue: DemoCatalogue
  accounts: Accounts
  /** All bookings in the order of their placement */
  bookings: BookingPlan[]
  prescriptions: PrescriptionPlan[]
}

/** @param anchor the time from which all of the demo is derived; nothing happens after it */
export function planDemo(anchor: Date): Demo {
  const catalogue = readCatalogue()
  const accounts = planAccounts(istDate(anchor))
  const prescriptions = planPrescriptions(accounts.demoCustomer, catalogue.entries, anchor)
  const bookings = [
    ...planHistory(accounts, catalogue.entries, anchor),
    ...planStory(accounts, catalogue.entries, anchor),
    prescriptions[0].order,
  ]
  bookings.sort((a, b) => a.placedAt.getTime() - b.placedAt.getTime())
  return { anchor, catalogue, accounts, bookings, prescriptions }
}

/** @param firstOrder number of the first booking's order; the following bookings have the following numbers */
export async function demoTimeline(demo: Demo, firstOrder: number): Promise<TimelineEntry[]> {
  const { anchor, catalogue, accounts } = demo
  const catalogueDay = slotStart(addDays(istDate(anchor), -1123), '12:00')
  return [
    ...catalogueTimeline(catalogue, catalogueDay, `admin:${accounts.admin.id}`),
    ...(await accountsTimeline(accounts)),
    ...capacitiesTimeline(accounts, catalogue.entries, anchor),
    ...historyTimeline(demo, firstOrder),
  ]
}

/** The history of the bookings and prescriptions up to the anchor. */
export function historyTimeline(
  { anchor, accounts, bookings, prescriptions }: Demo,
  firstOrder: number,
): TimelineEntry[] {
  const { admin } = accounts
  const ofBookings = bookings.flatMap((plan, index) => {
    const lab = labOf(accounts, plan.customer.city)
    const [technician] = staffOf(accounts, lab, 'technician')
    const [pathologist] = staffOf(accounts, lab, 'pathologist')
    const signers = technician && pathologist && { technician, pathologist }
    const orderNumber = orderNumberOf(plan, firstOrder + index)
    return decideBooking(plan, bookingSteps(plan, { admin, lab, signers, orderNumber }), anchor)
  })
  return [...ofBookings, ...prescriptions.flatMap((plan) => prescriptionTimeline(plan, admin))]
}
