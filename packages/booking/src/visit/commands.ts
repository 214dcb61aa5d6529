import type { DeclineReason, Escalation, TimeSlot } from '@jaanch/contracts/vocabulary'
import type { Assignment, Place } from '../booking.ts'
import type {
  BookingCommand,
  ChosenTime,
  Mover,
  PlaceDetails,
  ProposeDetails,
  RecollectionDetails,
} from '../commands.ts'

/** A place that was held for the visit, which its append books; null: nothing is limited there */
export type Taken = { place: Place; hold: string } | null

/** What a booking decides on its own: it changes neither time nor lab. */
type OwnCommand = Exclude<
  BookingCommand,
  {
    type:
      | 'place'
      | 'propose'
      | 'proposeRecollection'
      | 'confirmOrder'
      | 'assignLab'
      | 'declineAssignment'
      | 'escalate'
      | 'reschedule'
  }
>

/** Commands on a visit. `bookingId`: the booking that the caller names. */
export type VisitCommand =
  /** A new visit: a booking for each person */
  | { type: 'place'; bookings: readonly PlaceDetails[]; taken: Taken }
  | { type: 'propose'; details: ProposeDetails; taken: Taken }
  /**
   * A new booking for rejected tubes of another one, which is told of it. @param labPartnerId null: none @param place of that lab, which must
   * be free; null: it declared no limits
   */
  | {
      type: 'recollect'
      details: RecollectionDetails
      labPartnerId: string | null
      place: Place | null
    }
  /** @param taken missing: with the place that it was proposed with. @param proposedAt, time as of `confirmOrder` */
  | {
      type: 'confirm'
      bookingId: string
      proposedAt?: string | undefined
      time?: ChosenTime | undefined
      taken?: Taken
    }
  /** @param place that it takes from now on, null for none. @param isForced also if it is not free: an admin's own choice */
  | {
      type: 'assign'
      bookingId: string
      labPartnerId: string
      place: Place | null
      isForced: boolean
      assignment?: Assignment
    }
  /** Its lab gives back the whole visit, before the collection of anybody has begun */
  | { type: 'decline'; bookingId: string; labPartnerId: string; reason: DeclineReason }
  | { type: 'escalate'; labPartnerId: string | null; step: Escalation }
  /** @param isAlone one person leaves the visit. @param taken missing: with its own place, if it has one in that slot */
  | {
      type: 'move'
      bookingId: string
      isAlone: boolean
      by: Mover
      scheduledDate: string
      scheduledTime: TimeSlot
      taken?: Taken
    }
  /**
   * One booking, or several of the visit in one step: none if one of them refuses it. `with`: and those of the same lab that are in the
   * same status, or that are not paid
   */
  | {
      type: 'each'
      of: { bookingId: string; with?: 'same-status' | 'unpaid' | undefined } | 'open'
      command: OwnCommand
    }
