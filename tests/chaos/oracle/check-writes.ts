import { createHash } from 'node:crypto'
import type { Write } from './oracle.ts'
import type { LoggedEvent, Outcome } from './outcome.ts'

type Body = Record<string, unknown>

const stepEvents: Record<string, string> = {
  confirmed: 'BookingConfirmed',
  'sample-collection': 'SampleCollectionStarted',
  'lab-processing': 'LabProcessingStarted',
  completed: 'BookingCompleted',
  cancelled: 'BookingCancelled',
}

/**
 * Finds acknowledged writes that are not there, are there with another content, or had their effect twice.
 *
 * @returns one sentence for each
 */
export function findLostWrites(
  writes: readonly Write[],
  outcome: Outcome,
): { lost: string[]; doubled: string[] } {
  const streams = Map.groupBy(outcome.events, ({ streamId }) => streamId)
  const lost: string[] = []
  const doubled: string[] = []

  function expectOnce(write: Write, stream: string, type: string, data: Body): void {
    const found = (streams.get(stream) ?? []).filter((event) => event.type === type)
    const what = `${write.call.method} ${write.call.path} ${JSON.stringify(data)}`
    const same = found.filter((event) => contains(event, data))
    if (same.length === 0) lost.push(`${what}: ${stream} has ${found.length} of ${type}, none like it`)
    if (same.length > 1) doubled.push(`${what}: ${stream} has ${same.length} of ${type}`)
  }
  function expectThere(write: Write, isThere: boolean): void {
    if (!isThere)
      lost.push(
        `${write.call.method} ${write.call.path}: nothing of ${JSON.stringify(write.answer)?.slice(0, 200)}`,
      )
  }

  for (const write of writes) checkWrite(write, outcome, { expectOnce, expectThere })

  const created = writes.filter(
    ({ call }) => call.method === 'POST' && /^\/api\/(bookings|prescriptions)$/.test(call.path),
  )
  const ids = created.map(({ answer }) => (answer as { id: string }).id)
  // an order of an admin is the same for the same prescription, but no run asks for it twice
  for (const [id, same] of Map.groupBy(ids, (each) => each)) {
    if (same.length > 1) lost.push(`${same.length} requests were answered with ${id}`)
  }
  return { lost, doubled }
}

/** The events of what a request creates, with the field that holds its id. */
const creations: Record<string, string> = {
  BookingPlaced: 'bookingId',
  OrderProposed: 'bookingId',
  PrescriptionUploaded: 'prescriptionId',
  ReportDrafted: 'reportId',
  ReportReleased: 'reportId',
  CustomerRegistered: 'userId',
}

/**
 * Finds what was created during the run although no answer named it: every request was repeated until it was answered, so a
 * repetition created it a second time.
 *
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

type Expect = {
  expectOnce(write: Write, stream: string, type: string, data: Body): void
  expectThere(write: Write, isThere: boolean): void
}

function checkWrite(write: Write, outcome: Outcome, { expectOnce, expectThere }: Expect): void {
  const { path } = write.call
  const [body, answer] = [(write.call.body ?? {}) as Body, (write.answer ?? {}) as Body]
  const id = String(answer.id)
  const bookingId = /bookings\/([0-9a-f-]{36})/.exec(path)?.[1]
  const booking = `booking-${bookingId}`
  const prescription = `prescription-${/prescriptions\/([0-9a-f-]{36})/.exec(path)?.[1]}`

  if (path === '/api/bookings' && body.prescriptionId) {
    const { customerId, prescriptionId } = body
    expectOnce(write, `booking-${id}`, 'OrderProposed', { customerId, prescriptionId })
  } else if (path === '/api/bookings') {
    const { collectionType, scheduledDate, scheduledTime, paymentMethod } = body
    const placed = { bookingId: id, collectionType, scheduledDate, scheduledTime, paymentMethod }
    expectOnce(write, `booking-${id}`, 'BookingPlaced', placed)
    expectThere(write, outcome.details.has(id))
  } else if (path.endsWith('/assign-lab')) {
    expectOnce(write, booking, 'LabAssigned', { labPartnerId: body.labPartnerId })
  } else if (path.endsWith('/confirm')) expectOnce(write, booking, 'OrderConfirmed', {})
  else if (path.endsWith('/decline')) expectOnce(write, booking, 'OrderDeclined', {})
  else if (path.endsWith('/payment')) {
    expectOnce(write, booking, 'PaymentRecorded', { method: body.method })
    // cash has none
    expectThere(write, (outcome.paymentReferences.get(String(bookingId)) ?? null) === body.reference)
  } else if (path.endsWith('/report') && answer.isDraft) {
    // what is left of it when an earlier one is signed is drafted again, as the next version
    expectOnce(write, booking, 'ReportDrafted', { reportId: id, reportVersion: answer.version })
  } else if (path.endsWith('/report')) {
    expectOnce(write, booking, 'ReportReleased', { reportId: id })
    expectThere(write, outcome.reports.get(id) === bookingId)
  } else if (path.endsWith('/sign')) expectOnce(write, booking, 'ReportReleased', { reportId: id })
  else if (path.endsWith('/return'))
    expectOnce(write, booking, 'ReportReturned', { reportId: path.split('/').at(-2) })
  else if (path.endsWith('/collector'))
    expectOnce(write, booking, 'CollectorAssigned', { collectorId: body.collectorId })
  else if (path.endsWith('/refund')) expectOnce(write, booking, 'RefundSettled', {})
  else if (path.endsWith('/attempts')) {
    const called = { callId: id, outcome: body.outcome }
    expectOnce(write, `booking-${answer.bookingId}`, 'CriticalValueCalled', called)
  } else if (path.endsWith('/custody')) {
    // `findCustodyProblems` compares each tube
  } else if (bookingId) {
    const reason = body.reason === undefined ? {} : { reason: body.reason }
    expectOnce(write, booking, stepEvents[String(body.status)] ?? '', reason)
  } else if (path === '/api/prescriptions') {
    expectOnce(write, `prescription-${id}`, 'PrescriptionUploaded', { prescriptionId: id })
    expectThere(write, outcome.prescriptionFiles.get(id) === hashOf(String(body.fileUrl)))
  } else if (path.endsWith('/items')) {
    expectOnce(write, prescription, 'PrescriptionItemAdded', { packageId: body.packageId })
  } else if (path.startsWith('/api/admin/prescriptions/')) {
    // the worker reviews it too, as processed, when the order is proposed
    expectOnce(write, prescription, 'PrescriptionReviewed', { isProcessed: false })
  } else if (path === '/api/auth/register') {
    const user = (answer.user ?? {}) as { id: string }
    expectThere(write, outcome.users.get(user.id)?.email === body.email)
  } else if (path === '/api/customer-addresses') expectThere(write, outcome.addresses.has(id))
  else if (path === '/api/users/me') expectThere(write, outcome.users.get(id)?.phone === body.phone)
  else if (path === '/api/notifications/read') {
    expectThere(write, isMarked(outcome, userOf(write.call.token), body))
  }
}

function contains(event: LoggedEvent, data: Body): boolean {
  return Object.entries(data).every(([name, value]) => (event.data[name] ?? null) === (value ?? null))
}

function hashOf(dataUrl: string): string {
  return createHash('sha256')
    .update(Buffer.from(dataUrl.split(',')[1] ?? '', 'base64'))
    .digest('hex')
}

/** @returns the user's id in a session token */
function userOf(token = ''): string {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString() || '{}')
  return String(claims.sub)
}

function isMarked({ readMarks }: Outcome, userId: string, { ids = [] }: { ids?: string[] }): boolean {
  const own = readMarks.filter((mark) => mark.userId === userId)
  const upTo = Math.max(0, ...own.filter(({ all }) => all).map(({ position }) => position))
  const single = new Set(own.map(({ position }) => position))
  return own.length > 0 && ids.every((id) => Number(id) <= upTo || single.has(Number(id)))
}
