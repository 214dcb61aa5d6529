import { filterText, instant, line, position } from '@jaanch/contracts/http/fields'
import { forAdmins, route } from '@jaanch/contracts/http/route'
import { z } from 'zod'

const eventRow = z.object({
  position,
  at: instant,
  type: z.string(),
  streamId: z.string(),
  version: z.int().positive(),
  /** `<role>:<user id>`, or `system:<consumer>` */
  actor: z.string(),
})
export type EventRowView = z.output<typeof eventRow>

const eventsView = z.object({
  /** Newest first */
  events: z.array(eventRow),
  /** The positions that were looked at, both included; null if there are none */
  looked: z.object({ from: position, to: position }).nullable(),
  /** `before` of the next request; null if there is no further event to look at */
  next: position.nullable(),
})
export type EventsView = z.output<typeof eventsView>

/** A thing that happened. A tree of them is a list, in which each is before those below it. */
const traceStep = z.object({
  /** How many steps are above it */
  depth: z.int().nonnegative(),
  kind: z.enum(['request', 'event', 'seen', 'work', 'begun', 'done', 'dead', 'message', 'sent']),
  what: z.string(),
  detail: z.string(),
  /** null if it has not happened yet */
  at: instant.nullable(),
  /** When it ended; null for what has no duration, or has not ended */
  until: instant.nullable(),
  /** The position of an event */
  position: position.nullable(),
})
export type TraceStep = z.output<typeof traceStep>

const eventView = eventRow.extend({
  /** Contains no personal data */
  data: z.record(z.string(), z.unknown()),
  /** The name of the person who caused it; null for a consumer, and for an account that is gone */
  actorName: z.string().nullable(),
  /** Id of the request that it follows from */
  correlationId: z.string().nullable(),
  causationId: position.nullable(),
  appendId: z.uuid(),
  /** The events that caused it, the nearest first */
  causes: z.array(eventRow),
  /** Work, events, messages and pushes that followed */
  effects: z.array(traceStep),
})
export type EventView = z.output<typeof eventView>

/** '' does not filter */
function filter<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema.optional())
}

const aPosition = filter(z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER))

export const operationsEventCalls = {
  listEvents: route({
    method: 'GET',
    path: '/api/operations/events',
    ...forAdmins('support', 'operator'),
    summary:
      'Events of the log, newest first. One request looks at a bounded part of the log, and says at which',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      type: filterText,
      /** An id or its first 8 characters, `<kind>-<id>`, or an order number */
      stream: filterText,
      /** A role, a consumer, or the id of a person */
      actor: filterText,
      /** The time of the event, from the first instant to before the second */
      from: filter(instant),
      to: filter(instant),
      /** Only events at earlier positions */
      before: aPosition,
      /** Only events at later positions */
      after: aPosition,
    }),
    response: eventsView,
  }),
  getEvent: route({
    method: 'GET',
    path: '/api/operations/events/:id',
    ...forAdmins('support', 'operator'),
    summary: 'An event with its cause and its effects',
    /** Its position */
    params: z.object({ id: z.string().max(40) }),
    response: eventView,
  }),
}

const traceView = z.object({
  kind: z.enum(['booking', 'prescription', 'request']),
  id: z.string(),
  steps: z.array(traceStep),
})

export const operationsTraceCalls = {
  getTrace: route({
    method: 'GET',
    path: '/api/operations/trace',
    ...forAdmins('support', 'operator'),
    summary: 'What happened to a booking or prescription, or because of a request, as a tree with times',
    /** An id, the first 8 characters of a booking's or prescription's, or an order number */
    query: z.object({ of: line(60) }),
    response: traceView,
  }),
}
