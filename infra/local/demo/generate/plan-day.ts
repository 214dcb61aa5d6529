import type { BookingCommand } from '@jaanch/booking/commands'
import { istDate, slotStart } from '@jaanch/contracts/calendar'
import { type Accounts, type Lab, staffOf } from '../accounts.ts'
import type { BookingPlan, Order } from '../booking-plan.ts'
import { bookingSteps, decideBooking, orderNumberOf } from '../booking-steps.ts'
import type { CatalogueEntry } from '../catalogue.ts'
import { planOrder, withOutcomes } from '../history.ts'
import { planPrescriptions, prescriptionTimeline } from '../prescriptions.ts'
import { createRandom, type Random } from '../random.ts'
import { releaseStep, reportOf } from '../reports.ts'
import type { Step, TimelineEntry } from '../timeline.ts'
import type { Day } from './plan-days.ts'
import type { Population } from './population.ts'

/** An empty page, because only the number of the reports matters. */
const emptyPage = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj trailer<</Root 1 0 R>>\n%%EOF\n',
)

/** The lab uploads a PDF an hour after the completion, which releases it. */
function uploadReport(plan: BookingPlan, lab: Lab, completedAt: Date): Step<BookingCommand> {
  const release = { released_by: lab.id, released_role: 'owner' } as const
  const results = { values: {}, isReviewed: true }
  const at = new Date(completedAt.getTime() + 3_600_000)
  const report = reportOf(plan, 1, { lab, results, at, collectedAt: completedAt, release })
  return releaseStep(report, { at, actor: `lab-partner:${lab.id}`, bytes: emptyPage })
}

export type History = {
  population: Population
  entries: readonly CatalogueEntry[]
  anchor: Date
  seed: number
  /** @returns the number of the next order */
  nextOrder: () => number
}

/** For one booking in a thousand, its customer also uploads prescriptions on that day. */
const prescriptionShare = 0.001
/** Later prescriptions wait for an admin or for the customer. */
const openForMs = 48 * 3_600_000

/** Share of the completed bookings whose lab uploaded a report. */
const reportShare = 0.05

/**
 * @param registered number of customers who may place bookings on this day
 * @returns the bookings that are placed on a day, in that order
 */
export function planBookingsOf(day: Day, registered: number, history: History): BookingPlan[] {
  const { population, entries, anchor, seed } = history
  const ordered: Order[] = []
  // on the last day, bookings that would be placed after the anchor are drawn again
  for (let n = 0; ordered.length < day.bookings && n < day.bookings * 100; n += 1) {
    const key = ['generated', seed, day.index, n]
    const pickCustomer: Parameters<typeof planOrder>[0]['pickCustomer'] = (random) =>
      population.pickCustomer(random, registered)
    const order = planOrder({ key, date: day.date, entries, anchor, pickCustomer })
    if (order) ordered.push(order)
  }
  ordered.sort((a, b) => a.placedAt.getTime() - b.placedAt.getTime())
  return withOutcomes(ordered, anchor)
}

/** @returns the history of a booking up to the anchor, with that of a prescription now and then */
export function decideGenerated(plan: BookingPlan, history: History): TimelineEntry[] {
  const random = createRandom('generated course', plan.bookingId)
  const booking = decide(plan, random, history)
  return random.chance(prescriptionShare) ? [...booking, ...prescriptionsOf(plan, random, history)] : booking
}

function decide(
  plan: BookingPlan,
  random: Random,
  { population, anchor, nextOrder }: History,
): TimelineEntry[] {
  const { accounts } = population
  const lab = population.pickLab(random, plan.customer.city)
  const orderNumber = orderNumberOf(plan, nextOrder())
  const followed = { ...plan, ...custodyAt(lab, plan, accounts) }
  const steps = bookingSteps(followed, { admin: accounts.admin, lab, orderNumber })
  const last = steps.at(-1)
  const isCompleted = last?.command.type === 'advance' && last.command.to === 'completed'
  if (random.chance(reportShare) && isCompleted) steps.push(uploadReport(plan, lab, last.at))
  return decideBooking(plan, steps, anchor)
}

/** The tubes of the lab that has collectors are followed, as in the demo. */
function custodyAt(lab: Lab, { bookingId }: BookingPlan, accounts: Accounts): Pick<BookingPlan, 'custody'> {
  const collectors = staffOf(accounts, lab, 'collector')
  const [technician] = staffOf(accounts, lab, 'technician')
  if (!technician || collectors.length === 0) return {}
  const collector = createRandom('generated custody', bookingId).pick(collectors)
  return { custody: { collectorId: collector.id, technicianId: technician.id } }
}

/**
 * A prescription of which an admin made an order that afternoon, and one that was not looked at. The older ones have been dealt
 * with: the first order was confirmed and carried out, and there is no second prescription.
 */
function prescriptionsOf(plan: BookingPlan, random: Random, history: History): TimelineEntry[] {
  const { entries, anchor, population } = history
  const { admin } = population.accounts
  const at = slotStart(istDate(plan.placedAt), '17:00')
  if (at > anchor) return []
  const [ordered, waiting] = planPrescriptions(plan.customer, entries, at, plan.bookingId)
  if (anchor.getTime() - at.getTime() < openForMs)
    return [
      ...decide(ordered.order, random, history),
      ...[ordered, waiting].flatMap((prescription) => prescriptionTimeline(prescription, admin)),
    ]
  const order = decide({ ...ordered.order, until: 'completed' }, random, history)
  const confirmed = order.find(({ append }) => append?.events[0]?.type === 'OrderConfirmed')
  const confirmedAt = confirmed && new Date(confirmed.at.getTime() + 1_000)
  return [...order, ...prescriptionTimeline({ ...ordered, confirmedAt }, admin)]
}
