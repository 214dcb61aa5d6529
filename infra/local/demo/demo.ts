import { addDays, istDate, slotStart } from '@jaanch/contracts/calendar'
import { streamId } from '@jaanch/contracts/events/streams'
import type { BookingCommand } from '@jaanch/domain/booking/commands'
import { bookingDecider } from '@jaanch/domain/booking/decide'
import { accountsTimeline } from './accounts-timeline.ts'
import { type BookingPlan, bookingSteps } from './booking-steps.ts'
import { catalogueTimeline, type DemoCatalogue, readCatalogue } from './catalogue.ts'
import { demoCities } from './cities.ts'
import { planDemoCustomerBookings } from './demo-customer-bookings.ts'
import { planSignedReports, signersOf } from './pathology.ts'
import { type Accounts, planAccounts } from './plan-accounts.ts'
import { planBookings } from './plan-bookings.ts'
import { type PrescriptionPlan, planPrescriptions, prescriptionTimeline } from './prescriptions.ts'
import { withReviews } from './reviews.ts'
import { planRound } from './round.ts'
import { needsPlace, planSuratVisits, suratCapacity } from './surat.ts'
import type { Step, TimelineEntry } from './timeline.ts'
import { decideSteps } from './timeline.ts'

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
  const { demoCustomer, customers } = accounts
  const prescriptions = planPrescriptions(demoCustomer, catalogue.entries, anchor)
  const history = planBookings(customers, catalogue.entries, anchor)
  const bookings = [
    ...withReviews(history.filter((booking) => !needsPlace(booking, anchor))),
    ...planSuratVisits(accounts, catalogue.entries, anchor),
    ...planRound(accounts, catalogue.entries, anchor),
    ...planSignedReports(accounts, catalogue.entries, anchor),
    ...planDemoCustomerBookings(accounts, catalogue.entries, anchor),
    ...prescriptions.flatMap(({ order }) => order ?? []),
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
    suratCapacity(accounts, catalogue.entries, anchor),
    ...historyTimeline(demo, firstOrder),
  ]
}

/** The history of the bookings and prescriptions up to the anchor. */
export function historyTimeline(
  { anchor, accounts, bookings, prescriptions }: Demo,
  firstOrder: number,
): TimelineEntry[] {
  return [
    ...bookings.flatMap((plan, index) => bookingTimeline(plan, accounts, firstOrder + index, anchor)),
    ...prescriptions.flatMap((plan) => prescriptionTimeline(plan, accounts.admin)),
  ]
}

function bookingTimeline(
  plan: BookingPlan,
  accounts: Accounts,
  order: number,
  anchor: Date,
): TimelineEntry[] {
  const { admin, labs } = accounts
  const lab = labs.find(({ email }) => email === demoCities[plan.customer.city].lab)
  if (!lab) throw new Error(`No lab serves ${plan.customer.city}`)
  const orderNumber = orderNumberOf(plan, order)
  const signers = signersOf(accounts, lab)
  return decideBooking(plan, bookingSteps(plan, { admin, lab, signers, orderNumber }), anchor)
}

/** @param order its place among all orders */
export function orderNumberOf({ placedAt }: BookingPlan, order: number): string {
  return `JN-${istDate(placedAt).slice(0, 4)}-${String(order).padStart(6, '0')}`
}

/** The history of a booking up to the anchor. */
export function decideBooking(
  { bookingId }: BookingPlan,
  steps: readonly Step<BookingCommand>[],
  anchor: Date,
): TimelineEntry[] {
  return decideSteps(
    bookingDecider,
    streamId('booking', bookingId),
    steps.filter(({ at }) => at <= anchor),
  )
}
