import { z } from 'zod'
import { position } from '../fields.ts'

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
export const trouble = z.object({
  kind: z.enum(troubleKinds),
  /** One sentence, which says what to do where neither a section nor a fix can help */
  text: z.string(),
  /** Where it is mended */
  section: z.enum(troubleSections).optional(),
  /** The event that it is about */
  position: position.optional(),
  /** What mends it with one call: `restored` begins a new epoch */
  fix: z.enum(['restored']).optional(),
})
export type Trouble = z.output<typeof trouble>
