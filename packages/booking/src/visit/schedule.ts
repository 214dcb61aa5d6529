/** When a visit takes place: it is moved, and its people are reminded of fasting before it. */
import { hasBegun } from '@jaanch/contracts/calendar'
import { accept, type Decision, refuse } from '@jaanch/contracts/decider'
import { defineEvent, type EventOf } from '@jaanch/contracts/event'
import { customerMoves, type TimeSlot, timeSlots } from '@jaanch/contracts/vocabulary'
import { z } from 'zod'
import { type Booking, type Place, place } from '../booking.ts'
import { allowed, collecting, type DataOf, type Facet, only, over, processing } from '../facet.ts'
import { isTooLateToMove, refusalOfSchedule } from '../rules.ts'

export const scheduleEvents = {
  /** The visit, or one person of it, was moved to another time. An instant collection becomes a scheduled one. */
  BookingRescheduled: defineEvent(
    'BookingRescheduled',
    z.object({
      by: z.enum(['customer', 'admin']),
      scheduledDate: z.iso.date(),
      scheduledTime: z.enum(timeSlots),
      /** As in BookingPlaced; null for a person who was moved alone */
      visitId: z.uuid().nullable(),
      place: place.nullable(),
    }),
  ),
  /** On the evening before a collection that requires fasting. */
  FastingReminderDue: defineEvent('FastingReminderDue', z.object({})),
}

export type Mover = 'customer' | 'admin'

export type ScheduleCommand =
  | {
      type: 'reschedule'
      by: Mover
      scheduledDate: string
      scheduledTime: TimeSlot
      /** null: the booking is a visit of its own */
      visitId: string | null
      place: Place | null
    }
  | { type: 'remindOfFasting' }

type ScheduleEvent = EventOf<typeof scheduleEvents>
type Decided = Decision<ScheduleEvent>
type Of<Type extends ScheduleCommand['type']> = Extract<ScheduleCommand, { type: Type }>

export const schedule = {
  transitions: {
    reschedule: allowed({ [collecting]: 'visit-begun', [processing]: 'visit-begun', ...over }),
    remindOfFasting: only(['pending', 'confirmed'], 'wrong-status', over),
  },

  decisions: { reschedule, remindOfFasting },

  evolve: {
    BookingRescheduled: moved,
    FastingReminderDue: () => ({}),
  },

  summarise: {
    BookingRescheduled: ({ moves, scheduledDate: fromDate, scheduledTime: fromTime }, { at, data }) => {
      const { by: actor, scheduledDate: toDate, scheduledTime: toTime } = data
      const move = { at: at.toISOString(), actor, fromDate, fromTime, toDate, toTime }
      return { moves: [...moves, move].slice(-keptMoves) }
    },
  },
} satisfies Facet<ScheduleCommand, ScheduleEvent>

/** Admins can move a visit any number of times: the last twenty are kept */
const keptMoves = 20

/** A customer can move a visit until two hours before it begins, and an instant one until the collection. */
function reschedule(booking: Booking, { type: _, ...data }: Of<'reschedule'>, now: Date): Decided {
  const refusal = refusalOfSchedule({ ...data, collectionType: 'scheduled' }, timeSlots, now)
  if (refusal) return refuse(refusal)
  if (data.scheduledDate === booking.scheduledDate && data.scheduledTime === booking.scheduledTime)
    return accept()
  if (data.by === 'customer') {
    if (isTooLateToMove(booking, now)) return refuse('too-late-to-move')
    if (booking.customerMoves >= customerMoves) return refuse('moved-too-often')
  }
  return accept({ type: 'BookingRescheduled', data })
}

/** When the slot has begun, a fasting reminder is too late. */
function remindOfFasting(
  { scheduledDate: date, scheduledTime: time }: Booking,
  _: Of<'remindOfFasting'>,
  now: Date,
): Decided {
  if (date === null || time === null) return refuse('invalid')
  if (hasBegun(date, time, now)) return refuse('slot-begun')
  return accept({ type: 'FastingReminderDue', data: {} })
}

function moved(
  booking: Booking,
  { by, visitId, ...time }: DataOf<ScheduleEvent, 'BookingRescheduled'>,
): Partial<Booking> {
  return {
    ...time,
    visitId: visitId ?? booking.bookingId,
    collectionType: 'scheduled',
    customerMoves: booking.customerMoves + (by === 'customer' ? 1 : 0),
    ...ofAnotherVisit(booking),
  }
}

/** Another lab, or another time: whoever would have come does not, and what happened at the door no longer counts. */
export function ofAnotherVisit({ custody }: Booking): Pick<Booking, 'collectorId' | 'custody'> {
  return {
    collectorId: null,
    custody: custody && { ...custody, arrived: null, identity: null, outcome: null },
  }
}
