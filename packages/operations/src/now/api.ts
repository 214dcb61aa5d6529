import { instant, position, text } from '@jaanch/contracts/http/fields'
import { forAdmins, route } from '@jaanch/contracts/http/route'
import { z } from 'zod'

const count = z.int().nonnegative()
const milliseconds = z.number().nonnegative()
const bytes = z.number().nonnegative()
/** A number per second; null: not known yet */
const rate = z.number().nonnegative().nullable()

/** One set of read tables. */
const generation = z.object({
  generation: count,
  /** Its model version */
  version: count,
  state: z.string(),
  stateSince: instant,
  position,
  /** Events after its position */
  lag: count,
  /** Whether a projector holds the lock of its model version */
  isFed: z.boolean(),
  bytes,
  /** The event that cannot be applied */
  stopped: z.object({ position, type: z.string(), why: z.string(), since: instant }).nullable(),
})

const consumer = z.object({
  name: z.string(),
  /** Position of the last event that the relay has processed for it */
  cursor: position,
  /** Events after the cursor */
  lag: count,
  /** The event after the cursor is missing although later ones exist */
  isBeforeGap: z.boolean(),
  /** It wants events that none of the running workers knows */
  isLeftToNewer: z.boolean(),
  /** Streams whose work waits, is leased by a worker, failed and will be tried again, or is a dead letter */
  waiting: count,
  leased: count,
  failing: count,
  dead: count,
  /** There are more than the 10,000 that were counted */
  isMore: z.boolean(),
  /** Age of the oldest work that is not a dead letter, ms */
  oldest: milliseconds.nullable(),
})

/** The state that a process reports with each heartbeat. */
const vitals = z.object({
  /** The version of the package */
  release: z.string(),
  /** The commit of git, if it is known */
  commit: z.string().nullable(),
  /** Percent of one core since the beat before */
  cpu: z.number().nonnegative(),
  /** Resident memory */
  memory: bytes,
  /** 99th percentile of the delay of the event loop since the beat before, ms */
  loopDelay: milliseconds,
})

const runningProcess = z.object({
  id: z.uuid(),
  service: z.enum(['api', 'workers', 'projector']),
  /** Model version of the read tables that it reads or writes; null for workers */
  version: count.nullable(),
  startedAt: instant,
  /** Time since its last beat, ms */
  age: milliseconds,
  vitals,
  /** How far the push of an API process is */
  tail: z
    .object({
      /** Up to which all changes are emitted; missing until the first pass */
      position: position.optional(),
      /** Later events that the read tables contain already */
      lag: count.optional(),
      /** Time since its last pass that succeeded */
      silentMs: milliseconds,
      /** Changed rows that its clients did not get, because they cannot be presented */
      unpresentable: count,
    })
    .nullable(),
})

/** Events per second of each step; differences of positions over some seconds, so they are those of all processes together. */
const rates = z.object({
  appended: rate,
  /** By the consumer that is furthest behind */
  relayed: rate,
  /** Into the live read tables that this API process reads */
  projected: rate,
  /** By the API process that is furthest behind */
  pushed: rate,
  /** Work finished per second, by consumer, as the workers report it */
  work: z.record(z.string(), z.number().nonnegative()),
  /** Messages sent per second, as the workers report it */
  sent: z.number().nonnegative(),
})

export const checkNames = ['backup', 'rehearsal', 'archiving', 'replication', 'disk', 'alerts'] as const

/** A check that the page of the operators makes besides the log and its readers. */
const check = z.object({
  name: z.enum(checkNames),
  /** `off`: the installation does not have it. `unknown`: it could not be looked at, which is not well */
  state: z.enum(['well', 'trouble', 'off', 'unknown']),
  /** One sentence */
  text: z.string(),
})
export type Check = z.output<typeof check>

/** Each kind of thing that needs an operator. */
const troubleKinds = [
  'read-tables-missing',
  'projector-missing',
  'projector-stopped',
  'projector-lags',
  'beyond-the-log',
  'gap-in-the-log',
  'workers-too-old',
  'relay-lags',
  'work-is-old',
  'dead-work',
  'dead-timers',
  'undelivered-messages',
  'provider-missing',
  'paused',
  'push-silent',
  'push-lags',
  'unpresentable-rows',
  'redis-silent',
  'verify-differs',
  'backup-is-old',
  'restore-not-rehearsed',
  'archiving-fails',
  'standby-lost',
  'disk-fills',
  'alert-fires',
] as const

/** The sections of the page of the operators that a trouble may lead to, as the last part of their paths. */
const troubleSections = ['events', 'work', 'replay', 'messages'] as const

/** One thing that needs an operator. */
const trouble = z.object({
  kind: z.enum(troubleKinds),
  /** One sentence, which says what to do where neither a section nor a fix can help */
  text: z.string(),
  /** Where it is mended */
  section: z.enum(troubleSections).optional(),
  /** The event that it is about */
  position: position.optional(),
  /** The call that mends it: `restored` begins a new epoch */
  fix: z.enum(['restored']).optional(),
})
export type Trouble = z.output<typeof trouble>

/** The state of the log and of all its readers. */
const operationsView = z.object({
  at: instant,
  /** Position of the last event of the log */
  head: position,
  lastEventAt: instant.nullable(),
  epoch: z.object({ id: z.string(), since: instant.nullable(), reason: z.string().nullable() }),
  generations: z.array(generation),
  consumers: z.array(consumer),
  processes: z.array(runningProcess),
  rates,
  /** Open dead letters: of work, messages and timers */
  deadLetters: count,
  /** Number of messages by status. Of those that wait or fail at most 10,001 are counted; sent and skipped ones once a minute at most, up to 1,000,001 */
  messages: z.record(z.string(), count),
  /** Jobs in Redis by queue; null if Redis does not answer. Read every ten seconds */
  queues: z
    .array(z.object({ name: z.string(), waiting: count, active: count, delayed: count, failed: count }))
    .nullable(),
  /** Bytes. Read once a minute at most */
  sizes: z.object({ database: bytes, log: bytes, readTables: bytes }),
  /** Rows that should be gone, at most 10,001 of each kind. Read once a minute at most */
  retention: z.array(z.object({ table: z.string(), what: z.string(), keptFor: z.string(), over: count })),
  /** The newest comparison of the read tables with the log, and how many rows differ since; null before the first */
  lastVerify: z.object({ finishedAt: instant, different: count }).nullable(),
  /** The newest replay or verify */
  lastRun: z.object({ id: count, state: z.string() }).nullable(),
  /** The other checks, every ten seconds at most */
  checks: z.array(check),
  /** All that needs an operator */
  troubles: z.array(trouble),
  /** Since when this API process, which looks while an operator watches, has found no trouble; null while there is one */
  wellSince: instant.nullable(),
})
export type OperationsView = z.output<typeof operationsView>

export const operationsNowCalls = {
  getOperations: route({
    method: 'GET',
    path: '/api/operations/now',
    ...forAdmins('support', 'operator'),
    summary: 'The state of the log and of all its readers',
    response: operationsView,
  }),
  declareRestored: route({
    method: 'POST',
    path: '/api/operations/restored',
    ...forAdmins('operator'),
    confirmed: true,
    summary: 'Begins a new epoch of the log, after the database was restored',
    /** `epoch` is the one that the operator saw: if another one has begun meanwhile, nothing happens */
    body: z.object({ reason: text(500), epoch: z.uuid() }),
    /** The epoch that is valid now */
    response: z.object({ epoch: z.uuid() }),
  }),
}

/** Where BullMQ's dashboard is. It is no call of the API: it has its own pages, and a cookie of that path in place of the token. */
export const queuesPath = '/admin/queues'

export const operationsQueuesCalls = {
  openQueues: route({
    method: 'POST',
    path: '/api/operations/queues/session',
    ...forAdmins('operator'),
    summary: 'Sets the cookie with which this browser may open the dashboard of the queues for 15 minutes',
    response: z.object({ url: z.string() }),
  }),
}
