import { newRequestId } from '@jaanch/platform/telemetry/traces'
import { describe, expect, it } from 'vitest'
import type { StoredEvent } from '../events/events.ts'
import { buildTree, type Step } from './build-tree.ts'
import type { Trace } from './read-trace.ts'

const began = Date.parse('2026-01-30T05:00:00Z')
const at = (ms: number) => new Date(began + ms)
const booking = 'booking-1'
const prescription = 'prescription-1'

function event(position: number, type: string, change: Partial<StoredEvent> = {}): StoredEvent {
  return {
    position,
    type,
    streamId: booking,
    version: position,
    data: {},
    actor: 'admin:someone',
    correlationId: null,
    causationId: null,
    appendId: 'an-append',
    at: at(position * 10),
    ...change,
  }
}

function build(facts: Partial<Trace>): Step[] {
  return buildTree({
    events: [],
    done: [],
    waiting: [],
    dead: [],
    messages: [],
    seen: new Map(),
    ...facts,
  })
}

function shapeOf(steps: Step[]): unknown[] {
  return steps.map(({ what, steps: below }) => (below.length > 0 ? [what, ...shapeOf(below)] : what))
}

const done = { streamId: booking, since: 0, attempts: 0, queuedAt: at(12), begunAt: at(14) }

describe('the trace of a booking as a tree', () => {
  it('follows an order from its booking to the prescription that it was made from', () => {
    const steps = build({
      events: [
        event(1, 'PrescriptionUploaded', { streamId: prescription, actor: 'customer:someone' }),
        event(2, 'OrderProposed'),
        event(3, 'OrderCreated', { actor: 'system:orders', causationId: 2 }),
        event(4, 'PrescriptionReviewed', {
          streamId: prescription,
          actor: 'system:prescriptions',
          causationId: 2,
        }),
      ],
      done: [
        { ...done, consumer: 'orders', upto: 2, doneAt: at(31) },
        { ...done, consumer: 'prescriptions', upto: 2, queuedAt: at(22), doneAt: at(41) },
      ],
      seen: new Map([[2, at(21)]]),
    })
    expect(shapeOf(steps)).toEqual([
      'PrescriptionUploaded',
      [
        'OrderProposed',
        ['orders', 'begun', 'OrderCreated', 'done'],
        'seen',
        ['prescriptions', 'begun', 'PrescriptionReviewed', 'done'],
      ],
    ])
  })

  it('begins with the request that appended events, at the time that its id names', () => {
    const correlationId = newRequestId(at(3))
    const [request, later] = build({
      events: [
        event(1, 'BookingPlaced', { correlationId }),
        event(2, 'PaymentRecorded', { correlationId }),
        event(3, 'OrderCreated', { correlationId, causationId: 1, actor: 'system:orders' }),
        event(4, 'BookingConfirmed', { correlationId: newRequestId(at(900)) }),
      ],
    })
    expect(request).toMatchObject({ kind: 'request', detail: correlationId, at: at(3), until: at(20) })
    expect(shapeOf(request?.steps ?? [])).toEqual([['BookingPlaced', 'OrderCreated'], 'PaymentRecorded'])
    // the clock of that process was ahead
    expect(later).toMatchObject({ kind: 'request', at: at(40), until: at(40) })
  })

  it('shows waiting work, dead letters and what an operator did with them', () => {
    const [step] = build({
      events: [event(1, 'BookingPlaced')],
      waiting: [
        {
          consumer: 'orders',
          streamId: booking,
          since: 0,
          upto: 1,
          state: 'failing',
          attempts: 2,
          dueIn: 5,
          queuedAt: at(15),
          lastError: 'no',
        },
      ],
      dead: [
        {
          id: 7,
          consumer: 'orders',
          position: 1,
          failedAt: at(20),
          error: 'the printer is on fire\n  at once',
          resolution: 'retried',
          reason: null,
          resolvedAt: at(900),
        },
      ],
    })
    expect(step?.steps).toMatchObject([
      {
        what: 'orders',
        detail: 'failing, after 2 tries that failed',
        at: at(15),
        steps: [
          { what: 'dead letter 7', detail: 'the printer is on fire' },
          { what: 'retried', at: at(900) },
        ],
      },
    ])
  })

  it('shows messages with their delivery, and an event of a type that this code does not know', () => {
    const steps = build({
      events: [event(1, 'BookingTeleported')],
      messages: [
        {
          id: 'abcdef01-0000-4000-8000-000000000001',
          position: 1,
          channel: 'email',
          status: 'sent',
          reason: null,
          attempts: 2,
          createdAt: at(11),
          sentAt: at(80),
        },
        {
          id: 'abcdef02-0000-4000-8000-000000000001',
          position: 1,
          channel: 'sms',
          status: 'skipped',
          reason: 'the address is not verified',
          attempts: 1,
          createdAt: at(12),
          sentAt: null,
        },
      ],
    })
    expect(shapeOf(steps)).toEqual([['BookingTeleported', ['email', 'sent'], 'sms']])
    expect(steps[0]?.steps[0]?.detail).toBe('message abcdef01, sent in 2 tries')
    expect(steps[0]?.steps[1]?.detail).toBe('message abcdef02, skipped: the address is not verified')
  })
})
