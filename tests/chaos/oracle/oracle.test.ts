/** The oracle says nothing about a run in which all went well, and each fault that is planted into it is found by its check. */
import { createHash } from 'node:crypto'
import type { CustodyInput } from '@jaanch/collection/api'
import { dataUrl, pdf } from '@jaanch/tests/support/sample-files'
import { expect, it } from 'vitest'
import { checkEvidence, type Evidence } from './checks.ts'
import { createOracle, type Write } from './oracle.ts'
import type { LoggedEvent, Outcome } from './outcome.ts'

const [id, critical, prescriptionId, lab] = [1, 2, 3, 4].map(
  (n) => `0d4b6d3c-6f4e-4f5e-9a1b-00000000000${n}`,
) as [...[string, string, string, string]]
const date = '2030-01-02'
const token = `.${Buffer.from(JSON.stringify({ sub: 'u' })).toString('base64url')}.`
/** The instant so many minutes after eight */
const at = (minute: number) => new Date(Date.UTC(2030, 0, 2, 8, minute)).toISOString()
const recorded = (minute: number) => ({ at: at(minute), deviceAt: at(minute) })
const order = {
  collectionType: 'scheduled',
  scheduledDate: date,
  scheduledTime: '08:00-10:00',
  paymentMethod: 'upi',
}
const place = { labPartnerId: lab, date, slot: 2 }

const history: [type: string, data?: Record<string, unknown>][] = [
  ['BookingPlaced', { bookingId: id, customerId: 'c', ...order, place }],
  ['OrderCreated', { orderNumber: 'JN-1' }],
  ['TubesPlanned', { tubes: [{ number: 1 }] }],
  ['CollectorArrived', { recorded: recorded(1) }],
  ['IdentityChecked', { recorded: recorded(2), isConfirmed: true }],
  ['TubesDrawn', { recorded: recorded(3), tubes: [{ number: 1, code: null }] }],
  ['PaymentRecorded', { method: 'upi', amount: 500 }],
  ['TubesHandedOver', { recorded: recorded(4), tubes: [1] }],
  ['TubesReceived', { recorded: recorded(5), tubes: [1] }],
  ['TubesAccepted', { recorded: recorded(6), tubes: [1] }],
  ['ReportReleased', { reportId: 'r', reportVersion: 1 }],
  ['CriticalValueCalled', { callId: critical, outcome: 'CONFIRMED' }],
  ['BookingCompleted'],
]

function goodRun(): Evidence {
  const oracle = createOracle()
  const write = (method: string, path: string, body: unknown, answer: unknown = { id }, key?: string) =>
    oracle.acknowledge({ method, path, body, token, idempotencyKey: key }, { body: answer })
  const custody = (minute: number, command: CustodyInput) =>
    write('POST', `/api/bookings/${id}/custody`, { recorded: { at: at(minute) }, command })
  write('POST', '/api/bookings', order)
  custody(1, { type: 'arrive' })
  custody(1, { type: 'arrive' })
  custody(2, { type: 'identify', method: 'name-and-birth-date', isConfirmed: true })
  custody(3, { type: 'draw', tubes: [{ number: 1 }] })
  write('POST', `/api/bookings/${id}/payment`, { method: 'upi', reference: 'R' })
  custody(4, { type: 'handOver', tubes: [1] })
  custody(5, { type: 'receive', tubes: [1] })
  custody(6, { type: 'accept', tubes: [1] })
  const report = (values: object[], withdrawn: string[], key: string) =>
    write('POST', `/api/bookings/${id}/report`, { values, withdrawn }, { id: 'r' }, key)
  report(
    [
      { code: 'HGB', value: 10 },
      { code: 'HIV', value: 'Negative' },
    ],
    [],
    'first',
  )
  report([{ code: 'HGB', value: 30 }], ['PLT'], 'second')
  // sent again, it changes nothing
  report([{ code: 'HGB', value: 10 }], [], 'first')
  write(
    'POST',
    `/api/critical-calls/${critical}/attempts`,
    { outcome: 'CONFIRMED' },
    { id: critical, bookingId: id },
  )
  write('PUT', `/api/bookings/${id}`, { status: 'completed' })
  write('POST', '/api/prescriptions', { fileUrl: dataUrl('application/pdf', pdf) }, { id: prescriptionId })
  write('POST', '/api/notifications/read', { ids: ['1'] }, undefined)
  oracle.lostRaces.push({
    call: { method: 'POST', path: `/api/bookings/${id}/custody` },
    code: 'tube-accepted',
  })
  const events = structuredClone(history).map(([type, data = {}], n) =>
    event(n + 1, `booking-${id}`, n + 1, type, data),
  )
  events.push(
    event(events.length + 1, `prescription-${prescriptionId}`, 1, 'PrescriptionUploaded', { prescriptionId }),
  )
  const message = (position: number) => ({
    ...{ id: `m${position}`, position, channel: 'email', recipient: 'c', outcome: 'sent' },
  })
  const messages = [1, 11, 13].map(message)
  const outcome: Outcome = {
    events,
    orders: new Map([[id, 'JN-1']]),
    details: new Set([id]),
    prescriptionFiles: new Map([[prescriptionId, createHash('sha256').update(pdf).digest('hex')]]),
    reports: new Map([['r', id]]),
    paymentReferences: new Map([[id, 'R']]),
    users: new Map(),
    addresses: new Set(),
    capacities: new Map([[lab, capacity]]),
    readMarks: [{ userId: 'u', position: 1, all: false }],
    messages,
    deadLetters: [],
  }
  const deliveries = messages.map((one) => ({ id: `${one.id}@jaanch.example`, to: 'c@customers.example' }))
  const result = (code: string, text: string, flag: string | null = null) => ({ code, text, flag })
  return {
    ...{ oracle, outcome, since: 0 },
    // a delivery under the same id is permitted
    deliveries: [...deliveries, ...structuredClone(deliveries.slice(0, 1))],
    shown: {
      reports: [
        { bookingId: id, isCurrent: false, results: [result('HGB', '10.0', 'critical-low')] },
        { bookingId: id, isCurrent: true, results: [result('HGB', '30.0'), result('HIV', 'Negative')] },
      ],
      calls: [{ bookingId: id, values: [{ code: 'HGB', text: '10.0' }] }],
    },
  }
}

const capacity = { weekdays: [1, 2, 3, 4, 5, 6, 7], slots: [1, 1, 1, 1, 1, 1], daysOff: [] }

function event(
  position: number,
  streamId: string,
  version: number,
  type: string,
  data: Record<string, unknown> = {},
): LoggedEvent {
  return { position, streamId, version, type, data }
}

const find = ({ outcome }: Evidence, type: string) =>
  outcome.events.find((one) => one.type === type) as LoggedEvent
/** Replaces an event by one that no check looks at, so that positions and versions stay dense. */
const forget = (run: Evidence, type: string) =>
  Object.assign(find(run, type), { type: 'CollectorAssigned', data: {} })
/** Appends to the booking's stream. */
function append({ outcome: { events } }: Evidence, type: string, data: Record<string, unknown> = {}): void {
  const [uploaded] = events.splice(-1) as [LoggedEvent]
  events.push(event(uploaded.position, `booking-${id}`, history.length + 1, type, data))
  events.push({ ...uploaded, position: uploaded.position + 1 })
}
/** By the check that must find them */
const faults: Record<string, Record<string, (run: Evidence) => unknown>> = {
  'acknowledged writes lost': {
    'a booking that is not in the log': (run) => forget(run, 'BookingPlaced'),
    'a booking with another date': (run) =>
      Object.assign(find(run, 'BookingPlaced').data, { scheduledDate: '2030-01-03' }),
    'a booking without its details': ({ outcome }) => outcome.details.clear(),
    'a step that is not in the log': (run) => forget(run, 'BookingCompleted'),
    'a report that was not released': (run) => forget(run, 'ReportReleased'),
    'a report without its file': ({ outcome }) => outcome.reports.clear(),
    'a payment without its reference': ({ outcome }) => outcome.paymentReferences.clear(),
    'a call that is not in the log': (run) => forget(run, 'CriticalValueCalled'),
    'a prescription with other bytes': ({ outcome }) =>
      outcome.prescriptionFiles.set(prescriptionId, 'other'),
    'a notification that is not marked as read': ({ outcome }) => outcome.readMarks.splice(0),
    'two requests that were answered with one booking': ({ oracle }) =>
      oracle.writes.push({ ...(oracle.writes[0] as Write) }),
    'a write that the oracle does not know': ({ oracle }) =>
      oracle.acknowledge({ method: 'POST', path: '/api/unknown' }, { body: undefined }),
  },
  'effects doubled': {
    'a payment that is recorded twice': (run) => append(run, 'PaymentRecorded', { method: 'upi', amount: 0 }),
    'a report that no answer named': (run) => append(run, 'ReportReleased', { reportId: 'x' }),
  },
  'tubes whose records are lost, doubled or contradict each other': {
    'a record of a visit that the log lacks': (run) => forget(run, 'CollectorArrived'),
    'a record of a tube that the log lacks': (run) => forget(run, 'TubesHandedOver'),
    'a tube that was received twice': (run) =>
      append(run, 'TubesReceived', { recorded: recorded(5), tubes: [1] }),
    'a tube that is accepted and rejected': (run) =>
      append(run, 'TubesRejected', { recorded: recorded(7), tubes: [{ number: 1, reason: 'clotted' }] }),
    'a tube that was received before it was drawn': (run) =>
      Object.assign(find(run, 'TubesReceived').data, { recorded: recorded(2) }),
    'a tube that was drawn before the person was identified': (run) =>
      Object.assign(find(run, 'TubesDrawn').data, { recorded: recorded(1) }),
  },
  'reports that differ from what was submitted': {
    'a result with another value': ({ shown }) =>
      Object.assign(shown.reports[1]?.results[0] as object, { text: '11.0' }),
    'a result that nobody submitted': ({ shown }) =>
      Object.assign(shown.reports[1]?.results[0] as object, { code: 'PLT' }),
    'a booking without a report': ({ shown }) =>
      Object.assign(shown.reports[1] as object, { isCurrent: false }),
  },
  'critical values without exactly one call': {
    'a critical value without a call': (run) => Object.assign(run.shown, { calls: [] }),
    'a critical value with two calls': (run) =>
      Object.assign(run.shown, { calls: [...run.shown.calls, ...run.shown.calls] }),
  },
  'refunds that nobody owes': {
    'a cancelled booking of which the money stays': (run) => append(run, 'BookingCancelled'),
    'more money than was paid': (run) => {
      append(run, 'RefundDue', { amount: 600, packageIds: ['a'] })
      Object.assign(find(run, 'BookingCompleted'), { type: 'RefundSettled' })
    },
    'a test that is paid back twice': (run) =>
      append(run, 'RefundDue', { amount: 400, packageIds: ['a', 'a'] }),
  },
  'gaps between positions or versions': {
    'a position that is missing': ({ outcome }) =>
      outcome.events.map((one) => Object.assign(one, { position: one.position + 1 })),
    'a version that is missing': (run) => Object.assign(find(run, 'BookingCompleted'), { version: 20 }),
  },
  'bookings without exactly one order of their own': {
    'a booking without an order': (run) => forget(run, 'OrderCreated'),
    'a booking with two orders': (run) => append(run, 'OrderCreated', { orderNumber: 'JN-2' }),
    'a booking with the number of another one': ({ outcome }) => outcome.orders.set(id, 'JN-2'),
  },
  'messages that are missing, doubled or unknown': {
    'a step without a mail': ({ outcome }) => outcome.messages.shift(),
    'two mails about one step': ({ outcome }) =>
      outcome.messages.push({
        ...(outcome.messages[0] as Outcome['messages'][number]),
        id: 'm1b',
        outcome: 'skipped',
      }),
    'a mail that did not arrive': (run) => Object.assign(run, { deliveries: run.deliveries?.slice(1, 3) }),
    'a mail that nobody sent': (run) =>
      Object.assign(run, { deliveries: [...(run.deliveries ?? []), { id: 'x', to: 'c' }] }),
    'a mail that arrived at two recipients': ({ deliveries }) =>
      Object.assign(deliveries?.[3] as object, { to: 'd' }),
    'a mail that was given up': ({ outcome }) =>
      Object.assign(outcome.messages[0] as object, { outcome: 'dead' }),
  },
  'slots with more bookings than visits': {
    'two bookings in the place of one': ({ outcome: { events } }) =>
      events.push(event(events.length + 1, 'booking-2', 1, 'BookingPlaced', { bookingId: '2', place })),
  },
  'refusals that nothing explains': {
    'a lost race that nobody won': ({ oracle }) =>
      oracle.lostRaces.push({
        ...(oracle.lostRaces[0] as (typeof oracle.lostRaces)[number]),
        code: 'tube-rejected',
      }),
    'an answer that the client cannot explain': ({ oracle }) => oracle.refusals.push('403'),
  },
}

const problemsOf = (run: Evidence) => checkEvidence(run).filter(({ problems }) => problems.length > 0)

it('The oracle finds no problem in a run in which all went well', () => {
  expect(problemsOf(goodRun())).toEqual([])
})

it.each(
  Object.entries(faults).flatMap(([check, planted]) =>
    Object.entries(planted).map(([fault, plant]) => [fault, check, plant] as const),
  ),
)('The oracle finds %s', (_, check, plant) => {
  const run = goodRun()
  plant(run)
  expect(problemsOf(run).map(({ name }) => name)).toContain(check)
})
