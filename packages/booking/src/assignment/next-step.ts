import type { Recorded } from '@jaanch/eventlog/events/registry'
import type { Booking } from '../booking.ts'
import type { BookingEvent } from '../events.ts'
import { labsAsked } from './ranking-texts.ts'

type History = readonly Recorded<BookingEvent>[]
type Member = { booking: Booking; history: History }

export type NextStep =
  /** A lab confirmed, or an admin decided or was called */
  | { do: 'end' }
  /** The step that the timer was set for is recorded; the next one is due after this event */
  | { do: 'wait'; after: Recorded }
  /** No lab has it */
  | { do: 'assign'; except: ReadonlySet<string> }
  | { do: 'warn'; labPartnerId: string }
  /** The lab was warned: another one gets it, not one of these; without another one an admin is called */
  | { do: 'replace'; labPartnerId: string; except: ReadonlySet<string> }
  | { do: 'call'; labPartnerId: string }

/**
 * What is to be done about the automatic assignment of a visit when its timer fires. It follows from the log alone, so that a timer
 * that fires twice, or again after a crash, does nothing twice.
 * @param members the open bookings @param setAfter position of the last event that was known when the timer was set
 */
export function nextStepOf(members: readonly Member[], setAfter: number): NextStep {
  const [first] = members
  if (!first || members.some((member) => isEnded(member) || !haveSame(member, first))) return { do: 'end' }
  const { labPartnerId, escalation } = first.booking
  const last = members
    .flatMap(({ history }) => history.findLast(isStep) ?? [])
    .toSorted((one, other) => one.position - other.position)
    .at(-1)
  if (last && last.position > setAfter) return { do: 'wait', after: last }

  const except = new Set(members.flatMap(({ history }) => labsOf(history)))
  if (labPartnerId === null) return { do: 'assign', except }
  if (escalation === null) return { do: 'warn', labPartnerId }
  return except.size < labsAsked ? { do: 'replace', labPartnerId, except } : { do: 'call', labPartnerId }
}

function isStep({ type }: Recorded): boolean {
  return type === 'LabAssigned' || type === 'AssignmentEscalated'
}

/** A visit that is moved keeps its lab, which still has to confirm it. */
function isEnded({ booking }: Member): boolean {
  if (booking.escalation === 'admin-called') return true
  if (booking.labPartnerId === null) return booking.status === 'pending_customer_confirmation'
  return booking.status !== 'pending' || booking.assignment?.by !== 'automatic'
}

function haveSame({ booking }: Member, first: Member): boolean {
  return (
    booking.labPartnerId === first.booking.labPartnerId && booking.escalation === first.booking.escalation
  )
}

/** All labs that had the booking, also those that declined it */
export function labsOf(history: History): string[] {
  return history.flatMap((event) => (event.type === 'LabAssigned' ? [event.data.labPartnerId] : []))
}
