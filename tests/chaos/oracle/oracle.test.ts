import { createHash } from 'node:crypto'
import { dataUrl, pdf } from '@jaanch/tests/support/sample-files'
import { describe, expect, it } from 'vitest'
import { checkMessages, findGaps, findOrderProblems } from '../check-log.ts'
import { findLostWrites, findUnknownCreations } from './check-writes.ts'
import type { Write } from './oracle.ts'
import type { LoggedEvent, Outcome } from './outcome.ts'

const id = '0d4b6d3c-6f4e-4f5e-9a1b-0c2d3e4f5a6b'
const stream = `booking-${id}`
const request = {
  collectionType: 'scheduled',
  scheduledDate: '2030-01-02',
  scheduledTime: '08:00-10:00',
  paymentMethod: 'upi',
}

function log(...events: [type: string, data?: Record<string, unknown>][]): LoggedEvent[] {
  return events.map(([type, data = {}], n) => ({
    position: n + 1,
    streamId: stream,
    version: n + 1,
    type,
    data,
  }))
}

function outcome(events: LoggedEvent[], rest: Partial<Outcome> = {}): Outcome {
  return {
    events,
    orders: [],
    details: new Set([id]),
    prescriptionFiles: new Map(),
    reports: new Map(),
    paymentReferences: new Map(),
    users: new Map(),
    addresses: new Set(),
    readMarks: [],
    messages: [],
    deadLetters: [],
    ...rest,
  }
}

function write(method: 'POST' | 'PUT', path: string, body: unknown, answer: unknown = { id }): Write {
  return { call: { method, path, body }, answer }
}

const placed = ['BookingPlaced', { bookingId: id, customerId: 'c', ...request }] as [
  string,
  Record<string, unknown>,
]
const placing = write('POST', '/api/bookings', request)

describe('checking acknowledged writes', () => {
  it('finds nothing when each has its effect once', () => {
    const confirming = write('PUT', `/api/bookings/${id}`, { status: 'confirmed' })
    const found = findLostWrites([placing, confirming], outcome(log(placed, ['BookingConfirmed'])))
    expect(found).toEqual({ lost: [], doubled: [] })
  })

  it('finds a booking that is not in the log, or without its details', () => {
    expect(findLostWrites([placing], outcome([])).lost).toEqual([
      expect.stringContaining('0 of BookingPlaced'),
    ])
    expect(findLostWrites([placing], outcome(log(placed), { details: new Set() })).lost).toHaveLength(1)
  })

  it('finds a booking with other content than was acknowledged', () => {
    const other = log([placed[0], { ...placed[1], scheduledDate: '2030-01-03' }])
    expect(findLostWrites([placing], outcome(other)).lost).toEqual([expect.stringContaining('none like it')])
  })

  const paying = write('POST', `/api/bookings/${id}/payment`, { method: 'upi', reference: 'R' })
  const paid: [string, Record<string, unknown>] = ['PaymentRecorded', { method: 'upi' }]
  const paymentReferences = new Map([[id, 'R']])

  it('finds a move that had its effect twice', () => {
    const found = findLostWrites([paying], outcome(log(placed, paid, paid), { paymentReferences }))
    expect(found).toEqual({ lost: [], doubled: [expect.stringContaining('2 of PaymentRecorded')] })
  })

  it('finds a payment whose reference is not stored beside the log', () => {
    expect(findLostWrites([paying], outcome(log(placed, paid), { paymentReferences })).lost).toEqual([])
    expect(findLostWrites([paying], outcome(log(placed, paid))).lost).toHaveLength(1)
  })

  it('finds two requests that were answered with one booking', () => {
    expect(findLostWrites([placing, placing], outcome(log(placed))).lost).toEqual([
      `2 requests were answered with ${id}`,
    ])
  })

  it('finds a booking that a repeated request placed a second time, but not one from before the run', () => {
    const again: [string, Record<string, unknown>] = ['BookingPlaced', { bookingId: 'other' }]
    expect(findUnknownCreations([placing], log(placed), 0)).toEqual([])
    expect(findUnknownCreations([placing], log(placed, again), 0)).toHaveLength(1)
    expect(findUnknownCreations([placing], log(placed, again), 2)).toEqual([])
  })

  it('finds a draft that is not in the log, and expects no release of it', () => {
    const drafting = write('POST', `/api/bookings/${id}/report`, { values: [] }, { id: 'r', isDraft: true })
    const drafted = log(['ReportDrafted', { reportId: 'r' }])
    expect(findLostWrites([drafting], outcome(drafted))).toEqual({ lost: [], doubled: [] })
    expect(findLostWrites([drafting], outcome([])).lost).toHaveLength(1)
  })

  it('finds a signed draft that was not released, and a call, a refund and a collector that the log lacks', () => {
    const bookingPath = `/api/bookings/${id}`
    const writes = [
      write('POST', `${bookingPath}/report/r/sign`, undefined, { id: 'r' }),
      write('PUT', `${bookingPath}/collector`, { collectorId: 'p' }),
      write('POST', `${bookingPath}/refund`, { amount: 1 }),
      write('POST', '/api/critical-calls/k/attempts', { outcome: 'CONFIRMED' }, { id: 'k', bookingId: id }),
    ]
    const events = log(
      ['ReportReleased', { reportId: 'r' }],
      ['CollectorAssigned', { collectorId: 'p' }],
      ['RefundSettled'],
      ['CriticalValueCalled', { callId: 'k', outcome: 'CONFIRMED' }],
    )
    expect(findLostWrites(writes, outcome(events))).toEqual({ lost: [], doubled: [] })
    expect(findLostWrites(writes, outcome([])).lost).toHaveLength(4)
  })

  it('finds a prescription whose file has other bytes', () => {
    const uploading = write('POST', '/api/prescriptions', { fileUrl: dataUrl('application/pdf', pdf) })
    const events = log(['PrescriptionUploaded', { prescriptionId: id }]).map((event) => ({
      ...event,
      streamId: `prescription-${id}`,
    }))
    const hash = createHash('sha256').update(pdf).digest('hex')
    const files = (content: string) => ({ prescriptionFiles: new Map([[id, content]]) })
    expect(findLostWrites([uploading], outcome(events, files(hash))).lost).toEqual([])
    expect(findLostWrites([uploading], outcome(events, files('other'))).lost).toHaveLength(1)
  })

  it('finds a notification that was marked as read and is not', () => {
    const token = `.${Buffer.from(JSON.stringify({ sub: 'u' })).toString('base64url')}.`
    const call = { method: 'POST', path: '/api/notifications/read', token, body: { ids: ['7'] } } as const
    const marking = { call, answer: undefined }
    const marks = (position: number, all: boolean) =>
      outcome([], { readMarks: [{ userId: 'u', position, all }] })
    expect(findLostWrites([marking], marks(7, false)).lost).toEqual([])
    expect(findLostWrites([marking], marks(9, true)).lost).toEqual([])
    expect(findLostWrites([marking], marks(8, false)).lost).toHaveLength(1)
  })
})

describe('checking the log', () => {
  it('finds a gap between positions, and between versions of a stream', () => {
    const [first, second] = log(placed, ['BookingConfirmed']) as [LoggedEvent, LoggedEvent]
    expect(findGaps([first, second])).toEqual([])
    expect(findGaps([first, { ...second, position: 3 }])).toEqual(['position 3 follows 1'])
    expect(findGaps([first, { ...second, version: 3 }])).toEqual([`${stream}: version 3 follows 1`])
  })

  it('finds bookings without an order, with two, and with the number of another', () => {
    const order: [string, Record<string, unknown>] = ['OrderCreated', { orderNumber: 'JN-1' }]
    const orders = [{ bookingId: id, orderNumber: 'JN-1' }]
    expect(findOrderProblems({ events: log(placed, order), orders })).toEqual([])
    expect(findOrderProblems({ events: log(placed), orders })).toEqual([`${id} has 0 orders`])
    expect(findOrderProblems({ events: log(placed, order, order), orders })).toContain(
      'JN-1 was assigned 2 times',
    )
    const other = [{ bookingId: id, orderNumber: 'JN-2' }]
    expect(findOrderProblems({ events: log(placed, order), orders: other })).toHaveLength(1)
  })
})

describe('checking messages', () => {
  const message = { id: 'm', position: 1, channel: 'email', recipient: 'c', outcome: 'sent' }
  const events = log(placed)
  const delivery = { id: 'm@jaanch.example', to: 'c@customers.example' }

  it('finds nothing if each step has one message that arrived, also twice under its id', () => {
    const found = checkMessages({ events, messages: [message] }, [delivery, delivery], 0)
    expect(found).toEqual({ problems: [], repeated: 1 })
  })

  it('finds a step without a mail, but not before the run', () => {
    expect(checkMessages({ events, messages: [] }, [], 0).problems).toHaveLength(1)
    expect(checkMessages({ events, messages: [] }, [], 1).problems).toEqual([])
  })

  it('finds a move without a mail', () => {
    const moved = {
      ...events[0],
      position: 2,
      version: 2,
      type: 'BookingRescheduled',
      data: { by: 'customer' },
    }
    const all = [...events, moved as LoggedEvent]
    expect(checkMessages({ events: all, messages: [message] }, [delivery], 0).problems).toEqual([
      'BookingRescheduled at 2: its customer has no mail',
    ])
  })

  it('finds more results, a correction and a rejected sample of which the customer has no mail', () => {
    const released = (reportVersion: number, change?: string): [string, Record<string, unknown>] => [
      'ReportReleased',
      { reportId: id, reportVersion, change },
    ]
    const again: [string, Record<string, unknown>] = [
      'RecollectionProposed',
      { customerId: 'c', recollection: { of: id, attempt: 1 } },
    ]
    const all = log(placed, released(1), released(2, 'more'), released(3, 'amended')).concat({
      ...(log(again)[0] as LoggedEvent),
      position: 5,
      streamId: 'booking-again',
    })
    const mails = (...positions: number[]) =>
      positions.map((position) => ({ ...message, id: `m${position}`, position }))
    const sent = (messages: { id: string }[]) => messages.map((one) => ({ ...delivery, id: one.id }))
    const told = mails(1, 2, 3, 4, 5)
    expect(checkMessages({ events: all, messages: told }, sent(told), 0).problems).toEqual([])
    const some = mails(1, 2)
    expect(checkMessages({ events: all, messages: some }, sent(some), 0).problems).toEqual([
      'ReportReleased at 3: its customer has no mail',
      'ReportReleased at 4: its customer has no mail',
      'RecollectionProposed at 5: its customer has no mail',
    ])
  })

  it('finds two messages about one step, one that did not arrive, and one that nobody sent', () => {
    const twice = [message, { ...message, id: 'n' }]
    const unknown = { id: 'x@jaanch.example', to: 'c@customers.example' }
    const { problems } = checkMessages({ events, messages: twice }, [delivery, unknown], 0)
    expect(problems).toEqual([
      'email to c about 1 has 2 messages',
      'message n counts as sent, and did not arrive',
      'x was delivered, and is no message of the outbox',
    ])
  })

  it('finds an id that was delivered to two recipients', () => {
    const deliveries = [delivery, { ...delivery, to: 'd@customers.example' }]
    expect(checkMessages({ events, messages: [message] }, deliveries, 0).problems).toHaveLength(1)
  })
})
