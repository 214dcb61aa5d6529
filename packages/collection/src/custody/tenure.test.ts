import type { BookingEvent } from '@jaanch/booking/events'
import { assigned, laterTime, otherLab, ourLab, placed, uuid } from '@jaanch/booking/testing/bookings'
import { describe, expect, it } from 'vitest'
import { endedBy, tenureAt, tenuresOf } from './tenure.ts'

const ravi = uuid(91)
const meena = uuid(92)
const clock = (time: string) => new Date(`2026-01-30T${time}:00Z`)
const given = (collectorId: string | null): BookingEvent => ({
  type: 'CollectorAssigned',
  data: { collectorId },
})

function historyOf(...events: [time: string, event: BookingEvent][]) {
  return events.map(([time, event]) => ({ ...event, at: clock(time) }))
}

const start = historyOf(['01:00', placed], ['02:00', assigned], ['03:00', given(ravi)])
const ofRavi = { labPartnerId: ourLab, collectorId: ravi }

describe('the time in which somebody makes a visit', () => {
  it('ends when the visit is given to another person, moved, or given to another lab', () => {
    expect(tenuresOf(start, ofRavi)).toEqual([{ from: clock('03:00').toISOString(), until: null }])
    const ends: BookingEvent[] = [
      given(meena),
      given(null),
      { type: 'BookingRescheduled', data: { by: 'admin', ...laterTime } },
      { type: 'LabAssigned', data: { labPartnerId: otherLab } },
      { type: 'LabDeclined', data: { labPartnerId: ourLab, reason: 'closed' } },
    ]
    for (const end of ends)
      expect(tenuresOf([...start, ...historyOf(['04:00', end])], ofRavi)).toEqual([
        { from: clock('03:00').toISOString(), until: clock('04:00').toISOString() },
      ])
  })

  it('ends with the access of its collector, and an earlier end stays', () => {
    const history = [
      ...start,
      ...historyOf(['04:00', given(meena)], ['05:00', given(ravi)], ['08:00', given(ravi)]),
    ]
    const untils = (end: string) => endedBy(clock(end), tenuresOf(history, ofRavi)).map(({ until }) => until)
    expect(untils('06:00')).toEqual([clock('04:00').toISOString(), clock('06:00').toISOString()])
    expect(untils('04:30')).toEqual([clock('04:00').toISOString()])
  })

  it('begins again when the visit comes back, and is that of the lab for its desk', () => {
    const history = [...start, ...historyOf(['04:00', given(meena)], ['05:00', given(ravi)])]
    expect(tenuresOf(history, ofRavi)).toHaveLength(2)
    expect(tenuresOf(history, { labPartnerId: ourLab, collectorId: null })).toEqual([
      { from: clock('02:00').toISOString(), until: null },
    ])
    expect(tenuresOf(history, { labPartnerId: otherLab, collectorId: null })).toEqual([])
  })
})

describe('what somebody records after they were taken off a visit', () => {
  const tenures = tenuresOf([...start, ...historyOf(['04:00', given(meena)])], ofRavi)
  const now = clock('06:00')
  const at = (time: string, offsetMs: number | null = 0) =>
    tenureAt(tenures, { deviceAt: clock(time).toISOString(), offsetMs }, now)

  it('counts if it was done before', () => {
    expect(at('03:59')).toEqual(tenures[0])
    // an hour ahead, as was measured
    expect(at('04:59', 3_600_000)).toEqual(tenures[0])
  })

  it('does not count if it was done afterwards', () => {
    expect(at('04:01')).toBeUndefined()
    expect(tenureAt([], { deviceAt: clock('03:30').toISOString(), offsetMs: 0 }, now)).toBeUndefined()
  })

  it('counts where the clock of the device cannot say when it was', () => {
    const yearAgo = { deviceAt: '2025-01-30T03:30:00Z', offsetMs: null }
    expect(tenureAt(tenures, yearAgo, now)).toEqual(tenures[0])
  })
})
