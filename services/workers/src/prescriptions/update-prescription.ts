import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { PrescriptionEvent } from '@jaanch/contracts/events/prescription'
import type { EventType, Recorded } from '@jaanch/contracts/events/registry'
import { streamId } from '@jaanch/contracts/events/streams'
import { bookingDecider } from '@jaanch/domain/booking/decider'
import { decideAll, fold } from '@jaanch/domain/decider'
import { type PrescriptionCommand, prescriptionDecider } from '@jaanch/domain/prescription/decider'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import { decideAndAppend } from '@jaanch/eventlog/decide'
import { readStream } from '@jaanch/eventlog/read'
import type pg from 'pg'
import type { Handler } from '../work/handler.ts'

/** An order was made, so the prescription was reviewed; what the customer says of the order is said of the prescription. */
const reviewed: PrescriptionCommand = { type: 'review', isProcessed: true }
const commands: Partial<Record<EventType, readonly PrescriptionCommand[]>> = {
  OrderProposed: [reviewed],
  OrderConfirmed: [reviewed, { type: 'confirm' }],
  OrderDeclined: [reviewed, { type: 'decline' }],
  // before the customer's word: after a confirmation the prescription has come to its end, and is left
  BookingCancelled: [reviewed, { type: 'decline' }],
}

/**
 * Moves a prescription along with its order. Whatever was done to it meanwhile, by an admin or with another order, it never
 * goes back: what its state does not allow is left. All that one event leads to is one append.
 */
export const updatePrescription: Handler = async (event, { pool, appender, log }) => {
  const prescriptionId = await prescriptionOf(pool, event.streamId)
  if (!prescriptionId) return
  await decideAndAppend({
    appender,
    db: pool,
    id: appendIdOf('prescriptions', event.position),
    streamId: streamId('prescription', prescriptionId),
    actor: 'system:prescriptions',
    correlationId: event.correlationId,
    causationId: event.position,
    decide(history) {
      const prescription = fold(prescriptionDecider, history as Recorded<PrescriptionEvent>[])
      const decision = decideAll(prescriptionDecider, prescription, commands[event.type] ?? [], event.at)
      if (!('refused' in decision)) return decision.events
      log.info({ position: event.position, prescriptionId, refused: decision.refused }, 'left as it is')
      return []
    },
  })
}

/** @returns the prescription that a booking was ordered from, if it was */
async function prescriptionOf(pool: pg.Pool, bookingStream: string): Promise<string | null> {
  const history = (await readStream(pool, bookingStream)) as Recorded<BookingEvent>[]
  const booking = fold(bookingDecider, history)
  return booking.status === 'none' ? null : booking.prescriptionId
}
