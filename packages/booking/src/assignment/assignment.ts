/** Which lab makes a visit, and which of its collectors. */
import { accept, type Decision, refuse } from '@jaanch/contracts/decider'
import { defineEvent, type EventOf } from '@jaanch/contracts/event'
import {
  type DeclineReason,
  declineReasons,
  type Escalation,
  escalations,
} from '@jaanch/contracts/vocabulary'
import { z } from 'zod'
import { type Assignment, assignment as assigned, type Booking, type Place, place } from '../booking.ts'
import { allowed, collecting, type DataOf, type Facet, over, processing, proposed } from '../facet.ts'
import { ofAnotherVisit } from '../visit/schedule.ts'

export const assignmentEvents = {
  LabAssigned: defineEvent(
    'LabAssigned',
    z.object({
      labPartnerId: z.uuid(),
      /** The place that the visit takes from now on; missing: as before */
      place: place.nullable().optional(),
      /** Missing: an admin's own choice */
      assignment: assigned.optional(),
    }),
  ),
  /** The lab does not take what it was assigned: the booking has no lab and no place again. Its status stays. */
  LabDeclined: defineEvent(
    'LabDeclined',
    z.object({ labPartnerId: z.uuid(), reason: z.enum(declineReasons) }),
  ),
  /** The lab did not confirm an automatic assignment in time. */
  AssignmentEscalated: defineEvent(
    'AssignmentEscalated',
    z.object({ labPartnerId: z.uuid().nullable(), step: z.enum(escalations) }),
  ),
  /** The lab's collector who makes the visit; null: nobody yet */
  CollectorAssigned: defineEvent('CollectorAssigned', z.object({ collectorId: z.uuid().nullable() })),
}

export type AssignmentCommand =
  /** @param place that the visit takes from now on; missing: as before */
  | { type: 'assignLab'; labPartnerId: string; place?: Place | null; assignment?: Assignment }
  /** Its lab does not take it */
  | { type: 'declineAssignment'; labPartnerId: string; reason: DeclineReason }
  /** A lab did not confirm an automatic assignment in time */
  | { type: 'escalate'; labPartnerId: string | null; step: Escalation }
  | { type: 'assignCollector'; collectorId: string | null }

type AssignmentEvent = EventOf<typeof assignmentEvents>
type Decided = Decision<AssignmentEvent>
type Of<Type extends AssignmentCommand['type']> = Extract<AssignmentCommand, { type: Type }>

const begun = { [collecting]: 'collection-begun', [processing]: 'collection-begun', ...over } as const

export const assignment = {
  transitions: {
    assignLab: allowed(begun),
    declineAssignment: allowed({ [proposed]: 'wrong-status', ...begun }),
    escalate: allowed({ [collecting]: 'done', [processing]: 'done', completed: 'done', cancelled: 'done' }),
    assignCollector: allowed({ [proposed]: 'wrong-status', [processing]: 'collection-begun', ...over }),
  },

  decisions: { assignLab, declineAssignment, escalate, assignCollector },

  evolve: {
    LabAssigned: assignedTo,
    LabDeclined: (booking) => ({
      labPartnerId: null,
      place: null,
      assignment: null,
      escalation: null,
      ...ofAnotherVisit(booking),
    }),
    AssignmentEscalated: (_, { step }) => ({ escalation: step }),
    CollectorAssigned: (_, { collectorId }) => ({ collectorId }),
  },

  summarise: {
    LabAssigned: (_, { at }) => ({ assignedAt: at.toISOString() }),
    LabDeclined: ({ declines }, { at, data: { labPartnerId, reason } }) => ({
      assignedAt: null,
      declines: [...declines, { labPartnerId, at: at.toISOString(), reason }].slice(-keptDeclines),
    }),
  },
} satisfies Facet<AssignmentCommand, AssignmentEvent>

/** The last twenty */
const keptDeclines = 20

function assignLab(booking: Booking, { type: _, ...data }: Of<'assignLab'>): Decided {
  if (booking.labPartnerId === data.labPartnerId) return accept()
  return accept({ type: 'LabAssigned', data })
}

/** Nothing to do if another lab was assigned meanwhile. */
function declineAssignment(booking: Booking, { labPartnerId, reason }: Of<'declineAssignment'>): Decided {
  if (booking.labPartnerId !== labPartnerId) return accept()
  return accept({ type: 'LabDeclined', data: { labPartnerId, reason } })
}

/** Nothing to do if the lab confirmed, or another lab was assigned meanwhile. An order that its customer confirmed may lack a lab. */
function escalate(booking: Booking, { labPartnerId, step }: Of<'escalate'>): Decided {
  if (booking.status === 'confirmed' && booking.labPartnerId !== null) return accept()
  if (booking.labPartnerId !== labPartnerId || booking.escalation === step) return accept()
  return accept({ type: 'AssignmentEscalated', data: { labPartnerId, step } })
}

function assignCollector(booking: Booking, { collectorId }: Of<'assignCollector'>): Decided {
  if (booking.collectorId === collectorId) return accept()
  if (booking.labPartnerId === null) return refuse('no-lab-assigned')
  return accept({ type: 'CollectorAssigned', data: { collectorId } })
}

function assignedTo(
  booking: Booking,
  { labPartnerId, place, assignment }: DataOf<AssignmentEvent, 'LabAssigned'>,
): Partial<Booking> {
  return {
    labPartnerId,
    ...(place !== undefined && { place }),
    assignment: assignment ?? null,
    escalation: null,
    ...(booking.labPartnerId !== labPartnerId && ofAnotherVisit(booking)),
  }
}
