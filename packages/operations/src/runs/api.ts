import { instant, text } from '@jaanch/contracts/http/fields'
import { forAdmins, route } from '@jaanch/contracts/http/route'
import { z } from 'zod'

/** Those from `done` on are final. */
const runStates = ['requested', 'filling', 'comparing', 'done', 'failed', 'stopped'] as const
export type RunState = (typeof runStates)[number]

const runView = z.object({
  id: z.int(),
  kind: z.enum(['replay', 'verify', 'trial']),
  /** The code that a trial tries; null for others */
  code: z.string().nullable(),
  state: z.enum(runStates),
  /** Somebody stopped it; its process ends it within a second */
  isStopping: z.boolean(),
  /** `admin:<user id>` or `operator:<account>` */
  requestedBy: z.string(),
  /** The name of the admin; null for all others, and for an account that is gone */
  requestedByName: z.string().nullable(),
  reason: z.string().nullable(),
  requestedAt: instant,
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  /** How far it is: events, events a second, the table that is compared */
  progress: z
    .object({ done: z.int(), total: z.int(), rate: z.int(), table: z.string().nullable() })
    .nullable(),
  /** The number of rows that differ; null before the comparison */
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

/** A name, not a path: it is code that somebody with access to the machine has put there */
const otherCode = z
  .string()
  .trim()
  .regex(/^\w[\w./-]{0,99}$/, 'A release, commit, branch or tag')
  .refine((name) => !name.includes('..'), 'A release, commit, branch or tag')

/** A number */
const params = z.object({ id: z.string().max(40) })

export const operationsRunCalls = {
  listRuns: route({
    method: 'GET',
    path: '/api/operations/runs',
    ...forAdmins('support', 'operator'),
    summary: 'The last ten replays, verifies and trials, newest first',
    response: z.array(runView),
  }),
  getRun: route({
    method: 'GET',
    path: '/api/operations/runs/:id',
    ...forAdmins('support', 'operator'),
    summary: 'A run, with the rows that differ',
    params,
    response: runDetailView,
  }),
  requestRun: route({
    method: 'POST',
    path: '/api/operations/runs',
    ...forAdmins('operator'),
    confirmed: true,
    summary:
      'Asks a projector for a verify, for a trial of other code, or for a replay, which goes live unless rows differ. `accepts` names the newest comparison, whose differences may go live. The same key makes one run',
    body: z
      .object({
        kind: z.enum(['replay', 'verify', 'trial']),
        /** The code that a trial tries: a release that lies beside the running one, or a commit, branch or tag of its checkout */
        code: otherCode.optional(),
        accepts: z.int().positive().optional(),
        reason: text(500),
        key: z.uuid(),
      })
      .refine(({ kind, code }) => (kind === 'trial') === (code !== undefined), {
        path: ['code'],
        error: 'A trial names the code that it tries, and nothing else does',
      })
      .refine(({ kind, accepts }) => kind === 'replay' || accepts === undefined, {
        path: ['accepts'],
        error: 'Only a replay accepts differences',
      }),
    status: 202,
    response: runView,
  }),
  stopRun: route({
    method: 'POST',
    path: '/api/operations/runs/:id/stop',
    ...forAdmins('operator'),
    confirmed: true,
    summary: 'Ends a run; the live read tables are unchanged',
    params,
    response: runView,
  }),
}
