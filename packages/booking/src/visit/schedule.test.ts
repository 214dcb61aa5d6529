import { fold } from '@jaanch/contracts/decider'
import { givenFor } from '@jaanch/contracts/testing/given'
import { customerMoves } from '@jaanch/contracts/vocabulary'
import { expect, it } from 'vitest'
import { bookingDecider } from '../decider.ts'
import type { BookingEvent } from '../events.ts'
import {
  details,
  historyTo,
  laterTime,
  now,
  ourLab,
  placed,
  plain,
  proposed,
  uuid,
} from '../testing/bookings.ts'

const given = givenFor(bookingDecider, now)

const moving = {
  type: 'reschedule',
  by: 'customer',
  ...laterTime,
} as const
const { type: _, ...data } = moving
const moved: BookingEvent = { type: 'BookingRescheduled', data }
const again = (day: number, by: 'customer' | 'admin' = 'customer'): BookingEvent => ({
  type: 'BookingRescheduled',
  data: { ...data, by, scheduledDate: `2026-02-${String(day).padStart(2, '0')}` },
})
const instant = { collectionType: 'instant', scheduledDate: null, scheduledTime: null } as const
const placedInstant = { ...placed, data: { ...placed.data, ...instant } } as BookingEvent

/** The visit begins on 31 January at 8 in the morning in India. */
const twoHoursBefore = new Date('2026-01-31T00:30:00Z')
const momentLater = new Date(twoHoursBefore.getTime() + 1)

it('moving a visit records the new time, and the place that it takes', () => {
  given([placed]).when(moving).then([moved])
  const place = { labPartnerId: ourLab, date: '2026-02-02', slot: 3 }
  given([placed])
    .when({ ...moving, visitId: uuid(9), place })
    .then([{ ...moved, data: { ...data, visitId: uuid(9), place } }])
})

it('moving a visit to the time that it has records nothing', () => {
  const { scheduledDate } = details
  given([placed])
    .when({ ...moving, scheduledDate, scheduledTime: '08:00-10:00' })
    .then([])
  given([placed, moved]).when(moving).then([])
})

it('a visit can be moved by its customer until two hours before it begins, for admins longer', () => {
  given([placed]).when(moving, twoHoursBefore).then([moved])
  given([placed]).when(moving, momentLater).then('too-late-to-move')
  given([placed])
    .when({ ...moving, by: 'admin' }, momentLater)
    .then([again(2, 'admin')])
})

it('the two hours count from the time that the visit has by then', () => {
  const earlier = { ...moving, scheduledDate: '2026-02-03' } as const
  given([placed, moved])
    .when(earlier, momentLater)
    .then([again(3)])
  given([placed, moved]).when(earlier, new Date('2026-02-02T02:30:00.001Z')).then('too-late-to-move')
})

it('an instant visit can be moved until its collection begins, and is scheduled then', () => {
  given([placedInstant]).when(moving).then([moved])
  given([placedInstant, plain('BookingConfirmed'), plain('SampleCollectionStarted')])
    .when(moving)
    .then('visit-begun')
  expect(fold(bookingDecider, [placedInstant, moved])).toMatchObject({
    collectionType: 'scheduled',
    scheduledDate: '2026-02-02',
    customerMoves: 1,
  })
})

it('a visit can be moved three times by its customer, whatever admins did, and any number of times by an admin', () => {
  const moves = Array.from({ length: customerMoves }, (_, n) => again(3 + n))
  given([placed, ...moves.slice(1)])
    .when(moving)
    .then([moved])
  given([placed, again(20, 'admin'), ...moves])
    .when(moving)
    .then('moved-too-often')
  given([placed, ...moves])
    .when({ ...moving, by: 'admin' })
    .then([again(2, 'admin')])
})

it('moving a visit needs a slot that has not begun', () => {
  given([placed])
    .when({ ...moving, scheduledDate: '2026-01-29' })
    .then('date-past')
  // it is 10:30 in India
  given([placed])
    .when({ ...moving, scheduledDate: '2026-01-30' })
    .then('slot-begun')
})

it('moving a visit keeps the lab and the status', () => {
  for (const status of ['pending', 'confirmed'] as const) {
    expect(fold(bookingDecider, [...historyTo[status], moved])).toMatchObject({
      status,
      labPartnerId: ourLab,
    })
  }
})

it('the visit of an order from a prescription can be moved before it is confirmed', () => {
  given([proposed]).when(moving).then([moved])
})

it('moving a visit is refused once the collection has begun, also for admins', () => {
  for (const status of ['sample-collection', 'lab-processing'] as const) {
    given(historyTo[status])
      .when({ ...moving, by: 'admin' })
      .then('visit-begun')
  }
  given(historyTo.completed).when(moving).then('already-completed')
  given(historyTo.cancelled).when(moving).then('already-cancelled')
})

it('the fasting reminder is refused after the slot has begun, and without a scheduled time', () => {
  given([placed]).when({ type: 'remindOfFasting' }, new Date('2026-01-31T02:30:00Z')).then('slot-begun')
  const instant = {
    ...details,
    collectionType: 'instant',
    scheduledDate: null,
    scheduledTime: null,
  } as const
  given([{ type: 'BookingPlaced', data: { ...instant, total: 79_850, final: 69_850 } }])
    .when({ type: 'remindOfFasting' })
    .then('invalid')
})
