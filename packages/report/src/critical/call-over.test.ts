import type { BookingEvent } from '@jaanch/booking/events'
import { historyTo, now, reportId, uuid } from '@jaanch/booking/testing/bookings'
import type { CriticalOutcome } from '@jaanch/contracts/vocabulary'
import type { Recorded } from '@jaanch/eventlog/events'
import { describe, expect, it } from 'vitest'
import { isCallOver } from './call-over.ts'

describe('a message about a critical value', () => {
  const [first, second] = [uuid(101), uuid(102)]
  const found = (callId: string): BookingEvent => ({ type: 'CriticalValueFound', data: { callId, reportId } })
  const reminded = (step: number): BookingEvent => ({
    type: 'CriticalValueReminded',
    data: { callId: first, step },
  })
  const called = (outcome: CriticalOutcome): BookingEvent => ({
    type: 'CriticalValueCalled',
    data: { callId: first, attemptId: uuid(103), outcome },
  })
  const before = historyTo['lab-processing']
  /** @returns which audiences need no message any more about the first of the events */
  function over(...events: BookingEvent[]) {
    const history = [...before, ...events].map(
      (event, index) =>
        ({
          ...event,
          at: now,
          streamId: 'booking-1',
          version: index + 1,
        }) as Recorded<BookingEvent>,
    )
    const event = history[before.length] as Recorded<BookingEvent>
    return (['customer', 'lab-partner', 'admin'] as const).filter((each) => isCallOver(event, each, history))
  }

  it('is of no use once its call was confirmed', () => {
    expect(over(found(first), called('UNABLE_TO_REACH'))).toEqual([])
    expect(over(found(first), called('CONFIRMED'))).toEqual(['customer', 'lab-partner', 'admin'])
    expect(over(found(second), found(first), called('CONFIRMED'))).toEqual([])
  })

  it('is of no use to the lab and the admins once its call was ended as not reached; the customer still gets it', () => {
    expect(over(found(first), called('ENDED_NOT_REACHED'))).toEqual(['lab-partner', 'admin'])
  })

  it('is of no use once a later reminder of its call tells the same recipients', () => {
    expect(over(found(first), reminded(1))).toEqual(['lab-partner', 'admin'])
    expect(over(found(first), reminded(1), reminded(2))).toEqual(['customer', 'lab-partner', 'admin'])
    expect(over(found(second), reminded(1))).toEqual([])
  })

  it('that is no message of a call is not looked at', () => {
    expect(over({ type: 'ReportLate', data: {} } as never, found(first), called('CONFIRMED'))).toEqual([])
  })
})
