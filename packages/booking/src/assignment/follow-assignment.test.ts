import { fold } from '@jaanch/contracts/decider'
import type { Recorded } from '@jaanch/eventlog/events'
import { expect, it } from 'vitest'
import { bookingDecider } from '../decider.ts'
import type { BookingEvent } from '../events.ts'
import { laterTime, ourLab, placed, plain, uuid } from '../testing/bookings.ts'
import { nextStepOf } from './follow-assignment.ts'

const assigned: BookingEvent = {
  type: 'LabAssigned',
  data: { labPartnerId: ourLab, assignment: { by: 'automatic', reasons: [] } },
}
const moved: BookingEvent = {
  type: 'BookingRescheduled',
  data: { by: 'customer', ...laterTime },
}

/** The timer was set after the second event */
function stepAfter(...later: BookingEvent[]) {
  const history = [placed, assigned, ...later].map((event, index) => {
    return { ...event, position: index + 1 } as Recorded<BookingEvent>
  })
  const booking = fold(bookingDecider, history)
  if (booking.status === 'none') throw new Error('The history has no booking')
  return nextStepOf([{ booking, history }], 2)
}

it('a lab that has not confirmed a visit is warned, also if the visit was moved meanwhile', () => {
  expect(stepAfter()).toEqual({ do: 'warn', labPartnerId: ourLab })
  expect(stepAfter(moved)).toEqual({ do: 'warn', labPartnerId: ourLab })
})

it('another lab gets a visit that its lab declined, never one that had it', () => {
  const declined: BookingEvent = {
    type: 'LabDeclined',
    data: { labPartnerId: ourLab, reason: 'closed' },
  }
  expect(stepAfter(declined)).toEqual({ do: 'assign', labPartnerId: null, except: new Set([ourLab]) })
})

it('nothing follows once a lab confirmed the visit, or an admin chose one', () => {
  expect(stepAfter(plain('BookingConfirmed'))).toEqual({ do: 'end' })
  expect(stepAfter(moved, plain('BookingConfirmed'))).toEqual({ do: 'end' })
  expect(stepAfter({ type: 'LabAssigned', data: { labPartnerId: uuid(52) } })).toEqual({ do: 'end' })
})
