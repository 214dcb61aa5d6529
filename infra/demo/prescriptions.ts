/** The prescriptions that the demo's customer uploaded. */
import { readFileSync } from 'node:fs'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { streamId } from '@jaanch/contracts/events/streams'
import { prescriptionOrderTime } from '@jaanch/contracts/vocabulary'
import { type PrescriptionCommand, prescriptionDecider } from '@jaanch/domain/prescription/decider'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import type { Account, Customer } from './accounts.ts'
import type { CatalogueEntry } from './catalogue.ts'
import type { Plan } from './course.ts'
import { decideInOrder, type Step } from './decide-in-order.ts'
import type { Moment } from './timeline.ts'

export type PrescriptionPlan = {
  id: string
  customer: Customer
  file: { name: string; type: string; keptAs: string }
  notes: string | null
  uploadedAt: Date
  /** What an admin made of it; undefined while it waits for that */
  order: Plan | undefined
}

const minute = 60_000

/** @returns one that waits for an admin, and one whose order waits for Asha's word; neither may grow old before the anchor */
export function planPrescriptions(
  asha: Customer,
  entries: readonly CatalogueEntry[],
  anchor: Date,
): PrescriptionPlan[] {
  const before = (minutes: number) => new Date(anchor.getTime() - minutes * minute)
  const ordered = prescriptionIdOf('iron')
  return [
    {
      id: ordered,
      customer: asha,
      file: { name: 'dr-trivedi-iron.jpg', type: 'image/jpeg', keptAs: 'prescription-iron.jpg' },
      notes: 'I can be at home on any morning.',
      uploadedAt: before(310),
      order: orderOf(asha, ordered, entries, before(125)),
    },
    {
      id: prescriptionIdOf('fever'),
      customer: asha,
      file: { name: 'Vivaan-fever.pdf', type: 'application/pdf', keptAs: 'prescription-fever.pdf' },
      notes: null,
      uploadedAt: before(35),
      order: undefined,
    },
  ]
}

function orderOf(asha: Customer, prescriptionId: string, entries: readonly CatalogueEntry[], at: Date): Plan {
  const entry = entries.find(({ code }) => code === 'IRON')
  if (!entry) throw new Error('The catalogue has no IRON')
  return {
    bookingId: appendIdOf('demo', 'booking', prescriptionId),
    prescriptionId,
    customer: asha,
    memberId: null,
    entry,
    placedAt: at,
    slot: { date: addDays(istDate(at), 1), time: prescriptionOrderTime },
    paymentMethod: 'cash-on-collection',
    address: asha.addresses[0],
    instructions: null,
    until: 'placed',
  }
}

/** What happened to a prescription; what happened to its order, the order's booking says. */
export function prescriptionMoments(plan: PrescriptionPlan, admin: Account): Moment[] {
  const { id, customer, file, notes, uploadedAt, order } = plan
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
      prescription_files: [{ prescription_id: id, content_type: file.type, bytes: hexOf(file.keptAs) }],
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
  return decideInOrder(prescriptionDecider, streamId('prescription', id), [uploaded, ...reviewed])
}

function prescriptionIdOf(name: string): string {
  return appendIdOf('demo', 'prescription', 'asha', name)
}

/** As Postgres reads bytes from text */
function hexOf(name: string): string {
  return `\\x${readFileSync(new URL(`files/${name}`, import.meta.url)).toString('hex')}`
}
