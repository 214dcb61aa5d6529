import { parseStreamId } from '@jaanch/contracts/events/streams'
import { bookingDecider } from '@jaanch/domain/booking/decider'
import { decideAll } from '@jaanch/domain/decider'
import { prescriptionDecider } from '@jaanch/domain/prescription/decider'
import type { PrescriptionCommand } from '@jaanch/domain/prescription/transitions'
import { commandHandler } from '@jaanch/eventlog/command-handler'
import type pg from 'pg'
import { type ConsumerEvent, type Handler, originOf } from '../work/handler.ts'

type OrderEvent = ConsumerEvent<'prescriptions'>

/** An order was proposed, so the prescription was reviewed; the customer's answer to the order is the prescription's too. */
const reviewed: PrescriptionCommand = { type: 'review', isProcessed: true }
const commands: Readonly<Record<OrderEvent['type'], readonly PrescriptionCommand[]>> = {
  OrderProposed: [reviewed],
  OrderConfirmed: [reviewed, { type: 'confirm' }],
  OrderDeclined: [reviewed, { type: 'decline' }],
  // counts before the customer's answer; a confirmed prescription is final and refuses it
  BookingCancelled: [reviewed, { type: 'decline' }],
}

const bookings = commandHandler(bookingDecider)
const prescriptions = commandHandler(prescriptionDecider)

/**
 * Updates a prescription when its order changes. It never goes back, whatever an admin or another order did in the meantime:
 * a command that its status does not allow has no effect. All events that follow from one event are one append.
 */
export const updatePrescription: Handler<'prescriptions'> = async (event, context) => {
  const id = await prescriptionOf(context.pool, event)
  if (!id) return
  const { refused } = await prescriptions.record(
    context,
    { id, ...originOf('prescriptions', event) },
    (prescription) => decideAll(prescriptionDecider, prescription, commands[event.type], event.at),
  )
  if (refused)
    context.log.info(
      { position: event.position, prescriptionId: id, refused },
      'the prescription stays as it is',
    )
}

/** @returns the prescription that the booking was ordered from, if any */
async function prescriptionOf(pool: pg.Pool, { streamId }: OrderEvent): Promise<string | null> {
  const bookingId = parseStreamId('booking', streamId)
  const booking = bookingId === undefined ? undefined : await bookings.load(pool, bookingId)
  return booking === undefined || booking.status === 'none' ? null : booking.prescriptionId
}
