import type { BookingEvent } from '@jaanch/booking/events'
import { assigned, otherLab, ourLab, placed, plain, uuid } from '@jaanch/booking/testing/bookings'
import type { Recorded } from '@jaanch/eventlog/events'
import { describe, expect, it } from 'vitest'
import { changesBetween } from './changes.ts'
import { foldStream, type ReadRows } from './fold-stream.ts'

/** @returns events of one booking, at the positions 10, 20 … */
function recorded(...events: BookingEvent[]): Recorded[] {
  return events.map((event, index) => ({
    ...event,
    position: 10 * (index + 1),
    streamId: `booking-${uuid(1)}`,
    version: index + 1,
    actor: 'system:test',
    correlationId: null,
    causationId: null,
    appendId: uuid(900 + index),
    at: new Date(Date.UTC(2026, 0, 30, 5, index)),
  })) as Recorded[]
}

const nothing: ReadRows = new Map()

describe('the fold of a stream, step by step,', () => {
  it('tells for each event which fields of which rows it changed', () => {
    const [first, second] = [...foldStream(recorded(placed, assigned))]
    const opening = changesBetween(nothing, first?.rows ?? nothing)
    expect(opening).toContainEqual({
      table: 'bookings',
      key: uuid(1),
      path: 'data.customerId',
      after: uuid(2),
    })
    expect(opening).toContainEqual(
      expect.objectContaining({ path: 'data.lines[1].name', after: 'Complete Blood Count' }),
    )
    const changes = changesBetween(first?.rows ?? nothing, second?.rows ?? nothing)
    const booking = { table: 'bookings', key: uuid(1) }
    expect(changes).toEqual(
      expect.arrayContaining([
        { ...booking, path: 'data.labPartnerId', before: null, after: ourLab },
        { ...booking, path: 'data.position', before: 10, after: 20 },
      ]),
    )
    expect(changes.filter(({ path }) => path.startsWith('data.lines'))).toEqual([])
    expect(changes.filter(({ table }) => table === 'notifications').map(({ key }) => key)).toContainEqual(
      expect.stringMatching(/ 20$/),
    )
  })

  it('has the removal of the lab that lost the booking', () => {
    const moved: BookingEvent = { type: 'LabAssigned', data: { labPartnerId: otherLab } }
    const last = [...foldStream(recorded(placed, assigned, moved))].at(-1)
    expect(last?.rows.get(`booking_removals ${uuid(1)} ${ourLab}`)?.columns).toEqual({
      booking_id: uuid(1),
      lab_partner_id: ourLab,
      position: 30,
    })
  })

  it('tells what the stream adds to the counts, and what it adds no more', () => {
    const steps = [...foldStream(recorded(placed, assigned, plain('BookingConfirmed')))]
    const [, before, after] = steps
    const changes = changesBetween(before?.parts ?? nothing, after?.parts ?? nothing)
    expect(changes.filter(({ path }) => path === 'n')).toContainEqual(
      expect.objectContaining({ table: 'counts', after: 1 }),
    )
    for (const { parts } of steps) expect(parts.get('counts admin active')?.columns).toEqual({ n: 1 })
  })
})

describe('the difference between two rows', () => {
  const rows = (columns: Record<string, unknown>): ReadRows =>
    new Map([['t 1', { table: 't', key: '1', columns }]])
  const changes = (before: Record<string, unknown>, after: Record<string, unknown>) =>
    changesBetween(rows(before), rows(after)).map(({ table: _, key: __, ...change }) => change)

  it('names nested fields by their path, and distinguishes null from no field', () => {
    expect(changes({ a: { x: null, list: [{ b: 1 }] } }, { a: { list: [{ b: 2 }, 3] } })).toEqual([
      { path: 'a.list[0].b', before: 1, after: 2 },
      { path: 'a.list[1]', after: 3 },
      { path: 'a.x', before: null },
    ])
  })
})
