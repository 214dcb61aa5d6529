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

/** Lab advance, one step a press (specification, section 4): where it leads and the event that says so. */
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
    // Every booking has exactly one order, also one that was cancelled before the worker came to it: it
    // records what was asked for, and a worker's lateness must not decide whether it exists.
    assignOrderNumber: 'go',
    recordPayment: 'already-cancelled',
    submitReport: 'wrong-status',
    releaseReport: 'wrong-status',
    remindOfFasting: 'already-cancelled',
  },
}
