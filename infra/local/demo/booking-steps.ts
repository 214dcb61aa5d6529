import type { Place } from '@jaanch/booking/booking'
import type { BookingCommand } from '@jaanch/booking/decider'
import { bookingDecider } from '@jaanch/booking/decider'
import { readStarter } from '@jaanch/catalogue/starter/starter'
import type { CustodyStepCommand } from '@jaanch/collection/custody/commands'
import { planTubes } from '@jaanch/collection/custody/stability'
import { istDate, slotStart } from '@jaanch/contracts/calendar'
import type { TimeSlot } from '@jaanch/contracts/vocabulary'
import { streamId } from '@jaanch/eventlog/events'
import type { Account, Lab } from './accounts.ts'
import type { BookingPlan, CustodyPlan } from './booking-plan.ts'
import type { CatalogueEntry } from './catalogue.ts'
import type { Stage } from './data.ts'
import { createRandom } from './random.ts'
import { draftSteps, reportSteps, type Signers } from './reports.ts'
import { decideSteps, type Step, type TimelineEntry } from './timeline.ts'

/** @property signers undefined: the owner of the lab releases its reports */
type Participants = { admin: Account; lab: Lab; signers?: Signers | undefined; orderNumber: string }

const minute = 60_000
const hour = 60 * minute

/** @returns the commands of a booking with their times, from its placement to its end */
export function bookingSteps(plan: BookingPlan, participants: Participants): Step<BookingCommand>[] {
  const { bookingId, placedAt, slot, entry, until, cancelled } = plan
  const { admin, lab, orderNumber } = participants
  // all bookings of a visit take the same course
  const random = createRandom('course', plan.visitId ?? bookingId)
  const after = (at: Date, low: number, high: number, unit = minute) =>
    new Date(at.getTime() + Math.round(random.between(low, high) * unit))
  const turnaround = entry.reportHours ?? 24

  // an instant collection is handled within minutes; a slot is two hours long
  const assignedAt = slot ? after(placedAt, 5, 45) : after(placedAt, 1, 6)
  const confirmedAt = slot ? after(assignedAt, 5, 60) : after(assignedAt, 2, 12)
  const collectedAt = slot ? after(slotStart(slot.date, slot.time), 5, 100) : after(placedAt, 120, 235)
  const paidAt = after(collectedAt, 3, 12)
  const [soonest, latest] = [Math.min(turnaround * 0.1, 1.5), Math.min(turnaround * 0.25, 3)]
  const processedAt = after(collectedAt, soonest, latest, hour)
  const completedAt = after(collectedAt, turnaround * 0.55, turnaround * 0.95, hour)

  const byCustomer = `customer:${plan.customer.id}`
  const byAdmin = `admin:${admin.id}`
  const byLab = `lab-partner:${lab.id}`
  const advance = (at: Date, to: Extract<BookingCommand, { type: 'advance' }>['to']) => ({
    at,
    actor: byLab,
    command: { type: 'advance', to } as const,
  })
  const followed =
    plan.custody &&
    custodySteps(
      { custody: plan.custody, entry },
      // before somebody can arrive, who is on the way two hours after the placement
      { assignedAt: after(confirmedAt, 2, 12), drawnAt: collectedAt, decidedAt: processedAt },
    )
  const paid: Step<BookingCommand> = {
    at: paidAt,
    actor: byLab,
    command: { type: 'recordPayment', method: plan.paymentMethod },
  }

  const steps: Record<Stage, Step<BookingCommand>[]> = {
    placed: [
      {
        at: placedAt,
        actor: plan.recollection ? 'system:recollections' : plan.prescriptionId ? byAdmin : byCustomer,
        command: opening(plan),
        rows: {
          booking_details: [detailsRow(plan)],
          ...(plan.place && { visit_places: [placeRow(plan, plan.place)] }),
        },
      },
      {
        at: new Date(placedAt.getTime() + 1_000),
        actor: 'system:orders',
        command: { type: 'assignOrderNumber', orderNumber },
        rows: { orders: [{ booking_id: bookingId, order_number: orderNumber, created_at: placedAt }] },
      },
    ],
    assigned: [
      { at: assignedAt, actor: byAdmin, command: { type: 'assignLab', labPartnerId: lab.labPartnerId } },
    ],
    confirmed: [
      plan.prescriptionId
        ? { at: confirmedAt, actor: byCustomer, command: { type: 'confirmOrder' } }
        : advance(confirmedAt, 'confirmed'),
      ...moveSteps(plan),
      ...(followed?.assigned ?? []),
    ],
    collected: [
      ...(followed?.collected ?? [advance(collectedAt, 'sample-collection')]),
      // a new sample costs nothing
      ...(plan.recollection ? [] : [paid]),
    ].toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    processed: [
      ...(followed?.processed ?? [advance(processedAt, 'lab-processing')]),
      ...draftSteps(plan, participants, { collectedAt, processedAt }),
    ],
    completed: [
      advance(completedAt, 'completed'),
      ...reportSteps(plan, participants, { collectedAt, completedAt }),
      ...reviewSteps(plan, lab, completedAt),
    ],
  }
  const stages = Object.keys(steps) as Stage[]
  const reached = stages.slice(0, stages.indexOf(until) + 1).flatMap((stage) => steps[stage])
  const last = reached.at(-1)
  if (!cancelled || !last) return reached

  const rest = collectedAt.getTime() - last.at.getTime()
  const at = new Date(last.at.getTime() + rest * random.between(0.1, 0.7))
  const by = cancelled === 'customer-request' ? 'customer' : 'admin'
  const actor = by === 'customer' ? byCustomer : byAdmin
  return [...reached, { at, actor, command: { type: 'cancel', by, reason: cancelled } }]
}

/** The history of a booking up to the anchor. */
export function decideBooking(
  { bookingId }: BookingPlan,
  steps: readonly Step<BookingCommand>[],
  anchor: Date,
): TimelineEntry[] {
  const past = steps.filter(({ at }) => at <= anchor)
  return decideSteps(bookingDecider, streamId('booking', bookingId), past)
}

/** @param order its place among all orders */
export function orderNumberOf({ placedAt }: BookingPlan, order: number): string {
  return `JN-${istDate(placedAt).slice(0, 4)}-${String(order).padStart(6, '0')}`
}

function opening(plan: BookingPlan): BookingCommand {
  const { bookingId, customer, memberId, entry, moved, paymentMethod, prescriptionId, recollection } = plan
  const { visitId = null, place = null } = plan
  const slot = moved?.from ?? plan.slot
  const listPrice = Math.max(entry.originalPrice, entry.price)
  const price = recollection ? 0 : prescriptionId ? entry.price : listPrice
  const details = {
    bookingId,
    customerId: customer.id,
    familyMemberId: memberId,
    lines: [{ packageId: entry.id, name: entry.name, price }],
    collectionType: slot ? ('scheduled' as const) : ('instant' as const),
    scheduledDate: slot?.date ?? null,
    scheduledTime: slot?.time ?? null,
    paymentMethod,
    priority: 'medium' as const,
    visitId,
    place,
  }
  if (recollection) return { type: 'proposeRecollection', details: { ...details, recollection } }
  if (prescriptionId) return { type: 'propose', details: { ...details, prescriptionId } }
  return { type: 'place', details: { ...details, prescriptionId: null, discount: listPrice - entry.price } }
}

function moveSteps({ customer, slot, moved, visitId, place }: BookingPlan): Step<BookingCommand>[] {
  if (!moved || !slot) return []
  const command = {
    type: 'reschedule',
    by: 'customer',
    scheduledDate: slot.date,
    scheduledTime: slot.time as TimeSlot,
    visitId: visitId ?? null,
    place: place ?? null,
  } as const
  return [{ at: moved.at, actor: `customer:${customer.id}`, command }]
}

/** The stars are in the log, the text is in a row. A report has one version here: an amended one would come after the review. */
function reviewSteps(
  { bookingId, customer, entry, review }: BookingPlan,
  { labPartnerId }: Lab,
  completedAt: Date,
): Step<BookingCommand>[] {
  if (!review) return []
  const { stars, text } = review
  const hours = createRandom('reviewed', bookingId).between(2, 30)
  const at = new Date(completedAt.getTime() + Math.round(hours * hour))
  const row = {
    booking_id: bookingId,
    customer_id: customer.id,
    lab_partner_id: labPartnerId,
    package_ids: [entry.id],
    ...{ stars, text },
    is_hidden: false,
    created_at: at,
  }
  return [
    { at, actor: `customer:${customer.id}`, command: { type: 'review', stars }, rows: { reviews: [row] } },
  ]
}

/** A place that a visit has taken: a hold that does not expire. */
function placeRow({ bookingId, customer, placedAt }: BookingPlan, { labPartnerId, date, slot }: Place) {
  return {
    id: bookingId,
    lab_partner_id: labPartnerId,
    ...{ date, slot },
    customer_id: customer.id,
    bookings: 1,
    expires_at: null,
    is_renewed: false,
    created_at: placedAt,
  }
}

function detailsRow({ bookingId, customer, address, instructions, placedAt, visitId }: BookingPlan) {
  const code = Math.floor(createRandom('visit code', bookingId).between(0, 10_000))
  return {
    booking_id: bookingId,
    customer_id: customer.id,
    address,
    special_instructions: instructions,
    visit_id: visitId ?? null,
    visit_code: String(code).padStart(4, '0'),
    created_at: placedAt,
  }
}

const parameterOf = new Map(readStarter().parameters.map((one) => [one.code, one]))

/** The tubes of a booking of this test or package. */
function plannedTubes({ id, specimens, parameters = [] }: CatalogueEntry) {
  return planTubes([
    {
      id,
      specimens: specimens.map(({ specimen, container }) => ({ specimen, container })),
      parameters: parameters.flatMap((code) => parameterOf.get(code) ?? []),
    },
  ])
}

/** @returns who came, drew and received the tubes of a booking, by the stage that the steps belong to */
function custodySteps(
  { custody, entry }: { custody: CustodyPlan; entry: CatalogueEntry },
  { assignedAt, drawnAt, decidedAt }: { assignedAt: Date; drawnAt: Date; decidedAt: Date },
): Record<'assigned' | 'collected' | 'processed', Step<BookingCommand>[]> {
  const { collectorId, technicianId, recollectionId } = custody
  const plan = plannedTubes(entry)
  const numbers = plan.map(({ number }) => number)
  const rejected = recollectionId ? numbers.slice(0, 1) : []
  const accepted = numbers.filter((number) => !rejected.includes(number))
  const step = (at: Date, by: string, what: CustodyStepCommand): Step<BookingCommand> => ({
    at,
    actor: `lab-partner:${by}`,
    command: { type: 'custody', plan, by, deviceAt: at.toISOString(), offsetMs: 0, step: what },
  })
  const after = (at: Date, ms: number) => new Date(at.getTime() + Math.round(ms))
  // within the two hours that most tubes have
  const way = Math.min(decidedAt.getTime() - drawnAt.getTime(), 110 * minute)
  return {
    assigned: [
      {
        at: assignedAt,
        actor: `lab-partner:${technicianId}`,
        command: { type: 'assignCollector', collectorId },
      },
    ],
    collected: [
      step(after(drawnAt, -6 * minute), collectorId, { type: 'arrive' }),
      step(after(drawnAt, -3 * minute), collectorId, {
        type: 'identify',
        method: 'name-and-birth-date',
        isConfirmed: true,
      }),
      step(drawnAt, collectorId, { type: 'draw', tubes: numbers.map((number) => ({ number })) }),
      step(after(drawnAt, way * 0.5), collectorId, { type: 'handOver', tubes: numbers, temperatureC: 7 }),
    ],
    processed: [
      step(after(drawnAt, way * 0.7), technicianId, { type: 'receive', tubes: numbers, temperatureC: 8 }),
      ...(accepted.length > 0 ? [step(decidedAt, technicianId, { type: 'accept', tubes: accepted })] : []),
      ...(recollectionId ? rejection(recollectionId) : []),
    ],
  }

  function rejection(bookingId: string): Step<BookingCommand>[] {
    const tubes = rejected.map((number) => ({ number, reason: 'haemolysed' as const }))
    return [
      step(after(decidedAt, 1_000), technicianId, { type: 'reject', tubes }),
      {
        at: after(decidedAt, 3_000),
        actor: 'system:recollections',
        command: { type: 'offerRecollection', bookingId, packageIds: [entry.id] },
      },
    ]
  }
}
