/** The progress of the work on a booking: Update Status, one step for each press (specification, section 4). */
import { accept, type Decision, refuse } from '@jaanch/contracts/decider'
import { defineEvent, type EventOf } from '@jaanch/contracts/event'
import type { BookingStatus } from '@jaanch/contracts/vocabulary'
import { z } from 'zod'
import type { Booking } from './booking.ts'
import { allowed, type Facet, over, proposed } from './facet.ts'

const step = z.object({})

export const progressEvents = {
  BookingConfirmed: defineEvent('BookingConfirmed', step),
  SampleCollectionStarted: defineEvent('SampleCollectionStarted', step),
  LabProcessingStarted: defineEvent('LabProcessingStarted', step),
  BookingCompleted: defineEvent('BookingCompleted', step),
}

/** @param by admin: the booking is completed although a report waits for a signature; missing: it is not */
export type ProgressCommand = { type: 'advance'; to: BookingStatus; by?: 'admin' }
export type ProgressEvent = EventOf<typeof progressEvents>

/** The next status of each status, and the event that leads there */
const nextStep: Readonly<Record<BookingStatus, { to: BookingStatus; event: ProgressEvent['type'] } | null>> =
  {
    pending: { to: 'confirmed', event: 'BookingConfirmed' },
    pending_customer_confirmation: null,
    confirmed: { to: 'sample-collection', event: 'SampleCollectionStarted' },
    'sample-collection': { to: 'lab-processing', event: 'LabProcessingStarted' },
    'lab-processing': { to: 'completed', event: 'BookingCompleted' },
    completed: null,
    cancelled: null,
  }

export const progress = {
  transitions: { advance: allowed({ [proposed]: 'wrong-status', ...over }) },
  decisions: { advance },
  evolve: {
    BookingConfirmed: () => ({ status: 'confirmed', escalation: null }),
    SampleCollectionStarted: () => ({ status: 'sample-collection' }),
    LabProcessingStarted: () => ({ status: 'lab-processing' }),
    BookingCompleted: () => ({ status: 'completed' }),
  },
} satisfies Facet<ProgressCommand, ProgressEvent>

/** The command names the target status, so a press on a stale page is refused instead of advancing twice. */
function advance(booking: Booking, { to, by }: ProgressCommand): Decision<ProgressEvent> {
  const step = nextStep[booking.status]
  if (step?.to !== to) return refuse('wrong-status')
  if (to !== 'confirmed' && booking.labPartnerId === null) return refuse('no-lab-assigned')
  // The customer would be told that all is done, and the results would come afterwards. A lab that is suspended, or whose last
  // pathologist left, signs nothing: then an admin decides.
  const isUnsigned = booking.draft !== null && !booking.draft.isReturned
  if (to === 'completed' && isUnsigned && by !== 'admin') return refuse('draft-unsigned')
  return accept({ type: step.event, data: {} })
}
