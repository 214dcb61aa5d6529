import type { Log } from '@jaanch/platform/logging'
import type { DatabasePool } from 'slonik'
import type { Audit } from './auth/audit.ts'
import type { Authentication } from './auth/authentication.ts'
import type { EventLog } from './event-log.ts'
import type { Limits } from './limits/limits.ts'
import type { RateLimits } from './limits/rate-limits.ts'
import type { LimitedAreas } from './places/limited-areas.ts'
import type { ReadSlots } from './read-models/slots/availability.ts'
import type { ReadPrepared } from './reads/prepared.ts'
import type { Reads } from './reads/read-tables.ts'

/** What the routes of bookings and slots use, and the places of visits. */
export type Context = EventLog &
  Reads &
  Authentication & {
    db: DatabasePool
    readPrepared: ReadPrepared
    readSlots: ReadSlots
    limitedAreas: LimitedAreas
    limits: Limits
    rateLimits: RateLimits
    audit: Audit
    modelVersion: number
    publicUrl: string
    log: Log
    now: () => Date
  }
