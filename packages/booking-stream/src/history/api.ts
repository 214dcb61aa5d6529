import { instant, line, position, text } from '@jaanch/contracts/http/fields'
import { forAdmins, route } from '@jaanch/contracts/http/route'
import { z } from 'zod'

/** Events of a page */
export const historyPage = 500

/** A field of a row of the read tables. JSON. A side without the field has no value; null is a value. */
const fieldChange = z.object({
  table: z.string(),
  /** The row's key in the table */
  key: z.string(),
  /** A column, or a place in its document: `data.timeline[1].at` */
  path: z.string(),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
})
export type FieldChange = z.output<typeof fieldChange>

const stoppedAt = z.object({ position, type: z.string(), why: z.string() })

/** An event, and what it changed in the rows of its stream. */
const historyStep = z.object({
  position,
  version: z.int().positive(),
  type: z.string(),
  at: instant,
  /** The role or the consumer */
  actor: z.string(),
  changes: z.array(fieldChange),
})
export type HistoryStep = z.output<typeof historyStep>

const historyView = z.object({
  /** The stream */
  of: z.string(),
  steps: z.array(historyStep),
  /** For the next page; null at the end */
  after: z.int().nullable(),
  /** The event that this code cannot read or apply; the steps end before it */
  stopped: stoppedAt.nullable(),
})
export type HistoryView = z.output<typeof historyView>

const of = line(60)

const comparedGeneration = z.object({
  generation: z.int(),
  state: z.string(),
  /** Its checkpoint: the fold ends there */
  position,
  /** `before`: in the read tables, `after`: in the fold */
  differences: z.array(fieldChange),
})

const refoldView = z.object({
  of: z.string(),
  /** Those that are fed, the live one first */
  generations: z.array(comparedGeneration),
  /**
   * The wrong row and the right one count differently. Whether counts and statistics contain the one or the other cannot be known
   * from the row: a verification shows it, a replay makes them right
   */
  mayMiscount: z.boolean(),
})
export type RefoldView = z.output<typeof refoldView>

export const operationsHistoryCalls = {
  getHistory: route({
    method: 'GET',
    path: '/api/operations/history',
    ...forAdmins('support', 'operator'),
    summary: 'The events of a booking, prescription or lab, and the fields that each changed',
    query: z.object({ of, after: z.coerce.number().int().min(0).max(100_000).default(0) }),
    response: historyView,
  }),
  getRefold: route({
    method: 'GET',
    path: '/api/operations/refold',
    ...forAdmins('support', 'operator'),
    summary: 'Where the rows of a booking, prescription or lab differ from the fold of its events',
    query: z.object({ of }),
    response: refoldView,
  }),
  refold: route({
    method: 'POST',
    path: '/api/operations/refold',
    ...forAdmins('operator'),
    summary: 'Mends the rows of a booking, prescription or lab that differ from the fold of its events',
    body: z.object({ of, reason: text(500) }),
    response: z.object({
      ...refoldView.shape,
      /** Rows that were written or deleted, in all generations */
      mended: z.int().nonnegative(),
    }),
  }),
}
