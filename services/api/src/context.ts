import type { Appender } from '@jaanch/eventlog/appender'
import type { KeyedGate } from '@jaanch/platform/gate'
import type { Log } from '@jaanch/platform/logging'
import type { QueuePrefix } from '@jaanch/platform/queues'
import type { ErasureLedger } from '@jaanch/storage/erasure-ledger'
import type { Redis } from 'ioredis'
import type pg from 'pg'
import type { DatabasePool } from 'slonik'
import type { Audit } from './auth/audit.ts'
import type { ContactCodes } from './auth/contact-codes.ts'
import type { Devices } from './auth/devices.ts'
import type { Passwords } from './auth/passwords.ts'
import type { SecretBox } from './auth/second-factors/secret-box.ts'
import type { SessionTokens } from './auth/session-tokens.ts'
import type { Standings } from './auth/standings.ts'
import type { Bounds } from './bounds.ts'
import type { FileScanner } from './files/clamav.ts'
import type { PushHealth } from './gateway/push-health.ts'
import type { AccessLog } from './http/access-log.ts'
import type { BodyMemory } from './http/body-memory.ts'
import type { RequestGates } from './http/request-gates.ts'
import type { Limits } from './limits/limits.ts'
import type { RateLimits } from './limits/rate-limits.ts'
import type { LimitedAreas } from './places/limited-areas.ts'
import type { CatalogueAnswers } from './read-models/catalogue-answers.ts'
import type { Dashboard } from './read-models/dashboard/dashboard.ts'
import type { NearbyLabs } from './read-models/nearby-labs.ts'
import type { Operations } from './read-models/operations/operations.ts'
import type { ReadSlots } from './read-models/slots/availability.ts'
import type { ReadBarrier } from './reads/barrier.ts'
import type { ReadPrepared } from './reads/prepared.ts'
import type { ReadReplicas } from './reads/replicas.ts'

/** The services that routes, plugins and the gateway use. One per process, created in start.ts. */
export type Context = {
  /** slonik: queries of ordinary tables and read tables */
  db: DatabasePool
  /** The same for accounts, which must not wait behind long lists */
  accountsDb: DatabasePool
  /** The same for what is pushed to clients */
  pushDb: DatabasePool
  /** pg: streams of the log, and rows that are written in the transaction of an append */
  logDb: pg.Pool
  /** pg: what operators look at and do */
  operationsDb: pg.Pool
  /** The state of the log and of all its readers, for the page of the operators */
  operations: Operations
  /** Commands fail at once while Redis is unavailable */
  redis: Redis
  /** Of the queues of this installation */
  queuePrefix: QueuePrefix
  /** Appends events without rows; concurrent appends share one statement and one commit */
  appender: Appender
  /** Model version of the read tables that this process reads */
  modelVersion: number
  /** Makes a read wait for the events that were acknowledged before it */
  barrier: ReadBarrier
  /** Keeps answers that are made of the catalogue alone */
  catalogueAnswers: CatalogueAnswers
  /** Where labs declared how many visits they can make */
  limitedAreas: LimitedAreas
  /** How many labs a city has */
  nearbyLabs: NearbyLabs
  /** The numbers of the platform, for admins' requests and sockets */
  dashboard: Dashboard
  /** Whether changes reach the clients of this process */
  pushHealth: PushHealth
  /** What is read often, from the primary */
  readPrepared: ReadPrepared
  /** Which dates and slots are free */
  readSlots: ReadSlots
  /** Answer lists and details in place of the primary */
  replicas: ReadReplicas
  /** Issues and verifies the tokens of sessions */
  sessionTokens: SessionTokens
  /** Who the users of tokens are, and which tokens are still accepted */
  standings: Standings
  /** Records who did and saw what */
  audit: Audit
  /** One line for each request, kept apart from the log file */
  accessLog: AccessLog
  /** One-time codes, which prove e-mail addresses and phones */
  contactCodes: ContactCodes
  passwords: Passwords
  /** Outside the database: what a restore must not undo */
  erasureLedger: ErasureLedger
  /** Looks for malware in uploads; undefined if the installation has no scanner */
  fileScanner: FileScanner | undefined
  /** Knows browsers that signed in to an account before */
  devices: Devices
  /** How much of each thing a person may have, and may do in a time */
  limits: Limits
  /** SMS that the gateway gets in a day in India */
  smsPerDay: number
  /** Encrypts the secrets of second factors */
  secretBox: SecretBox
  /** Counts what people do in a time */
  rateLimits: RateLimits
  /** Bounds the requests that are handled at the same time */
  requestGates: RequestGates
  /** Bounds the memory of files that clients are receiving */
  downloads: KeyedGate['enter']
  /** Bounds the memory of request bodies */
  bodyMemory: BodyMemory
  bounds: Bounds
  /** The URL at which browsers reach this installation; links in e-mails start with it */
  publicUrl: string
  /** Aborts as soon as the process is told to stop: it goes on answering, but load balancers and clients should turn to others */
  stopping: AbortSignal
  /** Whether labs and admins must have a second factor */
  requireStaffMfa: boolean
  /** The log file of the process, not the event log */
  log: Log
  /** The clock of everything that decides by time */
  now: () => Date
}
