import { createHash } from 'node:crypto'
import { peopleCalls } from '@jaanch/account/people/api'
import { authCalls } from '@jaanch/account/sessions/api'
import { userCalls } from '@jaanch/account/users/api'
import { bookingCalls } from '@jaanch/booking/api'
import { prescriptionCalls } from '@jaanch/booking/prescriptions/api'
import { slotCalls } from '@jaanch/booking/slots/api'
import { custodyCalls } from '@jaanch/collection/api'
import { notificationCalls } from '@jaanch/messages/api'
import { healthReportCalls } from '@jaanch/report/api'
import { criticalValueCalls } from '@jaanch/report/critical/api'
import { refundCalls } from '@jaanch/report/entry/api'
import { reportSignOffCalls } from '@jaanch/report/sign-off/api'
import { type Call, nameOf } from '@jaanch/tests/support/send'
import type { Write } from './oracle.ts'
import type { LoggedEvent, Outcome } from './outcome.ts'

type Body = Record<string, unknown>
type Facts = { body: Body; answer: Body; call: Call; ids: string[] }
/** The traces that an acknowledged write must have left: one event with this content, a row beside the log, or both */
type Effect = { event?: [stream: string, type: string, data?: Body]; isStored?: boolean }

const stepEvents: Record<string, string> = {
  confirmed: 'BookingConfirmed',
  'sample-collection': 'SampleCollectionStarted',
  'lab-processing': 'LabProcessingStarted',
  completed: 'BookingCompleted',
  cancelled: 'BookingCancelled',
}

const keyOf = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replaceAll(/:\w+/g, ':id')}`
const onBooking = ({ ids }: Facts, type: string, data: Body = {}): Effect => ({
  event: [`booking-${ids[0]}`, type, data],
})
const nothing = () => ({})

const effects: Record<string, (facts: Facts, outcome: Outcome) => Effect> = {
  [keyOf(bookingCalls.placeBooking)]({ body, answer: { id } }, { details }) {
    const { customerId, prescriptionId, collectionType, scheduledDate, scheduledTime, paymentMethod } = body
    if (prescriptionId) return { event: [`booking-${id}`, 'OrderProposed', { customerId, prescriptionId }] }
    const placed = { bookingId: id, collectionType, scheduledDate, scheduledTime, paymentMethod }
    return { event: [`booking-${id}`, 'BookingPlaced', placed], isStored: details.has(String(id)) }
  },
  [keyOf(bookingCalls.changeBookingStatus)]: (facts) => {
    const { status, reason } = facts.body
    return onBooking(facts, stepEvents[String(status)] ?? '', reason === undefined ? {} : { reason })
  },
  [keyOf(bookingCalls.assignLab)]: (facts) =>
    onBooking(facts, 'LabAssigned', { labPartnerId: facts.body.labPartnerId }),
  [keyOf(bookingCalls.confirmOrder)]: (facts) => onBooking(facts, 'OrderConfirmed'),
  [keyOf(bookingCalls.declineOrder)]: (facts) => onBooking(facts, 'OrderDeclined'),
  [keyOf(bookingCalls.recordPayment)]: (facts, { paymentReferences }) => ({
    ...onBooking(facts, 'PaymentRecorded', { method: facts.body.method }),
    // cash has none
    isStored: (paymentReferences.get(facts.ids[0] ?? '') ?? null) === facts.body.reference,
  }),
  [keyOf(refundCalls.settleRefund)]: (facts) => onBooking(facts, 'RefundSettled'),
  [keyOf(custodyCalls.assignCollector)]: (facts) =>
    onBooking(facts, 'CollectorAssigned', { collectorId: facts.body.collectorId }),
  // `findCustodyProblems` compares each tube
  [keyOf(custodyCalls.recordCustody)]: nothing,
  [keyOf(healthReportCalls.releaseHealthReport)](facts, { reports }) {
    const { id, isDraft, version } = facts.answer
    // what is left of a draft when an earlier one is signed is drafted again, as the next version
    if (isDraft) return onBooking(facts, 'ReportDrafted', { reportId: id, reportVersion: version })
    const isStored = reports.get(String(id)) === facts.ids[0]
    return { ...onBooking(facts, 'ReportReleased', { reportId: id }), isStored }
  },
  [keyOf(reportSignOffCalls.signReport)]: (facts) =>
    onBooking(facts, 'ReportReleased', { reportId: facts.answer.id }),
  [keyOf(reportSignOffCalls.returnReport)]: (facts) =>
    onBooking(facts, 'ReportReturned', { reportId: facts.ids[1] }),
  [keyOf(criticalValueCalls.recordCriticalCall)]: ({ body, answer }) => ({
    event: [
      `booking-${answer.bookingId}`,
      'CriticalValueCalled',
      { callId: answer.id, outcome: body.outcome },
    ],
  }),
  [keyOf(prescriptionCalls.uploadPrescription)]: ({ body, answer: { id } }, { prescriptionFiles }) => ({
    event: [`prescription-${id}`, 'PrescriptionUploaded', { prescriptionId: id }],
    isStored: prescriptionFiles.get(String(id)) === hashOf(String(body.fileUrl)),
  }),
  [keyOf(prescriptionCalls.addPrescriptionItem)]: ({ body, ids }) => ({
    event: [`prescription-${ids[0]}`, 'PrescriptionItemAdded', { packageId: body.packageId }],
  }),
  // the worker reviews it too, as processed, when the order is proposed
  [keyOf(prescriptionCalls.changePrescription)]: ({ ids }) => ({
    event: [`prescription-${ids[0]}`, 'PrescriptionReviewed', { isProcessed: false }],
  }),
  [keyOf(authCalls.register)]: ({ body, answer }, { users }) => ({
    isStored: users.get((answer.user as { id: string }).id)?.email === body.email,
  }),
  [keyOf(authCalls.login)]: nothing,
  [keyOf(slotCalls.holdSlot)]: nothing,
  [keyOf(slotCalls.releaseSlot)]: nothing,
  [keyOf(peopleCalls.addAddress)]: ({ answer }, { addresses }) => ({
    isStored: addresses.has(String(answer.id)),
  }),
  [keyOf(userCalls.changeMe)]: ({ body, answer }, { users }) => ({
    isStored: body.phone === undefined || users.get(String(answer.id))?.phone === body.phone,
  }),
  [keyOf(notificationCalls.readNotifications)]: ({ body, call }, { readMarks }) => {
    const own = readMarks.filter(({ userId }) => userId === userOf(call.token))
    const upTo = Math.max(0, ...own.filter(({ all }) => all).map(({ position }) => position))
    const single = new Set(own.map(({ position }) => position))
    const ids = ((body.ids as string[] | undefined) ?? []).map(Number)
    return { isStored: own.length > 0 && ids.every((id) => id <= upTo || single.has(id)) }
  },
}

/** @returns one sentence for each acknowledged write that is not there or has other content, and for each with two effects */
export function findLostWrites(writes: readonly Write[], outcome: Outcome) {
  const streams = Map.groupBy(outcome.events, ({ streamId }) => streamId)
  const lost: string[] = []
  const doubled: string[] = []
  for (const { call, answer } of writes) {
    const name = nameOf(call)
    const body = (call.body ?? {}) as Body
    const ids = call.path.match(/[0-9a-f-]{36}/g) ?? []
    const find = effects[name]
    if (!find) {
      lost.push(`${name}: the oracle does not know what it leaves`)
      continue
    }
    const { event, isStored } = find({ body, answer: (answer ?? {}) as Body, call, ids }, outcome)
    const what = `${call.method} ${call.path}`
    if (isStored === false)
      lost.push(`${what}: nothing is stored of ${JSON.stringify(answer)?.slice(0, 200)}`)
    if (!event) continue
    const [stream, type, data = {}] = event
    const found = (streams.get(stream) ?? []).filter((one) => one.type === type)
    const same = found.filter((one) => contains(one, data))
    const wanted = `${what} ${JSON.stringify(data)}: ${stream} has`
    if (same.length === 0) lost.push(`${wanted} ${found.length} of ${type}, and none like it`)
    if (same.length > 1) doubled.push(`${wanted} ${same.length} of ${type}`)
  }
  const created = writes.filter(({ call }) => /^POST \/api\/(bookings|prescriptions)$/.test(nameOf(call)))
  for (const [id, same] of Map.groupBy(created, ({ answer }) => (answer as { id: string }).id))
    if (same.length > 1) lost.push(`${same.length} requests were answered with ${id}`)
  return { lost, doubled }
}

/** The events of what a request creates, with the field that holds its id */
const creations: Record<string, string> = {
  BookingPlaced: 'bookingId',
  OrderProposed: 'bookingId',
  PrescriptionUploaded: 'prescriptionId',
  ReportDrafted: 'reportId',
  ReportReleased: 'reportId',
  CustomerRegistered: 'userId',
}

/**
 * Every request was repeated until it was answered, so what was created and no answer named was created by a repetition.
 * @param since position of the last event before the run
 */
export function findUnknownCreations(
  writes: readonly Write[],
  events: readonly LoggedEvent[],
  since: number,
): string[] {
  const answers = writes.map(({ answer }) => answer as { id?: string; user?: { id: string } } | undefined)
  const known = new Set(answers.flatMap((answer) => [answer?.id, answer?.user?.id]))
  return events.flatMap(({ position, streamId, type, data }) => {
    const field = creations[type]
    if (position <= since || !field || known.has(String(data[field]))) return []
    return [`${type} at ${position} in ${streamId}: no answer named ${data[field]}`]
  })
}

function contains(event: LoggedEvent, data: Body): boolean {
  return Object.entries(data).every(([name, value]) => (event.data[name] ?? null) === (value ?? null))
}

function hashOf(dataUrl: string): string {
  const bytes = Buffer.from(dataUrl.split(',')[1] ?? '', 'base64')
  return createHash('sha256').update(bytes).digest('hex')
}

/** @returns the user's id in a session token */
function userOf(token = ''): string {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString() || '{}')
  return String(claims.sub)
}
