import type { Transitions } from '@jaanch/contracts/decider'
import type { BookingStatus } from '@jaanch/contracts/vocabulary'
import type { BookingCommand, Canceller } from './commands.ts'
import type { BookingEvent } from './events.ts'

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
type Row = Transitions<BookingStatus, Column>['none']

const pending: Row = {
  place: 'already-exists',
  propose: 'already-exists',
  confirmOrder: 'not-awaiting-confirmation',
  declineOrder: 'not-awaiting-confirmation',
  assignLab: 'go',
  declineAssignment: 'go',
  escalate: 'go',
  reschedule: 'go',
  review: 'not-completed',
  moderateReview: 'not-found',
  advance: 'go',
  'cancel by customer': 'cancel-only-confirmed',
  'cancel by admin': 'go',
  assignOrderNumber: 'go',
  recordPayment: 'go',
  reportPayment: 'go',
  acceptPayment: 'go',
  submitReport: 'wrong-status',
  releaseReport: 'wrong-status',
  recordCriticalCall: 'not-found',
  remindCriticalCall: 'not-found',
  draftReport: 'wrong-status',
  signReport: 'wrong-status',
  returnReport: 'wrong-status',
  remindOfFasting: 'go',
  delayReport: 'wrong-status',
  message: 'go',
  assignCollector: 'go',
  printLabels: 'go',
  custody: 'go',
  proposeRecollection: 'done',
  offerRecollection: 'wrong-status',
  withdrawTests: 'go',
  markRefund: 'wrong-status',
  settleRefund: 'go',
}

const proposed: Row = {
  ...pending,
  confirmOrder: 'go',
  declineOrder: 'go',
  declineAssignment: 'wrong-status',
  advance: 'wrong-status',
  reportPayment: 'wrong-status',
  acceptPayment: 'wrong-status',
  remindOfFasting: 'wrong-status',
  assignCollector: 'wrong-status',
  printLabels: 'wrong-status',
  custody: 'wrong-status',
}

const collecting: Row = {
  ...pending,
  assignLab: 'collection-begun',
  declineAssignment: 'collection-begun',
  escalate: 'done',
  reschedule: 'visit-begun',
  remindOfFasting: 'wrong-status',
  delayReport: 'go',
  offerRecollection: 'go',
  withdrawTests: 'wrong-status',
  markRefund: 'go',
}

const processing: Row = {
  ...collecting,
  submitReport: 'go',
  releaseReport: 'go',
  recordCriticalCall: 'go',
  remindCriticalCall: 'go',
  draftReport: 'go',
  signReport: 'go',
  returnReport: 'go',
  assignCollector: 'collection-begun',
}

const completed: Row = {
  ...processing,
  assignLab: 'already-completed',
  declineAssignment: 'already-completed',
  reschedule: 'already-completed',
  review: 'go',
  moderateReview: 'go',
  advance: 'already-completed',
  'cancel by admin': 'already-completed',
  remindOfFasting: 'already-completed',
  delayReport: 'already-completed',
  assignCollector: 'already-completed',
  printLabels: 'already-completed',
  withdrawTests: 'already-completed',
}

const cancelled: Row = {
  ...collecting,
  assignLab: 'already-cancelled',
  declineAssignment: 'already-cancelled',
  reschedule: 'already-cancelled',
  review: 'already-cancelled',
  advance: 'already-cancelled',
  'cancel by admin': 'already-cancelled',
  // Every booking gets an order number, also one that was cancelled before the worker ran: whether it exists must not
  // depend on the delay of a worker.
  assignOrderNumber: 'go',
  recordPayment: 'already-cancelled',
  // what was taken at the door is a fact, whatever became of the booking
  reportPayment: 'go',
  // a critical value is as dangerous in a booking that was cancelled after it was found: the cancellation does not close the call
  recordCriticalCall: 'go',
  remindCriticalCall: 'go',
  remindOfFasting: 'already-cancelled',
  delayReport: 'already-cancelled',
  assignCollector: 'already-cancelled',
  printLabels: 'already-cancelled',
  withdrawTests: 'already-cancelled',
}

const nothing = Object.fromEntries(Object.keys(pending).map((column) => [column, 'not-found'])) as Row

/** Each row begins with that of an earlier status; `transitions.test.ts` has every status × every command. */
export const transitions: Transitions<BookingStatus, Column> = {
  none: { ...nothing, place: 'go', propose: 'go', proposeRecollection: 'go' },
  pending,
  pending_customer_confirmation: proposed,
  confirmed: { ...pending, 'cancel by customer': 'go' },
  'sample-collection': collecting,
  'lab-processing': processing,
  completed,
  cancelled,
}
