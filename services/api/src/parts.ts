import { createAudit } from '@jaanch/account/audit/audit'
import { createContactCodes } from '@jaanch/account/contacts/contact-codes'
import { createNearbyLabs } from '@jaanch/account/labs/nearby-labs'
import { createErasureLedger } from '@jaanch/account/privacy/erasure-ledger'
import { createSecretBox } from '@jaanch/account/second-factors/secret-box'
import { createDevices } from '@jaanch/account/sessions/devices'
import { createPasswords } from '@jaanch/account/sessions/passwords'
import { createSessionTokens } from '@jaanch/account/sessions/session-tokens'
import { createStandings, standingsFrom } from '@jaanch/account/sessions/standings'
import { createLimitedAreas } from '@jaanch/booking/places/limited-areas'
import { createReadSlots } from '@jaanch/booking/slots/availability'
import { visitRowsSql } from '@jaanch/booking/visit/visit-rows'
import { createCatalogueAnswers } from '@jaanch/catalogue/catalogue-answers'
import { createAppender } from '@jaanch/eventlog/appender'
import { createDashboard } from '@jaanch/insight/dashboard/dashboard'
import { createMaintenance } from '@jaanch/operations/maintenance/maintenance'
import { createOperations } from '@jaanch/operations/now/now'
import { createFileScanner } from '@jaanch/platform/files/clamav'
import { createPdfReader } from '@jaanch/platform/files/pdf-reader'
import { createDownloads } from '@jaanch/platform/files/send-file'
import type { Bounds } from '@jaanch/platform/http/bounds'
import { createRequestGates } from '@jaanch/platform/http/request-gates'
import { secretsOf } from '@jaanch/platform/http/secrets'
import { createLimits } from '@jaanch/platform/limits/limits'
import { createRateLimits } from '@jaanch/platform/limits/rate-limits'
import { createQueuePrefix } from '@jaanch/platform/queues'
import type { ReadBarrier } from '@jaanch/platform/reads/barrier'
import { createReadPrepared } from '@jaanch/platform/reads/prepared'
import { createReadReplicas } from '@jaanch/platform/reads/replicas'
import { readRelease } from '@jaanch/platform/release'
import { createReportForecasts } from '@jaanch/report/forecast/report-forecasts'
import { createShareTickets } from '@jaanch/shares/share-tickets'
import type { Redis } from 'ioredis'
import { createPushHealth } from './gateway/push-health.ts'
import { createReadyCheck } from './health-routes.ts'
import type { ApiOptions } from './options.ts'
import { createAccessLog } from './plugins/access-log.ts'
import type { Pools } from './pools.ts'

type Given = {
  pools: Pools
  /** Commands fail at once while Redis is unavailable */
  redis: Redis
  /** Makes a read wait for the events that were acknowledged before it */
  barrier: ReadBarrier
  bounds: Bounds
  /** Model version of the read tables that this process reads */
  version: number
  /** Aborts as soon as the process is told to stop: it goes on answering, but load balancers and clients should turn to others */
  stopping: AbortSignal
  now: () => Date
}

/**
 * Creates what routes, plugins and the gateway use: one of each per process. Nothing imports the type of the whole: each function
 * declares the few parts that it takes, and gets this object.
 */
export async function createParts(
  options: ApiOptions,
  { pools, redis, barrier, bounds, version: modelVersion, stopping, now }: Given,
) {
  const { redisUrl, publicUrl, requireStaffMfa = false, log } = options
  const pushHealth = createPushHealth(log)
  const scale = options.limitScale ?? 1
  const limits = createLimits({ scale, numbers: options.limits })
  const readPrepared = createReadPrepared(pools.pages)
  const smsPerDay = (options.smsPerDay ?? 10_000) * scale
  const secrets = secretsOf(options)
  // installations may share a Redis, and test installations also a JWT secret
  const withDatabase = (secret: string) => `${secret} ${new URL(options.databaseUrl).pathname}`
  const [signing, ...accepted] = secrets.signing

  return {
    // connections
    /** slonik: queries of ordinary tables and read tables */
    db: pools.queries,
    /** The same for accounts, which must not wait behind long lists */
    accountsDb: pools.accounts,
    /** The same for what is pushed to clients */
    pushDb: pools.push,
    /** pg: streams of the log, and rows that are written in the transaction of an append */
    logDb: pools.record,
    /** pg: what operators look at and do */
    operationsDb: pools.operations,
    redis,
    /** Of the queues of this installation */
    queuePrefix: createQueuePrefix(pools.background),

    // the log, and what is read of it
    /** Appends events, with the rows of visits; concurrent appends share one statement and one commit */
    appender: createAppender({ pool: pools.append, rowsSql: visitRowsSql }),
    modelVersion,
    barrier,
    /** Answer lists and details in place of the primary */
    replicas: await createReadReplicas(pools.queries, options.readDatabaseUrls ?? [], log),
    /** What is read often, from the primary */
    readPrepared,
    /** Which dates and slots are free */
    readSlots: createReadSlots({ pool: pools.pages, now }),
    /** Keeps answers that are made of the catalogue alone */
    catalogueAnswers: createCatalogueAnswers(pools.barrier),
    /** Where labs declared how many visits they can make */
    limitedAreas: createLimitedAreas(pools.record),
    /** How many labs a city has */
    nearbyLabs: createNearbyLabs(pools.queries, barrier),
    /** The numbers of the platform, for admins' requests and sockets */
    dashboard: createDashboard({ db: pools.push, readPrepared, modelVersion, now }),
    /** When reports are to be expected */
    reportForecasts: createReportForecasts(pools.record),
    /** The state of the log and of all its readers, for the page of the operators */
    operations: createOperations({
      operationsDb: pools.operations,
      modelVersion,
      redisUrl,
      places: options,
      now,
    }),
    /** What operators tell everybody */
    maintenance: createMaintenance({ pool: pools.operations, log, now }),
    /** Whether changes reach the clients of this process */
    pushHealth,
    release: readRelease(),
    /** Whether a load balancer should send requests to this process */
    checkReady: createReadyCheck({ accountsDb: pools.accounts, barrier, pushHealth, stopping }),

    // who calls
    /** Issues and verifies the tokens of sessions */
    sessionTokens: createSessionTokens(...secrets.signing),
    /** Who the users of tokens are, and which tokens are still accepted */
    standings: createStandings(standingsFrom(pools.barrier), now),
    /** Knows browsers that signed in to an account before */
    devices: createDevices(...secrets.signing),
    passwords: createPasswords(bounds),
    /** Of shared results: strangers who guess them do not keep others from signing in */
    passcodes: createPasswords({ ...bounds, passwords: 1 }, 'passcode checks'),
    /** The addresses of the files of a link, for some minutes */
    shareTickets: createShareTickets(secrets.signing),
    /** Encrypts the secrets of second factors */
    secretBox: createSecretBox(secrets.secondFactors, 'second-factors'),
    /** Whether labs and admins must have a second factor */
    requireStaffMfa,
    /** One-time codes, which prove e-mail addresses and phones */
    contactCodes: createContactCodes({
      db: pools.accounts,
      secrets: [withDatabase(signing), ...accepted.map(withDatabase)],
      scale,
      smsPerDay,
      now,
    }),
    /** Records who did and saw what */
    audit: createAudit(pools.audit, log),
    /** One line for each request, kept apart from the log file */
    accessLog: createAccessLog(options.accessLog, { log, now }),
    /** Outside the database: what a restore must not undo */
    erasureLedger: createErasureLedger(options.erasureLedger),

    // how much
    bounds,
    /** How much of each thing a person may have, and may do in a time */
    limits,
    /** SMS that the gateway gets in a day in India */
    smsPerDay,
    /** Counts what people do in a time */
    rateLimits: createRateLimits({ redis, bounds, limits, secret: withDatabase(signing) }),
    /** Bounds the requests that are handled at the same time, and the memory of their bodies */
    requestGates: createRequestGates(bounds),
    /** Bounds the memory of files that clients are receiving */
    downloads: createDownloads(bounds),
    /** Looks for malware in uploads; undefined if the installation has no scanner */
    fileScanner: options.clamdUrl ? createFileScanner(options.clamdUrl) : undefined,
    /** Looks whether uploaded PDFs can be opened */
    pdfReader: createPdfReader(bounds),

    /** Who runs the installation: texts, by the names of the settings */
    operator: options.operator ?? {},
    /** The URL at which browsers reach this installation; links in e-mails start with it */
    publicUrl,
    stopping,
    /** The log file of the process, not the event log */
    log,
    /** The clock of everything that decides by time */
    now,
  }
}
