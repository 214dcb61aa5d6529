import { readFileSync } from 'node:fs'
import { type PrescriptionCommand, prescriptionDecider } from '@jaanch/booking/prescriptions/prescription'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { prescriptionOrderTime } from '@jaanch/contracts/vocabulary'
import { streamId } from '@jaanch/eventlog/events'
import { appendIdOf } from '@jaanch/eventlog/idempotency'
import type { Account, Customer } from './accounts.ts'
import type { BookingPlan } from './booking-plan.ts'
import type { CatalogueEntry } from './catalogue.ts'
import { byteaOf, decideSteps, type Step, type TimelineEntry } from './timeline.ts'

export type PrescriptionPlan = {
  id: string
  customer: Customer
  file: { name: string; type: string; source: string }
  notes: string | null
  uploadedAt: Date
  /** The order that an admin proposed; undefined before that */
  order?: BookingPlan
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
  const [id, waitingId] = ['iron', 'fever'].map((name) => appendIdOf('demo', 'prescription', key, name))
  const entry = entries.find(({ code }) => code === 'IRON')
  if (!entry || !id || !waitingId) throw new Error('The catalogue has no IRON')
  const order: BookingPlan = {
    bookingId: appendIdOf('demo', 'booking', id),
    prescriptionId: id,
    customer,
    memberId: null,
    entry,
    placedAt: before(125),
    slot: { date: addDays(istDate(before(125)), 1), time: prescriptionOrderTime },
    paymentMethod: 'cash-on-collection',
    address: customer.addresses[0],
    instructions: null,
    until: 'placed',
  }
  return [
    {
      id,
      customer,
      file: { name: 'dr-trivedi-iron.jpg', type: 'image/jpeg', source: 'prescription-iron.jpg' },
      notes: 'I can be at home on any morning.',
      uploadedAt: before(310),
      order,
    },
    {
      id: waitingId,
      customer,
      file: { name: 'Vivaan-fever.pdf', type: 'application/pdf', source: 'prescription-fever.pdf' },
      notes: null,
      uploadedAt: before(35),
    },
  ]
}

/** The history of a prescription. That of its order belongs to the bookings. */
export function prescriptionTimeline(plan: PrescriptionPlan, admin: Account): TimelineEntry[] {
  const { id, customer, file, notes, uploadedAt, order, confirmedAt } = plan
  const row = {
    id,
    customer_id: customer.id,
    original_file_name: file.name,
    notes,
    admin_notes: order
      ? 'Iron studies as prescribed. Please have nothing but water from ten the evening before.'
      : null,
    created_at: uploadedAt,
  }
  const bytes = readFileSync(new URL(`files/${file.source}`, import.meta.url))
  const steps: Step<PrescriptionCommand>[] = [
    {
      at: uploadedAt,
      actor: `customer:${customer.id}`,
      command: { type: 'upload', prescriptionId: id, customerId: customer.id },
      rows: {
        prescriptions: [row],
        prescription_files: [{ prescription_id: id, content_type: file.type, bytes: byteaOf(bytes) }],
      },
    },
  ]
  if (order) {
    const actor = `admin:${admin.id}`
    const reviewed = { type: 'review', isProcessed: true } as const
    const [before, after] = [-minute, minute].map((ms) => new Date(order.placedAt.getTime() + ms))
    steps.push({ at: before as Date, actor, command: { type: 'addItem', packageId: order.entry.id } })
    steps.push({ at: after as Date, actor, command: reviewed })
  }
  if (confirmedAt)
    steps.push({ at: confirmedAt, actor: 'system:prescriptions', command: { type: 'confirm' } })
  return decideSteps(prescriptionDecider, streamId('prescription', id), steps)
}
