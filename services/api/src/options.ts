import type { LimitName } from '@jaanch/contracts/limits'
import type { ConfigReport } from '@jaanch/platform/config-check/report-config'
import type { Log } from '@jaanch/platform/logging'
import type { SecretOptions } from './auth/secrets.ts'
import type { Bounds } from './bounds.ts'

export type ApiOptions = SecretOptions & {
  databaseUrl: string
  /** Streaming replicas that lists are read from; default none */
  readDatabaseUrls?: readonly string[]
  redisUrl: string
  /** The URL at which browsers reach this installation */
  publicUrl: string
  /** Number of proxies in front of the API whose X-Forwarded-For entries are trusted; default 0 */
  trustedProxies?: number
  /** Whether labs and admins must have a second factor; default false */
  requireStaffMfa?: boolean
  /** Multiplies all limits of what a person may do; default 1 */
  limitScale?: number
  /** Limits in place of those of the table */
  limits?: Partial<Record<LimitName, number>>
  /** How much the process does at the same time; default: the table in bounds.ts */
  bounds?: Partial<Bounds>
  /** Directory of the ledger of erasures; without it, nothing is recorded outside the database */
  erasureLedger?: string | undefined
  /** clamd, which scans uploads: tcp://host:port */
  clamdUrl?: string | undefined
  /** Alertmanager, whose alerts the page of the operators shows */
  alertmanagerUrl?: string | undefined
  /** Directories on the disks of the database and of its backups */
  diskPaths?: readonly string[] | undefined
  /** A third-party geocoder that browsers may call with a position */
  reverseGeocodeUrl?: string | undefined
  /** Who runs the installation: texts of pages, by the names of the settings */
  operator?: Record<string, string | undefined>
  /** Where a line for each request is kept: a directory, or `stdout`; without it, nowhere */
  accessLog?: string | undefined
  /** SMS that the gateway gets in a day in India, which `limitScale` multiplies; default 10,000 */
  smsPerDay?: number
  /**
   * How long the process goes on accepting when it is stopped, while /api/ready answers 503; its sockets are then closed over five
   * seconds. Default 0: it stops to accept and closes all of them at once
   */
  drainSeconds?: number
  /** What the process says about its settings, for operators */
  configReport?: ConfigReport
  host: string
  /** 0: any free port */
  port: number
  log: Log
  now?: () => Date
  /** Model version of the read tables that this process reads; default: that of this code */
  version?: number
}
