import type { Booking, Place } from '@jaanch/contracts/booking'
import { slotStart } from '@jaanch/contracts/calendar'
import type {
  CancellationReason,
  PaymentMethod,
  prescriptionOrderTime,
  TimeSlot,
} from '@jaanch/contracts/vocabulary'
import type { BookingCommand, PlaceDetails } from '@jaanch/domain/booking/commands'
import type { CatalogueEntry } from './catalogue.ts'
import { type CustodyPlan, custodySteps } from './custody.ts'
import type { Account, Address, Customer } from './plan-accounts.ts'
import { createRandom } from './random.ts'
import { type Draft, draftSteps, type ReportMakers, type Results, reportSteps } from './reports.ts'
import { type Review, reviewSteps } from './reviews.ts'
import type { Step } from './timeline.ts'

/** The stages that a booking passes in this order */
const stages = ['placed', 'assigned', 'confirmed', 'collected', 'processed', 'completed'] as const
export type Stage = (typeof stages)[number]

export type BookingPlan = {
  bookingId: string
  /** Set for an order that an admin proposed from this prescription; it waits for the customer's confirmation */
  prescriptionId?: string
  customer: Customer
  memberId: string | null
  entry: CatalogueEntry
  placedAt: Date
  /** null: instant collection. After the move, if it was moved */
  slot: { date: string; time: TimeSlot | typeof prescriptionOrderTime } | null
  /** Its customer moved it at this time, after it was confirmed, from this slot */
  moved?: { at: Date; from: { date: string; time: TimeSlot } }
  /** Bookings with the same id are one visit, and were placed together */
  visitId?: string
  /** Where visits are limited */
  place?: Place
  paymentMethod: PaymentMethod
  address: Address
  instructions: string | null
  /** Last stage, if there is enough time before the anchor */
  until: Stage
  /** Reason of a cancellation after the stage `until` */
  cancelled?: CancellationReason
  /** The lab's results, one for each version of the report; undefined for a booking without a report */
  reports?: readonly Results[]
  /** Results that the pathologist of the lab has not signed, of a booking in processing */
  draft?: Draft
  /** Of a completed booking */
  review?: Review
  /** Its tubes are followed; undefined: by the buttons alone */
  custody?: CustodyPlan
  /** Tests of another booking are collected again, free of charge; it waits for the customer's confirmation */
  recollection?: NonNullable<Booking['recollection']>
}

export type Participants = ReportMakers & { admin: Account; orderNumber: string }

const minute = 60_000
const hour = 60 * minute

/** @returns the commands of a booking with their times, from its placement to its end */
export function bookingSteps(
  plan: BookingPlan,
  { admin, lab, signers, orderNumber }: Participants,
): Step<BookingCommand>[] {
  const { bookingId, placedAt, slot, entry, paymentMethod, until, cancelled } = plan
  // what happens to one booking of a visit happens to all of them
  const random = createRandom('course', plan.visitId ?? bookingId)
  const after = (at: Date, low: number, high: number, unit = minute) =>
    new Date(at.getTime() + Math.round(random.between(low, high) * unit))
  const turnaround = entry.reportHours ?? 24

  // an instant collection is handled within minutes; a slot is two hours long
  const assignedAt = slot ? after(placedAt, 5, 45) : after(placedAt, 1, 6)
  const confirmedAt = slot ? after(assignedAt, 5, 60) : after(assignedAt, 2, 12)
  const collectedAt = slot ? after(slotStart(slot.date, slot.time), 5, 100) : after(placedAt, 120, 235)
  const paidAt = after(collectedAt, 3, 12)
  const processedAt = after(
    collectedAt,
    Math.min(turnaround * 0.1, 1.5),
    Math.min(turnaround * 0.25, 3),
    hour,
  )
  const completedAt = after(collectedAt, turnaround * 0.55, turnaround * 0.95, hour)

  const byCustomer = `customer:${plan.customer.id}`
  const byAdmin = `admin:${admin.id}`
  const byLab = `lab-partner:${lab.id}`

  const followed =
    plan.custody &&
    custodySteps(
      { custody: plan.custody, entry },
      // before somebody can arrive, who is on the way two hours after the placement
      { assignedAt: after(confirmedAt, 2, 12), drawnAt: collectedAt, decidedAt: processedAt },
    )
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
        : { at: confirmedAt, actor: byLab, command: { type: 'advance', to: 'confirmed' } },
      ...moveSteps(plan),
      ...(followed?.assigned ?? []),
    ],
    collected: [
      ...(followed?.collected ?? [
        { at: collectedAt, actor: byLab, command: { type: 'advance', to: 'sample-collection' } as const },
      ]),
      // a new sample costs nothing
      ...(plan.recollection
        ? []
        : [{ at: paidAt, actor: byLab, command: { type: 'recordPayment', method: paymentMethod } as const }]),
    ].toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    processed: [
      ...(followed?.processed ?? [
        { at: processedAt, actor: byLab, command: { type: 'advance', to: 'lab-processing' } as const },
      ]),
      ...draftSteps(plan, { lab, signers }, processedAt),
    ],
    completed: [
      { at: completedAt, actor: byLab, command: { type: 'advance', to: 'completed' } },
      ...reportSteps(plan, { lab, signers }, completedAt),
      ...reviewSteps(plan, lab, completedAt),
    ],
  }
  const reached = stages.slice(0, stages.indexOf(until) + 1).flatMap((stage) => steps[stage])
  const last = reached.at(-1)
  if (!cancelled || !last) return reached

  const at = new Date(
    last.at.getTime() + (collectedAt.getTime() - last.at.getTime()) * random.between(0.1, 0.7),
  )
  const isByCustomer = cancelled === 'customer-request'
  const command = { type: 'cancel', by: isByCustomer ? 'customer' : 'admin', reason: cancelled } as const
  return [...reached, { at, actor: isByCustomer ? byCustomer : byAdmin, command }]
}

function opening(plan: BookingPlan): BookingCommand {
  if (plan.recollection)
    return {
      type: 'proposeRecollection',
      details: { ...orderDetails(plan, 0), recollection: plan.recollection },
    }
  return plan.prescriptionId ? propose(plan, plan.prescriptionId) : place(plan)
}

function place(plan: BookingPlan): BookingCommand {
  const { entry } = plan
  const listPrice = Math.max(entry.originalPrice, entry.price)
  return {
    type: 'place',
    details: {
      ...orderDetails(plan, listPrice),
      prescriptionId: null,
      discount: listPrice - entry.price,
    },
  }
}

function propose(plan: BookingPlan, prescriptionId: string): BookingCommand {
  return { type: 'propose', details: { ...orderDetails(plan, plan.entry.price), prescriptionId } }
}

/** @param price of the only order line, paise */
function orderDetails(plan: BookingPlan, price: number): Omit<PlaceDetails, 'prescriptionId' | 'discount'> {
  const { bookingId, customer, memberId, entry, moved, paymentMethod, visitId = null, place = null } = plan
  const slot = moved?.from ?? plan.slot
  return {
    bookingId,
    customerId: customer.id,
    familyMemberId: memberId,
    lines: [{ packageId: entry.id, name: entry.name, price }],
    collectionType: slot ? 'scheduled' : 'instant',
    scheduledDate: slot?.date ?? null,
    scheduledTime: slot?.time ?? null,
    paymentMethod,
    priority: 'medium',
    visitId,
    place,
  }
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

/** As a hold that became the place of a visit */
function placeRow({ bookingId, customer, placedAt }: BookingPlan, { labPartnerId, date, slot }: Place) {
  return {
    id: bookingId,
    lab_partner_id: labPartnerId,
    date,
    slot,
    customer_id: customer.id,
    bookings: 1,
    expires_at: null,
    is_renewed: false,
    created_at: placedAt,
  }
}

function detailsRow({ bookingId, customer, address, instructions, placedAt, visitId }: BookingPlan) {
  return {
    booking_id: bookingId,
    customer_id: customer.id,
    address,
    special_instructions: instructions,
    visit_id: visitId ?? null,
    visit_code: String(Math.floor(createRandom('visit code', bookingId).between(0, 10_000))).padStart(4, '0'),
    created_at: placedAt,
  }
}
