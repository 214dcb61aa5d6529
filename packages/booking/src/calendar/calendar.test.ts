import type { Recorded } from '@jaanch/eventlog/events'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import type { BookingSummary } from '../booking.ts'
import { summarise } from '../decider.ts'
import type { BookingEvent } from '../events.ts'
import { assigned, orderNumber, placed, plain, uuid } from '../testing/bookings.ts'
import { type CalendarOptions, calendarVisitOf, renderCalendar } from './calendar.ts'

const at = new Date('2026-01-30T05:00:00Z')
const options: CalendarOptions = {
  publicUrl: 'https://jaanch.example',
  fastingHours: null,
  location: null,
  changedAt: at,
  attendee: null,
}
const created = { type: 'OrderCreated' as const, data: { orderNumber } }
const cancelled: BookingEvent = { type: 'BookingCancelled', data: { reason: 'other' } }
const moved = (visitId: string | null = null): BookingEvent => ({
  type: 'BookingRescheduled',
  data: { by: 'customer', scheduledDate: '2026-02-02', scheduledTime: '10:00-12:00', visitId, place: null },
})

/** A booking after these events; with `id`, of a visit of several people */
function bookingAfter(events: BookingEvent[], { id = 1, change = {} } = {}): BookingSummary {
  const opening = { ...placed, data: { ...placed.data, bookingId: uuid(id), ...change } } as BookingEvent
  const recorded = [opening, ...events].map(
    (event, index) => ({ ...event, at, position: index + 1, actor: 'customer:x' }) as Recorded<BookingEvent>,
  )
  return recorded.reduce<BookingSummary | undefined>(summarise, undefined) as BookingSummary
}

/** Reads a calendar as a calendar program does */
function read(members: [BookingSummary, ...BookingSummary[]], change: Partial<CalendarOptions> = {}) {
  const { method, text } = renderCalendar(calendarVisitOf(members), { ...options, ...change })
  const component = new ICAL.Component(ICAL.parse(text))
  const events = component.getAllSubcomponents('vevent')
  expect(events).toHaveLength(1)
  const event = new ICAL.Event(events[0])
  return {
    method,
    text,
    event,
    declared: component.getFirstPropertyValue('method'),
    status: events[0]?.getFirstPropertyValue('status'),
    from: event.startDate.toJSDate().toISOString(),
    to: event.endDate.toJSDate().toISOString(),
  }
}

describe('the calendar event of a visit', () => {
  it('is the slot in India, with the order number and without the names of the tests', () => {
    const { event, from, to, method, declared, status, text } = read([bookingAfter([created, assigned])])
    expect({ from, to }).toEqual({ from: '2026-01-31T02:30:00.000Z', to: '2026-01-31T04:30:00.000Z' })
    expect(event.summary).toBe(`Jaanch: your visit (${orderNumber})`)
    expect(text).not.toMatch(/thyroid|blood/i)
    expect(event.uid).toBe(`${uuid(1)}@jaanch.example`)
    expect([method, declared, status, event.sequence]).toEqual(['PUBLISH', 'PUBLISH', 'TENTATIVE', 0])
    expect(event.description).toContain(`https://jaanch.example/booking?id=${uuid(1)}`)
    expect(event.location).toBeFalsy()
  })

  it('is the four hours from the booking on for an instant collection', () => {
    const instant = { collectionType: 'instant', scheduledDate: null, scheduledTime: null }
    const { from, to } = read([bookingAfter([], { change: instant })])
    expect({ from, to }).toEqual({ from: '2026-01-30T05:00:00.000Z', to: '2026-01-30T09:00:00.000Z' })
  })

  it('replaces the earlier one when the visit is moved, and withdraws it when it is cancelled', () => {
    const confirmed = [assigned, plain('BookingConfirmed')]
    const now = read([bookingAfter([...confirmed, moved()])])
    expect([now.status, now.event.sequence, now.from]).toEqual(['CONFIRMED', 1, '2026-02-02T04:30:00.000Z'])
    const gone = read([bookingAfter([...confirmed, moved(), cancelled])], { attendee: 'asha@example.org' })
    expect([gone.method, gone.status, gone.event.sequence]).toEqual(['CANCEL', 'CANCELLED', 2])
    expect(gone.event.uid).toBe(now.event.uid)
  })

  it('is one for all people of a visit, with the orders of those who are still to come', () => {
    const visit = { visitId: uuid(9) }
    const ofTwo = { ...created, data: { ...created.data, orderNumber: 'JN-2026-000002' } }
    const one = bookingAfter([created], { id: 1, change: visit })
    const two = bookingAfter([ofTwo], { id: 2, change: visit })
    const both = read([two, one])
    expect(both.event.uid).toBe(`${uuid(9)}@jaanch.example`)
    expect(both.event.summary).toBe(`Jaanch: your visit (JN-2026-000002, ${orderNumber})`)
    const gone = bookingAfter([created, cancelled], { id: 1, change: visit })
    const left = read([gone, two])
    expect([left.event.summary, left.event.sequence, left.method]).toEqual([
      'Jaanch: your visit (JN-2026-000002)',
      1,
      'PUBLISH',
    ])
  })

  it('has the advice to fast, and the place if the reader may have it', () => {
    const { event } = read([bookingAfter([])], {
      fastingHours: 10,
      location: '12 MG Road, Flat 3; Ahmedabad',
    })
    expect(event.description).toContain('nothing but water for 10 hours before the collection.')
    expect(event.location).toBe('12 MG Road, Flat 3; Ahmedabad')
  })

  it('invites the recipient of a mail, who need not answer', () => {
    const { event, method } = read([bookingAfter([])], { attendee: 'asha@example.org' })
    expect(method).toBe('REQUEST')
    expect(event.attendees[0]?.getFirstValue()).toMatch(/^mailto:asha@example.org$/i)
    expect(event.attendees[0]?.getParameter('rsvp')).toBe('FALSE')
    expect(event.organizer).toMatch(/^mailto:no-reply@jaanch.example$/i)
  })

  it('has lines of at most 75 bytes that end in CRLF, whatever the address contains', () => {
    const location = `थायराइड; a, b\\c\r\nATTENDEE:mailto:x ${'é'.repeat(200)}`
    const { text, event } = read([bookingAfter([])], { location })
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(event.attendees).toEqual([])
    expect(event.location).toContain('थायराइड; a, b\\c')
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/)
  })
})
