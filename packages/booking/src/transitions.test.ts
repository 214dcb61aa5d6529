import { fold } from '@jaanch/contracts/decider'
import { givenFor } from '@jaanch/contracts/testing/given'
import { type BookingStatus, bookingStatuses } from '@jaanch/contracts/vocabulary'
import { describe, expect, it } from 'vitest'
import type { BookingCommand } from './decider.ts'
import { bookingDecider, transitions } from './decider.ts'
import type { BookingEvent } from './events.ts'
import {
  details,
  historyTo,
  laterTime,
  now,
  orderNumber,
  otherLab,
  ourLab,
  proposal,
  reportId,
  uuid,
} from './testing/bookings.ts'

/*
 * Section 4 of the specification, repeated by hand, so that an accidental change of the code's table fails.
 * >x: allowed and leads to status x; `=`: allowed, the status stays; `-`: allowed, nothing happens; capitals: refused (`codes` below).
 */
const statuses = [
  'none',
  'pending',
  'awaiting',
  'confirmed',
  'collection',
  'processing',
  'completed',
  'cancelled',
]
const matrix = `
                    none       pending     awaiting    confirmed    collection   processing  completed  cancelled
place               >pending   EX          EX          EX           EX           EX          EX         EX
propose             >awaiting  EX          EX          EX           EX           EX          EX         EX
confirmOrder        NF         NA          >confirmed  NA           NA           NA          NA         NA
declineOrder        NF         NA          >cancelled  NA           NA           NA          NA         NA
assignLab           NF         =           =           =            CB           CB          DONE       GONE
declineAssignment   NF         =           WS          =            CB           CB          DONE       GONE
advance:pending     NF         WS          WS          WS           WS           WS          DONE       GONE
advance:awaiting    NF         WS          WS          WS           WS           WS          DONE       GONE
advance:confirmed   NF         >confirmed  WS          WS           WS           WS          DONE       GONE
advance:collection  NF         WS          WS          >collection  WS           WS          DONE       GONE
advance:processing  NF         WS          WS          WS           >processing  WS          DONE       GONE
advance:completed   NF         WS          WS          WS           WS           >completed  DONE       GONE
advance:cancelled   NF         WS          WS          WS           WS           WS          DONE       GONE
cancel:customer     NF         OC          OC          >cancelled   OC           OC          OC         OC
cancel:admin        NF         >cancelled  >cancelled  >cancelled   >cancelled   >cancelled  DONE       GONE
assignOrderNumber   NF         =           =           =            =            =           =          =
recordPayment       NF         =           =           =            =            =           =          GONE
reportPayment       NF         =           WS          =            =            =           =          =
acceptPayment       NF         NR          WS          NR           NR           NR          NR         NR
submitReport        NF         WS          WS          WS           WS           =           =          WS
releaseReport       NF         WS          WS          WS           WS           =           =          WS
recordCriticalCall  NF         NF          NF          NF           NF           =           =          =
remindCriticalCall  NF         NF          NF          NF           NF           =           =          =
draftReport         NF         WS          WS          WS           WS           =           =          WS
signReport          NF         WS          WS          WS           WS           DR          DR         WS
returnReport        NF         WS          WS          WS           WS           DR          DR         WS
remindOfFasting     NF         =           WS          =            WS           WS          DONE       GONE
delayReport         NF         WS          WS          WS           =            =            DONE       GONE
escalate            NF         =           =           -            -            -           -          -
reschedule          NF         =           =           =            BEGUN        BEGUN       DONE       GONE
review              NF         NC          NC          NC           NC           NC          =          GONE
moderateReview      NF         NF          NF          NF           NF           NF          NF         NF
message             NF         =           =           =            =            =           =          =
assignCollector     NF         =           WS          =            =            CB          DONE       GONE
printLabels         NF         NN          WS          NN           NN           NN          DONE       GONE
custody             NF         NN          WS          NN           NN           NN          NN         NN
proposeRecollection >awaiting  -           -           -            -            -           -          -
offerRecollection   NF         WS          WS          WS           =            =           =          =
withdrawTests       NF         WS          WS          WS           WS           WS          DONE       GONE
markRefund          NF         WS          WS          WS           =            =           =          =
settleRefund        NF         NRD         NRD         NRD          NRD          NRD         NRD        NRD
`
const codes: Record<string, string> = {
  NF: 'not-found',
  EX: 'already-exists',
  NA: 'not-awaiting-confirmation',
  OC: 'cancel-only-confirmed',
  CB: 'collection-begun',
  WS: 'wrong-status',
  DONE: 'already-completed',
  GONE: 'already-cancelled',
  BEGUN: 'visit-begun',
  NC: 'not-completed',
  // there is no draft
  DR: 'draft-replaced',
  // nothing can be planned before the order has its number
  NN: 'order-number-pending',
  NR: 'nothing-reported',
  NRD: 'no-refund-due',
}
const fullName: Record<string, BookingStatus> = {
  awaiting: 'pending_customer_confirmation',
  collection: 'sample-collection',
  processing: 'lab-processing',
}
const statusCalled = (short = '') => fullName[short] ?? (short as BookingStatus)

const eventOf: Record<string, BookingEvent['type'][]> = {
  place: ['BookingPlaced'],
  propose: ['OrderProposed'],
  confirmOrder: ['OrderConfirmed'],
  declineOrder: ['OrderDeclined'],
  assignLab: ['LabAssigned'],
  declineAssignment: ['LabDeclined'],
  'advance:confirmed': ['BookingConfirmed'],
  'advance:collection': ['SampleCollectionStarted'],
  'advance:processing': ['LabProcessingStarted'],
  'advance:completed': ['BookingCompleted'],
  'cancel:customer': ['BookingCancelled'],
  'cancel:admin': ['BookingCancelled'],
  assignOrderNumber: ['OrderCreated'],
  recordPayment: ['PaymentRecorded'],
  reportPayment: ['PaymentReported'],
  submitReport: ['ReportSubmitted'],
  releaseReport: ['ReportReleased'],
  recordCriticalCall: ['CriticalValueCalled'],
  remindCriticalCall: ['CriticalValueReminded'],
  draftReport: ['ReportDrafted'],
  remindOfFasting: ['FastingReminderDue'],
  delayReport: ['ReportDelayed'],
  escalate: ['AssignmentEscalated'],
  reschedule: ['BookingRescheduled'],
  review: ['BookingReviewed'],
  message: ['BookingMessaged'],
  assignCollector: ['CollectorAssigned'],
  proposeRecollection: ['RecollectionProposed'],
  offerRecollection: ['RecollectionOffered'],
  markRefund: ['RefundDue'],
}

const openCalls = [{ callId: uuid(101), reportId, foundAt: now, step: 0, ending: null, unreachedAt: [] }]

function commandCalled(label: string): BookingCommand {
  const [name, argument] = label.split(':')
  const commands: Record<string, BookingCommand> = {
    place: { type: 'place', details },
    propose: { type: 'propose', details: proposal },
    confirmOrder: { type: 'confirmOrder' },
    declineOrder: { type: 'declineOrder' },
    assignLab: { type: 'assignLab', labPartnerId: otherLab },
    declineAssignment: { type: 'declineAssignment', labPartnerId: ourLab, reason: 'closed' },
    advance: { type: 'advance', to: statusCalled(argument) },
    cancel: { type: 'cancel', by: argument === 'customer' ? 'customer' : 'admin', reason: 'other' },
    assignOrderNumber: { type: 'assignOrderNumber', orderNumber },
    recordPayment: { type: 'recordPayment', method: 'upi' },
    reportPayment: {
      type: 'reportPayment',
      method: 'cash-on-collection',
      at: now.toISOString(),
      by: uuid(91),
    },
    acceptPayment: { type: 'acceptPayment' },
    submitReport: { type: 'submitReport', reportId, version: 1 },
    releaseReport: { type: 'releaseReport', reportId, version: 1 },
    recordCriticalCall: {
      type: 'recordCriticalCall',
      callId: uuid(101),
      attemptId: uuid(102),
      outcome: 'UNABLE_TO_REACH',
      calls: openCalls,
    },
    remindCriticalCall: { type: 'remindCriticalCall', callId: uuid(101), step: 1, calls: openCalls },
    draftReport: { type: 'draftReport', reportId, version: 1 },
    signReport: { type: 'signReport', reportId, isFile: false },
    returnReport: { type: 'returnReport', reportId },
    remindOfFasting: { type: 'remindOfFasting' },
    delayReport: { type: 'delayReport', expectedBy: '2026-02-02T10:00:00.000Z' },
    escalate: { type: 'escalate', labPartnerId: ourLab, step: 'lab-warned' },
    reschedule: { type: 'reschedule', by: 'admin', ...laterTime },
    review: { type: 'review', stars: 4 },
    moderateReview: { type: 'moderateReview', isHidden: true },
    assignCollector: { type: 'assignCollector', collectorId: uuid(91) },
    printLabels: { type: 'printLabels', plan: [] },
    custody: {
      type: 'custody',
      plan: [],
      by: uuid(91),
      deviceAt: now.toISOString(),
      offsetMs: 0,
      step: { type: 'arrive' },
    },
    proposeRecollection: {
      type: 'proposeRecollection',
      details: { ...details, recollection: { of: uuid(9), attempt: 1 } },
    },
    offerRecollection: { type: 'offerRecollection', bookingId: uuid(9), packageIds: [uuid(11)] },
    withdrawTests: { type: 'withdrawTests', packageIds: [uuid(11)] },
    markRefund: { type: 'markRefund', packageIds: [uuid(11)] },
    settleRefund: { type: 'settleRefund', amount: 0 },
    message: { type: 'message', messageId: reportId, audience: 'platform', by: 'customer' },
  }
  const command = commands[name ?? '']
  if (!command) throw new Error(`No command is called ${label}`)
  return command
}

const rows = matrix
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(/\s+/))
const pairs = rows.flatMap(([label = '', ...cells]) =>
  statuses.map((status, column) => ({ label, status: statusCalled(status), cell: cells[column] ?? '' })),
)
const given = givenFor(bookingDecider, now)

describe('every status × every command', () => {
  it('is listed in this table [V2.3.1]', () => {
    expect(statuses.map(statusCalled).sort()).toEqual(['none', ...bookingStatuses].sort())
    const commands = rows.map(([label = '']) => commandCalled(label).type)
    expect(new Set(commands)).toEqual(new Set(Object.keys(transitions)))
    expect(pairs.filter(({ cell }) => cell === '')).toEqual([])
  })

  it.each(Object.entries(historyTo))('has a history that leads to %s', (status, history) => {
    expect(fold(bookingDecider, history).status).toBe(status)
  })

  it.each(pairs)('$label on $status: $cell [S2.12.3 S6.1]', ({ label, status, cell }) => {
    const history = historyTo[status]
    const { decision } = given(history).when(commandCalled(label))
    const refused = codes[cell]
    if (refused) return expect(decision).toEqual({ refused })

    const events = 'events' in decision ? decision.events : []
    expect(events.map((event) => event.type)).toEqual(cell === '-' ? [] : eventOf[label])
    const after = '=-'.includes(cell) ? status : statusCalled(cell.slice(1))
    expect(fold(bookingDecider, [...history, ...events]).status).toBe(after)
  })
})
