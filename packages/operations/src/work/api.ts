import { filter, instant, page, position, reason, text, withoutContent } from '@jaanch/contracts/http/fields'
import { forAdmins, route } from '@jaanch/contracts/http/route'
import { channels } from '@jaanch/messages/message'
import { z } from 'zod'

const count = z.int().nonnegative()
/** A consumer, a channel, or `timers`; there may be ones of a newer release */
const consumer = z.string().regex(/^[a-z][a-z-]{0,39}$/, 'It must be the name of a consumer')
const consumerParams = z.object({ id: consumer })
const letterParams = z.object({ id: z.string().regex(/^[1-9]\d{0,14}$/) })

const workState = z.enum(['waiting', 'leased', 'failing', 'dead'])

const workCounts = z.object({
  consumer: z.string(),
  cursor: position,
  /** Earlier events were never its work */
  beganAt: position,
  waiting: count,
  leased: count,
  failing: count,
  dead: count,
  /** There are more than the 10,000 that were counted */
  isMore: z.boolean(),
})
export type WorkCountsView = z.output<typeof workCounts>

const workView = z.object({
  /** Identifies the row: consumer and stream */
  id: z.string(),
  consumer: z.string(),
  streamId: z.string(),
  /** The events of the stream after `since`, up to and including `upto`, are unhandled */
  since: position,
  upto: position,
  state: workState,
  attempts: count,
  queuedAt: instant,
  /** Time until it may be tried, ms */
  dueIn: count,
  lastError: z.string().nullable(),
})
export type WorkView = z.output<typeof workView>

const deadLetter = z.object({
  id: z.int().positive(),
  consumer: z.string(),
  streamId: z.string(),
  position,
  attempts: count,
  error: z.string(),
  failedAt: instant,
})
export type DeadLetterView = z.output<typeof deadLetter>

const deadLetterGroup = z.object({
  consumer: z.string(),
  /** The first line of the errors */
  reason: z.string(),
  count,
  firstAt: instant,
  lastAt: instant,
})
export type DeadLetterGroupView = z.output<typeof deadLetterGroup>

/** Postgres has no NUL */
const errorLine = z
  .string()
  .max(300)
  .refine((line) => !line.includes('\0'), 'It must be the first line of an error')

const rewindPreview = z.object({
  cursor: position,
  /** Where the consumer began */
  beganAt: position,
  to: position,
  /** Why it would be refused */
  refusal: z.string().nullable(),
  events: count,
  /** How many of the events, the first ones, are counted in what follows */
  counted: count,
  wanted: z.array(z.object({ type: z.string(), count })),
  /** How many of the wanted ones are recorded as handled within the last week */
  handled: count,
})
export type RewindPreviewView = z.output<typeof rewindPreview>

export const operationsWorkCalls = {
  countWork: route({
    method: 'GET',
    path: '/api/operations/work/counts',
    ...forAdmins('support', 'operator'),
    summary: 'The number of work rows of each consumer by state',
    response: z.array(workCounts),
  }),
  listWork: route({
    method: 'GET',
    path: '/api/operations/work',
    ...forAdmins('support', 'operator'),
    summary:
      'Work that waits, is handled or failed, by consumer, what is tried first at the top; not the dead letters',
    query: page.extend({
      consumer: filter(consumer),
      state: filter(workState.exclude(['dead'])),
    }),
    response: z.array(workView),
  }),
  groupDeadLetters: route({
    method: 'GET',
    path: '/api/operations/dead-letters/groups',
    ...forAdmins('support', 'operator'),
    summary: 'The dead letters that wait, by consumer and reason',
    response: z.object({
      groups: z.array(deadLetterGroup),
      /** There are more letters than the oldest 10,000, which are counted */
      isMore: z.boolean(),
    }),
  }),
  listDeadLetters: route({
    method: 'GET',
    path: '/api/operations/dead-letters',
    ...forAdmins('support', 'operator'),
    summary: 'The dead letters that wait, oldest first',
    query: page.extend({ consumer: filter(consumer), reason: filter(errorLine) }),
    response: z.array(deadLetter),
  }),
  retryDeadLetter: route({
    method: 'POST',
    path: '/api/operations/dead-letters/:id/retry',
    ...forAdmins('operator'),
    summary: 'Tries again what a dead letter is about',
    params: letterParams,
    ...withoutContent,
  }),
  retryDeadLetters: route({
    method: 'POST',
    path: '/api/operations/dead-letters/retry',
    ...forAdmins('operator'),
    summary: 'Tries all dead letters of a consumer with one reason again, at most 10,000',
    body: z.object({ consumer, reason: errorLine }),
    response: z.object({ retried: count }),
  }),
  skipDeadLetter: route({
    method: 'POST',
    path: '/api/operations/dead-letters/:id/skip',
    ...forAdmins('operator'),
    confirmed: true,
    summary: 'Gives up what a dead letter is about',
    params: letterParams,
    body: reason,
    ...withoutContent,
  }),
  skipDeadMessages: route({
    method: 'POST',
    path: '/api/operations/dead-letters/skip',
    ...forAdmins('operator'),
    confirmed: true,
    summary: 'Gives up the dead messages of a channel with one error, at most 10,000, the oldest first',
    body: z.object({
      channel: z.enum(channels),
      error: errorLine,
      /** Only those that died so many hours ago; 0: all */
      olderThanHours: z
        .int()
        .min(0)
        .max(24 * 365),
      reason: text(500),
    }),
    response: z.object({ skipped: count }),
  }),
  previewRewind: route({
    method: 'GET',
    path: '/api/operations/consumers/:id/rewind',
    ...forAdmins('support', 'operator'),
    summary: 'What a rewind of a consumer would do, or why it would be refused',
    params: consumerParams,
    query: z.object({ to: z.coerce.number().pipe(position) }),
    response: rewindPreview,
  }),
  rewindConsumer: route({
    method: 'POST',
    path: '/api/operations/consumers/:id/rewind',
    ...forAdmins('operator'),
    confirmed: true,
    summary:
      'Hands the events after a position to a consumer again; those that it handled have no second effect',
    params: consumerParams,
    body: z.object({ to: position, reason: text(500) }),
    /** The cursor before */
    response: z.object({ from: position }),
  }),
}

const pauseView = z.object({
  /** A consumer or a channel */
  name: z.string(),
  reason: z.string(),
  /** `operator:<account of the machine>` or `admin:<user id>` */
  by: z.string(),
  /** The name of the admin; null for an operator, and for an account that is gone */
  byName: z.string().nullable(),
  since: instant,
})
export type PauseView = z.output<typeof pauseView>

export const operationsPauseCalls = {
  listPauses: route({
    method: 'GET',
    path: '/api/operations/pauses',
    ...forAdmins('support', 'operator'),
    summary: 'The consumers and channels that operators have stopped',
    response: z.array(pauseView),
  }),
  pause: route({
    method: 'POST',
    path: '/api/operations/pauses/:id',
    ...forAdmins('operator'),
    summary: 'Stops a consumer or a channel in all workers; work and messages are kept',
    params: consumerParams,
    body: reason,
    ...withoutContent,
  }),
  continuePaused: route({
    method: 'POST',
    path: '/api/operations/pauses/:id/continue',
    ...forAdmins('operator'),
    summary: 'Continues a consumer or a channel that is paused',
    params: consumerParams,
    ...withoutContent,
  }),
}
