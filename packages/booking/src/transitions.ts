import type { Verdict } from '@jaanch/contracts/decider'
import { type BookingStatus, bookingStatuses } from '@jaanch/contracts/vocabulary'
import type { BookingCommand } from './commands.ts'
import type { BookingEvent } from './events.ts'

type StepEvent = Extract<
  BookingEvent['type'],
  'BookingConfirmed' | 'SampleCollectionStarted' | 'LabProcessingStarted' | 'BookingCompleted'
>

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

/** `none`: there is no booking yet */
type Row = Readonly<Record<'none' | BookingStatus, Verdict>>

const proposed = 'pending_customer_confirmation'
const collecting = 'sample-collection'
const processing = 'lab-processing'

const over = { completed: 'already-completed', cancelled: 'already-cancelled' } as const

function only(
  statuses: readonly BookingStatus[],
  otherwise: Verdict,
  except: Partial<Record<BookingStatus, Verdict>> = {},
): Row {
  const verdicts = bookingStatuses.map((status) => [status, statuses.includes(status) ? 'go' : otherwise])
  return { none: 'not-found', ...Object.fromEntries(verdicts), ...except }
}

/** Every booking allows the command, except in these statuses. */
function allowed(except: Partial<Record<BookingStatus, Verdict>> = {}): Row {
  return only(bookingStatuses, 'go', except)
}

/** The command makes a booking. @param otherwise where there is one already */
function creates(otherwise: Verdict): Row {
  return { ...only([], otherwise), none: 'go' }
}

/**
 * What each status says to each command; the functions that decide check everything else. `transitions.test.ts` has every status ×
 * every command.
 */
export const transitions: Readonly<Record<BookingCommand['type'], Row>> = {
  place: creates('already-exists'),
  propose: creates('already-exists'),
  proposeRecollection: creates('done'),
  confirmOrder: only([proposed], 'not-awaiting-confirmation'),
  declineOrder: only([proposed], 'not-awaiting-confirmation'),
  assignLab: allowed({ [collecting]: 'collection-begun', [processing]: 'collection-begun', ...over }),
  declineAssignment: allowed({
    [proposed]: 'wrong-status',
    [collecting]: 'collection-begun',
    [processing]: 'collection-begun',
    ...over,
  }),
  escalate: allowed({ [collecting]: 'done', [processing]: 'done', completed: 'done', cancelled: 'done' }),
  reschedule: allowed({ [collecting]: 'visit-begun', [processing]: 'visit-begun', ...over }),
  advance: allowed({ [proposed]: 'wrong-status', ...over }),
  // who cancels decides in which status
  cancel: allowed(),
  // Every booking gets an order number, also one that was cancelled before the worker ran: whether it exists must not
  // depend on the delay of a worker.
  assignOrderNumber: allowed(),
  message: allowed(),
  assignCollector: allowed({ [proposed]: 'wrong-status', [processing]: 'collection-begun', ...over }),
  remindOfFasting: only(['pending', 'confirmed'], 'wrong-status', over),
  review: only(['completed'], 'not-completed', { cancelled: 'already-cancelled' }),
  moderateReview: only(['completed'], 'not-found'),

  recordPayment: allowed({ cancelled: 'already-cancelled' }),
  // what was taken at the door is a fact, whatever became of the booking
  reportPayment: allowed({ [proposed]: 'wrong-status' }),
  acceptPayment: allowed({ [proposed]: 'wrong-status' }),
  markRefund: only([collecting, processing, 'completed', 'cancelled'], 'wrong-status'),
  settleRefund: allowed(),

  printLabels: allowed({ [proposed]: 'wrong-status', ...over }),
  custody: allowed({ [proposed]: 'wrong-status' }),
  offerRecollection: only([collecting, processing, 'completed', 'cancelled'], 'wrong-status'),
  withdrawTests: only(['pending', proposed, 'confirmed'], 'wrong-status', over),

  submitReport: only([processing, 'completed'], 'wrong-status'),
  draftReport: only([processing, 'completed'], 'wrong-status'),
  signReport: only([processing, 'completed'], 'wrong-status'),
  returnReport: only([processing, 'completed'], 'wrong-status'),
  releaseReport: only([processing, 'completed'], 'wrong-status'),
  delayReport: only([collecting, processing], 'wrong-status', over),
  // a critical value is as dangerous in a booking that was cancelled after it was found: the cancellation does not close the call
  recordCriticalCall: only([processing, 'completed', 'cancelled'], 'not-found'),
  remindCriticalCall: only([processing, 'completed', 'cancelled'], 'not-found'),
}
