import type { Config } from '@jaanch/platform/config'
import type { ConfigReport } from '@jaanch/platform/config-check/report-config'
import type { Bounds } from '@jaanch/platform/http/bounds'
import type { SecretOptions } from '@jaanch/platform/http/secrets'
import type { Log } from '@jaanch/platform/logging'
import type { LimitName } from './limits.ts'

/** What the settings say. Without them there are no replicas, proxies, second factors that are required, scanner, ledger and access log. */
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
    /** What the process says about its settings, for operators */
    configReport?: ConfigReport
    log: Log
    now?: () => Date
    /** Model version of the read tables that this process reads; default: that of this code */
    version?: number
  }
