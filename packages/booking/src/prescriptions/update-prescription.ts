import { decideAll, fold } from '@jaanch/contracts/decider'
import { commandHandler } from '@jaanch/eventlog/command-handler'
import type { Recorded } from '@jaanch/eventlog/events/registry'
import { type ConsumerEvent, type Handler, originOf } from '@jaanch/eventlog/work/handler'
import { bookingDecider } from '../decide.ts'
import type { BookingEvent } from '../events.ts'
import { type PrescriptionCommand, prescriptionDecider } from './prescription.ts'

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

const prescriptions = commandHandler(prescriptionDecider)

/**
 * Updates a prescription when its order changes. It never goes back, whatever an admin or another order did in the meantime:
 * a command that its status does not allow has no effect. All events that follow from one event are one append.
 */
export const updatePrescription: Handler<'prescriptions'> = async (event, context, readHistory) => {
  const id = prescriptionOf(readHistory())
  if (!id) return
  const { refused } = await prescriptions.handle(
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
function prescriptionOf(history: readonly Recorded[]): string | null {
  // the consumer's events are events of bookings
  const booking = fold(bookingDecider, history as readonly Recorded<BookingEvent>[])
  return booking.status === 'none' ? null : booking.prescriptionId
}
