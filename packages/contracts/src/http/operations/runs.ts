import { z } from 'zod'
import { projectionNames } from '../../projections.ts'
import { instant, optional, text } from '../fields.ts'
import { route } from '../route.ts'

/** Those from `done` on are final. */
const runStates = [
  'requested',
  'filling',
  'comparing',
  'deciding',
  'going live',
  'done',
  'failed',
  'stopped',
  'skipped',
] as const
export type RunState = (typeof runStates)[number]

const runView = z.object({
  id: z.int(),
  kind: z.enum(['replay', 'verify']),
  /** null: all read tables */
  projection: z.enum(projectionNames).nullable(),
  isDryRun: z.boolean(),
  state: z.enum(runStates),
  stateSince: instant,
  wanted: z.enum(['run', 'pause', 'stop', 'accept']),
  /** When it ends by itself, because it is paused or waits for a decision; missing from an API of the release before */
  waitsUntil: instant.nullable().optional(),
  /** `admin:<user id>`, `operator:<account>` or `system:nightly` */
  requestedBy: z.string(),
  /** Of the admin; null for all others, and for an account that is gone */
  requestedByName: z.string().nullable(),
  reason: z.string().nullable(),
  /** Why its differences were accepted */
  acceptReason: z.string().nullable(),
  requestedAt: instant,
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  /** How far it is: events, events a second, the table that is compared */
  progress: z
    .object({
      done: z.int(),
      total: z.int(),
      rate: z.int(),
      table: z.string().nullable(),
      isPaused: z.boolean(),
    })
    .nullable(),
  /** Number of comparisons that it finished: a decision names the one that it is about */
  comparison: z.int(),
  /** Rows that differed in the last one */
  different: z.int().nullable(),
  wentLive: z.boolean(),
  /** How it ended */
  result: z.string().nullable(),
})

const row = z.record(z.string(), z.unknown())

const runDetailView = runView.extend({
  differences: z
    .object({
      position: z.int(),
      tables: z.array(
        z.object({
          table: z.string(),
          live: z.int(),
          rebuilt: z.int(),
          different: z.int(),
          /** The first rows that differ: the columns and fields that do; null where there is no such row */
          examples: z.array(z.object({ key: row, live: row.nullable(), rebuilt: row.nullable() })),
        }),
      ),
    })
    .nullable(),
})

export type RunView = z.infer<typeof runView>
export type RunDetailView = z.infer<typeof runDetailView>

/** A number */
const params = z.object({ id: z.string().max(40) })

export const operationsRunRoutes = {
  listRuns: route({
    method: 'GET',
    path: '/api/operations/runs',
    access: ['admin'],
    admins: ['support', 'operator'],
    summary: 'The last ten replays and verifies, newest first',
    response: z.array(runView),
  }),
  getRun: route({
    method: 'GET',
    path: '/api/operations/runs/:id',
    access: ['admin'],
    admins: ['support', 'operator'],
    summary: 'A replay or verify, with the differences of its last comparison',
    params,
    response: runDetailView,
  }),
  requestRun: route({
    method: 'POST',
    path: '/api/operations/runs',
    access: ['admin'],
    admins: ['operator'],
    confirmed: true,
    summary:
      'Asks a projector for a replay, which waits for a decision before it goes live, or for a verify. The same key makes one run',
    body: z.object({
      kind: z.enum(['replay', 'verify']),
      projection: optional(z.enum(projectionNames)),
      reason: text(500),
      key: z.uuid(),
    }),
    status: 202,
    response: runView,
  }),
  pauseRun: route({
    method: 'POST',
    path: '/api/operations/runs/:id/pause',
    access: ['admin'],
    admins: ['operator'],
    summary: 'Pauses a run while it fills or compares, for an hour at most',
    params,
    response: runView,
  }),
  continueRun: route({
    method: 'POST',
    path: '/api/operations/runs/:id/continue',
    access: ['admin'],
    admins: ['operator'],
    summary: 'Continues a paused run',
    params,
    response: runView,
  }),
  stopRun: route({
    method: 'POST',
    path: '/api/operations/runs/:id/stop',
    access: ['admin'],
    admins: ['operator'],
    confirmed: true,
    summary: 'Ends a run; the live read tables are unchanged',
    params,
    response: runView,
  }),
  acceptRun: route({
    method: 'POST',
    path: '/api/operations/runs/:id/accept',
    access: ['admin'],
    admins: ['operator'],
    confirmed: true,
    summary: 'Makes the rebuilt tables live; with a reason if they differ',
    params,
    body: z.object({ comparison: z.int().nonnegative(), reason: optional(text(500)) }),
    response: runView,
  }),
}
