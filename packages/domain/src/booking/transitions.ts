import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { BookingStatus } from '@jaanch/contracts/vocabulary'
import type { Transitions } from '../decider.ts'
import type { BookingCommand, Canceller } from './commands.ts'

type Column = Exclude<BookingCommand['type'], 'cancel'> | `cancel by ${Canceller}`

type StepEvent = Extract<
  BookingEvent['type'],
  'BookingConfirmed' | 'SampleCollectionStarted' | 'LabProcessingStarted' | 'BookingCompleted'
>

export function columnOf(command: BookingCommand): Column {
  return command.type === 'cancel' ? `cancel by ${command.by}` : command.type
}

/** Update Status, one step per press (specification, section 4): the next status and its event. */
export const nextStep: Readonly<Record<BookingStatus, { to: BookingStatus; event: StepEvent } | null>> = {
  pending: { to: 'confirmed', event: 'BookingConfirmed' },
  pending_customer_confirmation: null,
  confirmed: { to: 'sample-collection', event: 'SampleCollectionStarted' },
  'sample-collection': { to: 'lab-processing', event: 'LabProcessingStarted' },
  'lab-processing': { to: 'completed', event: 'BookingCompleted' },
  completed: null,
  cancelled: null,
}
export const transitions: Transitions<BookingStatus, Column> = {
  none: {
    place: 'go',
    propose: 'go',
    confirmOrder: 'not-found',
    declineOrder: 'not-found',
    assignLab: 'not-found',
    advance: 'not-found',
    'cancel by customer': 'not-found',
    'cancel by admin': 'not-found',
    assignOrderNumber: 'not-found',
    recordPayment: 'not-found',
    submitReport: 'not-found',
    releaseReport: 'not-found',
    remindOfFasting: 'not-found',
  },
  pending: {
    place: 'already-exists',
    propose: 'already-exists',
    confirmOrder: 'not-awaiting-confirmation',
    declineOrder: 'not-awaiting-confirmation',
    assignLab: 'go',
    advance: 'go',
    'cancel by customer': 'cancel-only-confirmed',
    'cancel by admin': 'go',
    assignOrderNumber: 'go',
    recordPayment: 'go',
    submitReport: 'wrong-status',
    releaseReport: 'wrong-status',
    remindOfFasting: 'go',
  },
  pending_customer_confirmation: {
    place: 'already-exists',
    propose: 'already-exists',
    confirmOrder: 'go',
    declineOrder: 'go',
    assignLab: 'go',
    advance: 'wrong-status',
    'cancel by customer': 'cancel-only-confirmed',
    'cancel by admin': 'go',
    assignOrderNumber: 'go',
    recordPayment: 'go',
    submitReport: 'wrong-status',
    releaseReport: 'wrong-status',
    remindOfFasting: 'wrong-status',
  },
  confirmed: {
    place: 'already-exists',
    propose: 'already-exists',
    confirmOrder: 'not-awaiting-confirmation',
    declineOrder: 'not-awaiting-confirmation',
    assignLab: 'go',
    advance: 'go',
    'cancel by customer': 'go',
    'cancel by admin': 'go',
    assignOrderNumber: 'go',
    recordPayment: 'go',
    submitReport: 'wrong-status',
    releaseReport: 'wrong-status',
    remindOfFasting: 'go',
  },
  'sample-collection': {
    place: 'already-exists',
    propose: 'already-exists',
    confirmOrder: 'not-awaiting-confirmation',
    declineOrder: 'not-awaiting-confirmation',
    assignLab: 'collection-begun',
    advance: 'go',
    'cancel by customer': 'cancel-only-confirmed',
    'cancel by admin': 'go',
    assignOrderNumber: 'go',
    recordPayment: 'go',
    submitReport: 'wrong-status',
    releaseReport: 'wrong-status',
    remindOfFasting: 'wrong-status',
  },
  'lab-processing': {
    place: 'already-exists',
    propose: 'already-exists',
    confirmOrder: 'not-awaiting-confirmation',
    declineOrder: 'not-awaiting-confirmation',
    assignLab: 'collection-begun',
    advance: 'go',
    'cancel by customer': 'cancel-only-confirmed',
    'cancel by admin': 'go',
    assignOrderNumber: 'go',
    recordPayment: 'go',
    submitReport: 'go',
    releaseReport: 'go',
    remindOfFasting: 'wrong-status',
  },
  completed: {
    place: 'already-exists',
    propose: 'already-exists',
    confirmOrder: 'not-awaiting-confirmation',
    declineOrder: 'not-awaiting-confirmation',
    assignLab: 'already-completed',
    advance: 'already-completed',
    'cancel by customer': 'cancel-only-confirmed',
    'cancel by admin': 'already-completed',
    assignOrderNumber: 'go',
    recordPayment: 'go',
    submitReport: 'go',
    releaseReport: 'go',
    remindOfFasting: 'already-completed',
  },
  cancelled: {
    place: 'already-exists',
    propose: 'already-exists',
    confirmOrder: 'not-awaiting-confirmation',
    declineOrder: 'not-awaiting-confirmation',
    assignLab: 'already-cancelled',
    advance: 'already-cancelled',
    'cancel by customer': 'cancel-only-confirmed',
    'cancel by admin': 'already-cancelled',
    // Every booking gets an order number, also one that was cancelled before the worker ran: whether it exists must not
    // depend on the delay of a worker.
    assignOrderNumber: 'go',
    recordPayment: 'already-cancelled',
    submitReport: 'wrong-status',
    releaseReport: 'wrong-status',
    remindOfFasting: 'already-cancelled',
  },
}
