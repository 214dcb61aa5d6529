/** Two releases run side by side, and each repeats what the other began: an effect that has another append id happens twice. */

import { appendIdOfTimer } from '@jaanch/booking/reminders/fasting-reminder'
import { details, laterTime, placed } from '@jaanch/booking/testing/bookings'
import type { Recorded } from '@jaanch/eventlog/events'
import { originOf } from '@jaanch/eventlog/work/handler'
import { consumers } from '@jaanch/operations/work/declared'
import { describe, expect, it } from 'vitest'

describe('the append id of an effect, which no release changes,', () => {
  const pinned = new Map([
    ['orders', 'c42cbc00-154b-8e44-b1b7-a0d8162b26dd'],
    ['prescriptions', '80c34929-37a1-8299-a47c-db53f6fb91d2'],
    ['reports', 'c18d675c-ae31-8c7e-976b-cb5fa8716c0a'],
    ['notifications', 'f6a02081-4c4c-8fbe-87a9-b92aef98dcd9'],
    ['reminders', '1cb7e896-ba7c-8e0f-81fd-20e7d04440fd'],
    ['assignment', 'df1b504d-9e20-8265-b076-4040bddefa9a'],
    ['promises', 'bc95c4f5-b44a-857b-9464-00c7b12d47bb'],
    ['recollections', '8a11ac58-67a2-88ef-91c7-0577b8abf8b3'],
    ['critical', '0277e059-6230-873a-badb-be620076b05d'],
  ])
  const event = { position: 4_711, correlationId: null } as Recorded

  it('is that of the consumer and the position of its event, for every consumer', () => {
    const ids = consumers.map((consumer) => [consumer.name, originOf(consumer, event).appendId] as const)
    expect(new Map(ids)).toEqual(pinned)
  })

  it('is that of the timer for the day of the booking, and of timer and day for a visit that was moved', () => {
    const timer = '0d4b6d3c-6f4e-4f5e-9a1b-0c2d3e4f5a6b'
    const booked = { ...placed, data: { ...placed.data, ...details, scheduledDate: '2026-03-10' } }
    const moved = {
      type: 'BookingRescheduled',
      data: { by: 'customer', ...laterTime, scheduledDate: '2026-03-14' },
    }
    const history = [booked, moved].map((each, index) => ({
      ...each,
      position: index + 1,
      at: new Date(0),
    })) as Recorded[]
    expect(appendIdOfTimer(timer, history.slice(0, 1) as never)).toBe('96e0763b-8fa4-8499-a27c-a16d1454180f')
    expect(appendIdOfTimer(timer, history as never)).toBe('6272b4be-09e2-89d0-8edc-ec51ea039073')
  })
})
