import { createAudit } from '@jaanch/account/audit/audit'
import { createContactCodes } from '@jaanch/account/contacts/contact-codes'
import { createNearbyLabs } from '@jaanch/account/labs/nearby-labs'
import { createErasureLedger } from '@jaanch/account/privacy/erasure-ledger'
import { createSecretBox } from '@jaanch/account/second-factors/secret-box'
import { createAccountAccess } from '@jaanch/account/sessions/account-changes'
import { createDevices } from '@jaanch/account/sessions/devices'
import { sessionsOpenedWith } from '@jaanch/account/sessions/log-in'
import { createPasswordCheck, createPasswords } from '@jaanch/account/sessions/passwords'
import { createSessionTokens } from '@jaanch/account/sessions/session-tokens'
import { createStandings, standingsFrom } from '@jaanch/account/sessions/standings'
import { createCheckFile } from '@jaanch/account/uploads/check-file'
import { createCitiesOfCustomers } from '@jaanch/booking/assignment/automatic-assignment'
import { createRanking } from '@jaanch/booking/assignment/ranking'
import { measureAreas } from '@jaanch/booking/capacity/capacity-rows'
import { createLimitedAreas, createPlaces } from '@jaanch/booking/places/places'
import { createOrderLookUp } from '@jaanch/booking/price-visit'
import { createReceiptRenderer } from '@jaanch/booking/receipt/get-receipt'
import { createReadSlots } from '@jaanch/booking/slots/availability'
import { visitRowsSql } from '@jaanch/booking/visit/visit-rows'
import { createCatalogueAnswers } from '@jaanch/catalogue/catalogue-answers'
import { createBarcodeHasher } from '@jaanch/collection/barcodes'
import { createVisitCodeHashes } from '@jaanch/collection/check-visit-code'
import { createLabelRenderer } from '@jaanch/collection/labels/print-labels'
import { createTubeCounts } from '@jaanch/collection/tubes'
import { createAppender } from '@jaanch/eventlog/appender'
import { createDashboard } from '@jaanch/insight/dashboard/dashboard'
import { createPublicFacts } from '@jaanch/insight/facts/set-facts'
import { createMaintenance } from '@jaanch/operations/maintenance/maintenance'
import { createOperations } from '@jaanch/operations/now/now'
import { createExports } from '@jaanch/operations/privacy/own-data'
import type { Config } from '@jaanch/platform/config'
import type { ConfigReport } from '@jaanch/platform/config-check'
import { createFileScanner } from '@jaanch/platform/files/clamav'
import { createPdfReader } from '@jaanch/platform/files/pdf-reader'
import { createDownloads } from '@jaanch/platform/files/send-file'
import { createGate } from '@jaanch/platform/gate'
import { createBackground } from '@jaanch/platform/http/background'
import { type Bounds, poolSizes } from '@jaanch/platform/http/bounds'
import { createRequestGates } from '@jaanch/platform/http/request-gates'
import { type SecretOptions, secretsOf } from '@jaanch/platform/http/secrets'
import { createLimits } from '@jaanch/platform/limits/limits'
import { createRateLimits } from '@jaanch/platform/limits/rate-limits'
import type { Log } from '@jaanch/platform/logging'
import { createPostgresPool } from '@jaanch/platform/postgres'
import { createQueuePrefix } from '@jaanch/platform/queues'
import type { ReadBarrier } from '@jaanch/platform/reads/barrier'
import { createReadReplicas } from '@jaanch/platform/reads/replicas'
import { readRelease } from '@jaanch/platform/release'
import { createReadPrepared, createSlonikPool } from '@jaanch/platform/slonik'
import { createHealthExports } from '@jaanch/report/fhir/export-health'
import { createReportForecasts } from '@jaanch/report/forecast/report-forecasts'
import { endSharesAbout, endSharesWith } from '@jaanch/shares/own-shares'
import { createShareTickets } from '@jaanch/shares/share-tickets'
import type { Redis } from 'ioredis'
import type pg from 'pg'
import type { DatabasePool } from 'slonik'
import { createPushHealth } from './gateway/push-health.ts'
import { createReadyCheck } from './health-routes.ts'
import { type LimitName, limitTable } from './limits.ts'
import { createAccessLog } from './plugins/note-requests.ts'

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

type Made = Awaited<ReturnType<typeof createServices>>

declare module '@jaanch/platform/http/served' {
  interface Services extends Made {}
}

/** Creates the services of a process, one of each, for handlers, plugins and the gateway: each takes the few that it needs. */
export async function createServices(
  options: ApiOptions,
  { pools, redis, barrier, bounds, version: modelVersion, stopping, now }: Given,
) {
  const { redisUrl, publicUrl, requireStaffMfa = false, log } = options
  const pushHealth = createPushHealth(log)
  const scale = options.limitScale ?? 1
  const limits = createLimits(limitTable, { scale, numbers: options.limits })
  const readPrepared = createReadPrepared(pools.pages)
  const smsPerDay = (options.smsPerDay ?? 10_000) * scale
  const secrets = secretsOf(options)
  // installations may share a Redis, and test installations also a JWT secret
  const withDatabase = (secret: string) => `${secret} ${new URL(options.databaseUrl).pathname}`
  const [signing, ...accepted] = secrets.signing
  const rateLimits = createRateLimits({ redis, bounds, limits, secret: withDatabase(signing) })
  const limitedAreas = createLimitedAreas(pools.record)
  const audit = createAudit(pools.audit, log, rateLimits.pseudonymOf)
  const sessionTokens = createSessionTokens(...secrets.signing)
  const standings = createStandings(standingsFrom(pools.barrier), now)
  const devices = createDevices(publicUrl, ...secrets.signing)
  const passwords = createPasswords(bounds)
  const erasureLedger = createErasureLedger(options.erasureLedger)
  const accounts = { accountsDb: pools.accounts, devices, audit, now }

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
    /** Prefix of the names of this installation's queues */
    queuePrefix: createQueuePrefix(pools.background),

    // the log and reads
    /** Appends events, with the rows of visits; concurrent appends share one statement and one commit */
    appender: createAppender({ pool: pools.append, rowsSql: visitRowsSql }),
    modelVersion,
    barrier,
    /** Answer lists and details in place of the primary */
    replicas: await createReadReplicas(pools.queries, options.readDatabaseUrls ?? [], log),
    /** Prepared statements of frequent reads, on the primary */
    readPrepared,
    /** Which dates and slots are free */
    readSlots: createReadSlots({ pool: pools.pages, now }),
    /** Keeps answers that are made of the catalogue alone */
    catalogueAnswers: createCatalogueAnswers(pools.barrier),
    /** Keeps which tests overlap: these questions are many, and would displace the pages of the catalogue */
    overlapAnswers: createCatalogueAnswers(pools.record),
    /** Lets the threads that read files of the catalogue work one after the other */
    catalogueFiles: createGate({ name: 'catalogue files', capacity: 1, maxWaiting: 10, waitMs: 15_000 }),
    /** The same for the threads that write them */
    catalogueExports: createGate({ name: 'catalogue exports', capacity: 1, maxWaiting: 10, waitMs: 15_000 }),
    /** Where labs declared how many visits they can make */
    limitedAreas,
    /** Takes the places of visits */
    places: createPlaces({ logDb: pools.record, limitedAreas, limits, log }),
    /** Looks up what a new booking refers to, for the requests of the moment together */
    lookUpOrder: createOrderLookUp({ logDb: pools.record, barrier, limits }),
    /** Ranks the labs that can make a visit */
    ranking: createRanking(pools.record),
    /** In which cities customers live */
    citiesOfCustomers: createCitiesOfCustomers(pools.record),
    /** How many tubes are filled for each person */
    countTubes: createTubeCounts(pools.queries),
    /** Renders receipts in a thread; closed with the process */
    receiptRenderer: createReceiptRenderer(),
    /** How many labs a city has */
    nearbyLabs: createNearbyLabs(pools.queries, barrier),
    /** Replaces pre-printed barcodes by what the log has of them */
    hashBarcode: createBarcodeHasher(pools.queries),
    /** By which phones check the codes of visits */
    visitCodeHash: createVisitCodeHashes(),
    /** Renders labels of tubes in a thread; closed with the process */
    labelRenderer: createLabelRenderer(),
    /** Facts about the installation, for its public pages */
    publicFacts: createPublicFacts(pools.record),
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
    /** The notice of operators to everybody */
    maintenance: createMaintenance({ pool: pools.operations, log, now }),
    /** Whether changes reach the clients of this process */
    pushHealth,
    release: readRelease(),
    /** Whether a load balancer should send requests to this process */
    checkReady: createReadyCheck({ accountsDb: pools.accounts, barrier, pushHealth, stopping }),

    // accounts, sessions and audit
    /** Issues and verifies the tokens of sessions */
    sessionTokens,
    /** Finds the users of tokens, and knows which tokens are still accepted */
    standings,
    /** Knows browsers that signed in to an account before */
    devices,
    passwords,
    /** Checks passwords under the limits of failed ones */
    passwordCheck: createPasswordCheck({ ...accounts, passwords, rateLimits }),
    openSession: sessionsOpenedWith({ ...accounts, sessionTokens, publicUrl }),
    /** The consequences when the access of an account changes */
    accountAccess: createAccountAccess({ standings, erasureLedger, endsWithAccount: [endSharesWith] }),
    /** Things that end when a family member no longer agrees that the customer sees the results */
    endsWithConsent: [endSharesAbout],
    /** Stores what the declaration of a lab limits, when the lab is moved */
    measureAreas,
    /** Checks passcodes of shared results: strangers who guess them do not keep others from signing in */
    passcodes: createPasswords({ ...bounds, passwords: 1 }, 'passcode checks'),
    /** Signs the addresses of a link's files, which are valid for some minutes */
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
    audit,
    /** One line for each request, kept apart from the log file */
    accessLog: createAccessLog(options.accessLog, { log, now }),
    /** Lists erasures outside the database, so that a restore does not undo them */
    erasureLedger,

    // limits and files
    bounds,
    /** How much of each thing a person may have, and may do in a time */
    limits,
    /** SMS that the gateway gets in a day in India */
    smsPerDay,
    /** Counts what people do in a time */
    rateLimits,
    /** Bounds the requests that are handled at the same time, and the memory of their bodies */
    requestGates: createRequestGates(bounds),
    /** Tasks that no answer waits for */
    background: createBackground(log),
    /** Bounds the exports of personal data that clients are receiving */
    exports: createExports(bounds, log),
    /** Bounds the memory of files that clients are receiving */
    downloads: createDownloads(bounds),
    /** Looks for malware in uploads, if the installation has a scanner, and whether PDFs can be opened */
    checkFile: createCheckFile({
      fileScanner: options.clamdUrl ? createFileScanner(options.clamdUrl) : undefined,
      pdfReader: createPdfReader(bounds),
      db: pools.queries,
      audit,
      log,
    }),
    /** Bounds the exports of health data that clients are receiving */
    healthExports: createHealthExports({ bounds, log }),

    // the installation
    /** The operator of the installation: texts, by the names of the settings */
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

/** Settings that need not be set. Without them there are no replicas, proxies, second factors that are required, scanner, ledger and access log. */
type OptionalSettings =
  | ('readDatabaseUrls' | 'trustedProxies' | 'requireStaffMfa' | 'limitScale' | 'erasureLedger' | 'clamdUrl')
  | ('alertmanagerUrl' | 'diskPaths' | 'reverseGeocodeUrl' | 'operator' | 'accessLog' | 'smsPerDay')

export type ApiOptions = SecretOptions &
  Pick<Config, 'publicUrl' | 'host'> &
  Partial<Pick<Config, OptionalSettings>> & {
    databaseUrl: string
    redisUrl: string
    /** 0: any free port */
    port: number
    /** Limits in place of those of the table */
    limits?: Partial<Record<LimitName, number>>
    /** How much the process does at the same time; default: the table in bounds.ts */
    bounds?: Partial<Bounds>
    /**
     * How long the process goes on accepting when it is stopped, while /api/ready answers 503; its sockets are then closed over five
     * seconds. Default 0: it stops to accept and closes all of them at once
     */
    drainSeconds?: number
    /** The report of the process about its settings, for operators */
    configReport?: ConfigReport
    log: Log
    now?: () => Date
    /** Model version of the read tables that this process reads; default: that of this code */
    version?: number
  }

const plainPools = ['append', 'record', 'barrier', 'pages', 'background', 'audit', 'operations'] as const
const slonikPools = ['accounts', 'queries', 'push'] as const

type Pools = Record<(typeof plainPools)[number], pg.Pool> & Record<(typeof slonikPools)[number], DatabasePool>

/**
 * Opens the pools of `poolSizes`. In pg_stat_activity they are called `api <pool>`.
 * @param waitMs how long a caller waits for a connection
 */
export async function createPools(url: string, waitMs: number): Promise<Pools> {
  const optionsOf = (pool: keyof Pools) => ({
    url,
    name: `api ${pool}`,
    acquireTimeout: waitMs,
    ...poolSizes[pool],
  })
  const plain = plainPools.map((pool) => [pool, createPostgresPool(optionsOf(pool))] as const)
  const slonik = slonikPools.map(async (pool) => [pool, await createSlonikPool(optionsOf(pool))] as const)
  return Object.fromEntries([...plain, ...(await Promise.all(slonik))]) as Pools
}

export async function endPools(pools: Pools): Promise<void> {
  await Promise.all(Object.values(pools).map((pool) => pool.end()))
}
