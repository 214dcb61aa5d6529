import { z } from 'zod'
import { instant, line, position } from '../fields.ts'
import { route } from '../route.ts'

/** A thing that happened. A tree of them is a list, in which each is before those below it. */
export const traceStep = z.object({
  /** How many steps are above it */
  depth: z.int().nonnegative(),
  kind: z.enum(['request', 'event', 'seen', 'work', 'begun', 'done', 'dead', 'message', 'sent']),
  what: z.string(),
  detail: z.string(),
  /** null if it has not happened yet */
  at: instant.nullable(),
  /** When it ended; null for what has no duration, or has not ended */
  until: instant.nullable(),
  /** Of an event */
  position: position.nullable(),
})
export type TraceStep = z.output<typeof traceStep>

const traceView = z.object({
  kind: z.enum(['booking', 'prescription', 'request']),
  id: z.string(),
  steps: z.array(traceStep),
})

export const operationsTraceRoutes = {
  getTrace: route({
    method: 'GET',
    path: '/api/operations/trace',
    access: ['admin'],
    admins: ['support', 'operator'],
    summary: 'What happened to a booking or prescription, or because of a request, as a tree with times',
    /** An id, the first 8 characters of a booking's or prescription's, or an order number */
    query: z.object({ of: line(60) }),
    response: traceView,
  }),
}
