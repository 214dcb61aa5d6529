/** The prescriptions of the demo customer. */
import { readFileSync } from 'node:fs'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { streamId } from '@jaanch/contracts/events/streams'
import { prescriptionOrderTime } from '@jaanch/contracts/vocabulary'
import { prescriptionDecider } from '@jaanch/domain/prescription/decider'
import type { PrescriptionCommand } from '@jaanch/domain/prescription/transitions'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import type { BookingPlan } from './booking-steps.ts'
import type { CatalogueEntry } from './catalogue.ts'
import type { Account, Customer } from './plan-accounts.ts'
import type { TimelineEntry } from './timeline.ts'
import { decideSteps, type Step } from './timeline.ts'

export type PrescriptionPlan = {
  id: string
  customer: Customer
  file: { name: string; type: string; source: string }
  notes: string | null
  uploadedAt: Date
  /** The order that an admin proposed; undefined before that */
  order: BookingPlan | undefined
  /** When the customer confirmed the order; undefined before that */
  confirmedAt?: Date | undefined
}

const minute = 60_000

/**
 * @param key the ids follow from it
 * @returns one whose order waits for the customer and one that waits for an admin, both uploaded shortly before the anchor
 */
export function planPrescriptions(
  customer: Customer,
  entries: readonly CatalogueEntry[],
  anchor: Date,
  key = 'asha',
): [PrescriptionPlan & { order: BookingPlan }, PrescriptionPlan] {
  const before = (minutes: number) => new Date(anchor.getTime() - minutes * minute)
  const prescriptionIdOf = (name: string) => appendIdOf('demo', 'prescription', key, name)
  const ordered = prescriptionIdOf('iron')
  return [
    {
      id: ordered,
      customer,
      file: { name: 'dr-trivedi-iron.jpg', type: 'image/jpeg', source: 'prescription-iron.jpg' },
      notes: 'I can be at home on any morning.',
      uploadedAt: before(310),
      order: orderOf(customer, ordered, entries, before(125)),
    },
    {
      id: prescriptionIdOf('fever'),
      customer,
      file: { name: 'Vivaan-fever.pdf', type: 'application/pdf', source: 'prescription-fever.pdf' },
      notes: null,
      uploadedAt: before(35),
      order: undefined,
    },
  ]
}

function orderOf(
  customer: Customer,
  prescriptionId: string,
  entries: readonly CatalogueEntry[],
  at: Date,
): BookingPlan {
  const entry = entries.find(({ code }) => code === 'IRON')
  if (!entry) throw new Error('The catalogue has no IRON')
  return {
    bookingId: appendIdOf('demo', 'booking', prescriptionId),
    prescriptionId,
    customer,
    memberId: null,
    entry,
    placedAt: at,
    slot: { date: addDays(istDate(at), 1), time: prescriptionOrderTime },
    paymentMethod: 'cash-on-collection',
    address: customer.addresses[0],
    instructions: null,
    until: 'placed',
  }
}

/** The history of a prescription. That of its order belongs to the bookings. */
export function prescriptionTimeline(plan: PrescriptionPlan, admin: Account): TimelineEntry[] {
  const { id, customer, file, notes, uploadedAt, order, confirmedAt } = plan
  const uploaded: Step<PrescriptionCommand> = {
    at: uploadedAt,
    actor: `customer:${customer.id}`,
    command: { type: 'upload', prescriptionId: id, customerId: customer.id },
    rows: {
      prescriptions: [
        {
          id,
          customer_id: customer.id,
          original_file_name: file.name,
          notes,
          admin_notes: order
            ? 'Iron studies as prescribed. Please have nothing but water from ten the evening before.'
            : null,
          created_at: uploadedAt,
        },
      ],
      prescription_files: [{ prescription_id: id, content_type: file.type, bytes: hexOf(file.source) }],
    },
  }
  const byAdmin = `admin:${admin.id}`
  const reviewed: Step<PrescriptionCommand>[] = order
    ? [
        {
          at: new Date(order.placedAt.getTime() - minute),
          actor: byAdmin,
          command: { type: 'addItem', packageId: order.entry.id },
        },
        {
          at: new Date(order.placedAt.getTime() + minute),
          actor: byAdmin,
          command: { type: 'review', isProcessed: true },
        },
      ]
    : []
  const confirmed: Step<PrescriptionCommand>[] = confirmedAt
    ? [{ at: confirmedAt, actor: 'system:prescriptions', command: { type: 'confirm' } }]
    : []
  return decideSteps(prescriptionDecider, streamId('prescription', id), [uploaded, ...reviewed, ...confirmed])
}

/** The text format of bytea */
function hexOf(name: string): string {
  return `\\x${readFileSync(new URL(`files/${name}`, import.meta.url)).toString('hex')}`
}
