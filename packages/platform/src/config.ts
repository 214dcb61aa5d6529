import { resolve } from 'node:path'
import { z } from 'zod'
import { ConfigError } from './config-error.ts'
import { findUnfitSecret } from './secrets.ts'
import { hasReadablePassword, withPassword } from './server-urls.ts'
import { defaultSmsTemplate, type SmsTemplate, smsTemplate } from './sms-template.ts'
import { readVariableFiles } from './variable-files.ts'

const repository = resolve(import.meta.dirname, '../../..')

const flag = z.enum(['0', '1']).transform((value) => value === '1')
const unreadablePassword = 'write special characters of its password as %25 for %'
const optionalUrl = z
  .url()
  .refine((url) => hasReadablePassword(url), unreadablePassword)
  .optional()

const pageText = z.string().trim().max(300).optional()

/**
 * All environment variables of Jaanch, with their defaults. The README lists them. Each NAME may also be given as NAME_FILE, the path
 * of a file with the value.
 */
const environment = z.object({
  NODE_ENV: z
    .string()
    .default('development')
    .describe('`production`: messages without a provider are not written to files'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000).describe('Port of the web site and the API'),
  HOST: z.string().default('0.0.0.0').describe('Address that the API listens on'),
  DATABASE_URL: optionalUrl.describe('A PostgreSQL 18 to use instead of the embedded one'),
  DATABASE_PASSWORD: z
    .string()
    .optional()
    .describe('The password in DATABASE_URL and READ_DATABASE_URL, where they have none'),
  DATABASE_OWNER_URL: optionalUrl.describe(
    'The owner of the tables, for migrations, backups and restores; by default that of DATABASE_URL',
  ),
  DATABASE_OWNER_PASSWORD: z
    .string()
    .optional()
    .describe('The password in DATABASE_OWNER_URL, where it has none'),
  READ_DATABASE_URL: z
    .string()
    .default('')
    .transform((urls) => urls.split(',').filter(Boolean))
    .refine((urls) => urls.every((url) => URL.canParse(url)), 'write URLs, separated by commas')
    .refine((urls) => urls.every((url) => !URL.canParse(url) || hasReadablePassword(url)), unreadablePassword)
    .describe('Streaming replicas that the API reads lists from: one or more URLs, separated by commas'),
  REDIS_URL: optionalUrl.describe('A Redis to use instead of a local one'),
  REDIS_PASSWORD: z.string().optional().describe('The password in REDIS_URL, where it has none'),
  DATA_DIR: z
    .string()
    .default('.data')
    .transform((path) => resolve(repository, path))
    .describe('Directory of the embedded servers, the logs and the secret; relative to the repository'),
  DEMO: flag
    .default(false)
    .describe('1 loads the demo accounts and the catalogue (the default under npm start), 0 does not'),
  PUBLIC_URL: optionalUrl.describe(
    'The address at which people reach Jaanch; http://localhost:PORT by default',
  ),
  TRUST_PROXY: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe(
      'Number of reverse proxies in front of the API; with 0, X-Forwarded-For is ignored, so that callers cannot forge their address',
    ),
  JWT_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe(
      'Signs the session tokens; at least 32 characters. Generated and stored in DATA_DIR under npm start',
    ),
  ALLOW_KNOWN_SECRETS: flag
    .default(false)
    .describe(
      '1 accepts secrets that the repository publishes: for a stack that only its own machine reaches',
    ),
  REQUIRE_STAFF_MFA: flag
    .optional()
    .describe(
      '1 demands a second factor of labs and admins: a login without one can only set one up. The default where PUBLIC_URL is https',
    ),
  LIMIT_SCALE: z.coerce
    .number()
    .min(1)
    .max(1_000_000)
    .default(1)
    .describe('Multiplies the limits of what a person may do and get, for load tests'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('How much the services log'),
  WORKER_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(500)
    .default(20)
    .describe('Streams that one worker process handles at once'),
  DRAIN_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe(
      'How long an API that was told to stop goes on accepting, so that the load balancer notices; above 0, its sockets are then closed over five seconds',
    ),
  WORKER_PROCESSES: z.coerce
    .number()
    .int()
    .min(1)
    .max(16)
    .default(1)
    .describe('Worker processes under npm start; they share the work'),
  SMTP_URL: optionalUrl.describe('A mail server; without it, e-mails stay in the outbox'),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>@\r\n]+<[^<>@\s]+@[\w.-]+>|[^<>@\s]+@[\w.-]+)$/,
      'write an address, or a name and <an address>',
    )
    .default('Jaanch <no-reply@jaanch.example>')
    .describe('The sender of e-mails; their Message-IDs end in its domain'),
  SMS_GATEWAY_URL: optionalUrl.describe('An SMS gateway; without it, SMS stay in the outbox'),
  SMS_GATEWAY_TEMPLATE: smsTemplate
    .prefault(defaultSmsTemplate)
    .describe(
      'The request to the SMS gateway: JSON with method, headers and body, containing {{to}}, {{text}} and {{id}}',
    ),
  CLAMD_URL: z
    .url({ protocol: /^tcp$/ })
    .refine((url) => URL.parse(url)?.port !== '', 'write tcp://host:port')
    .optional()
    .describe('ClamAV, which scans uploads: tcp://host:3310; without it, uploads are not scanned'),
  ERASURE_LEDGER: z
    .string()
    .optional()
    .transform((path) => (path === undefined ? undefined : resolve(repository, path)))
    .describe(
      'Directory outside the database that says who was erased and which accounts were disabled, which restore applies; all API processes and ops write it',
    ),
  ACCESS_LOG: z
    .string()
    .optional()
    .transform((path) => (path === undefined || path === 'stdout' ? path : resolve(repository, path)))
    .describe(
      'Directory in which the API keeps a line for each request for 180 days, or stdout; without it, none is written',
    ),
  SMS_COUNTRIES: z
    .string()
    .regex(/^[A-Z]{2}(,[A-Z]{2})*$/, 'write codes of countries, separated by commas')
    .default('IN')
    .transform((countries) => countries.split(','))
    .describe('Countries whose mobile numbers get SMS: ISO codes, separated by commas'),
  SMS_PER_DAY: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000_000)
    .default(10_000)
    .describe('SMS that the gateway gets in a day in India; further ones are not sent'),
  VERIFY_AT: z
    .string()
    .regex(/^(([01]\d|2[0-3]):[0-5]\d|off)$/, 'write a time of day in India such as 03:00, or off')
    .default('03:00')
    .transform((at) => (at === 'off' ? undefined : at))
    .describe('When the read tables are verified every night: a time of day in India, or off'),
  REVERSE_GEOCODE_URL: optionalUrl.describe('A third-party reverse geocoder that the search bar calls'),
  OPERATOR_NAME: pageText.describe('Who runs this installation: on the pages at the foot of the site'),
  OPERATOR_ADDRESS: pageText.describe('The postal address of who runs this installation'),
  GRIEVANCE_CONTACT: pageText.describe(
    'Who answers grievances about personal data: name, e-mail address, phone',
  ),
  SUPPORT_CONTACT: pageText.describe('Whom people ask for help: e-mail address, phone, hours'),
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe(
      'Port at which Prometheus collects the metrics of the process, and probes are answered; without it, nothing listens',
    ),
  METRICS_HOST: z.string().default('127.0.0.1').describe('Address that METRICS_PORT listens on'),
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalUrl.describe(
    'An OpenTelemetry collector that gets metrics and traces over HTTP; without it, no trace is recorded',
  ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.01)
    .describe('Part of the traces that is recorded, from 0 to 1'),
})

/** The names of all variables, without NAME_FILE. */
export const variableNames = Object.keys(environment.shape)

type OperatorSetting = 'OPERATOR_NAME' | 'OPERATOR_ADDRESS' | 'GRIEVANCE_CONTACT' | 'SUPPORT_CONTACT'

export type Config = {
  production: boolean
  port: number
  host: string
  databaseUrl: string | undefined
  databaseOwnerUrl: string | undefined
  readDatabaseUrls: string[]
  redisUrl: string | undefined
  /** Absolute path */
  dataDir: string
  demo: boolean
  publicUrl: string
  trustedProxies: number
  jwtSecret: string | undefined
  allowKnownSecrets: boolean
  requireStaffMfa: boolean
  limitScale: number
  logLevel: string
  workerConcurrency: number
  drainSeconds: number
  workerProcesses: number
  smtpUrl: string | undefined
  mailFrom: string
  smsGatewayUrl: string | undefined
  smsTemplate: SmsTemplate
  clamdUrl: string | undefined
  /** Absolute path */
  erasureLedger: string | undefined
  /** Absolute path, or `stdout` */
  accessLog: string | undefined
  smsCountries: string[]
  smsPerDay: number
  /** HH:MM in India; undefined: never */
  verifyAt: string | undefined
  reverseGeocodeUrl: string | undefined
  /** What the pages at the foot of the site say of who runs this installation, by the names of the settings */
  operator: Record<OperatorSetting, string | undefined>
  metricsPort: number | undefined
  metricsHost: string
  otlpEndpoint: string | undefined
  /** 0 to 1 */
  traceRatio: number
}

/**
 * Reads the configuration from variables and the files that they name. An empty variable counts as not set (compose files pass
 * `${PORT:-}`).
 * @param defaults of this process, for variables that are not set
 * @throws ConfigError
 */
export function loadConfig(
  variables: Record<string, string | undefined>,
  defaults: Record<string, string> = {},
): Config {
  const parsed = environment.safeParse({ ...defaults, ...readVariableFiles(variables, variableNames) })
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    // deeper parts of the path are text of the value
    const where = issue?.path.slice(0, 2).join('.')
    throw new ConfigError(`The variable ${where} is not usable: ${issue?.message}.`)
  }
  const values = parsed.data
  const databaseUrl = withPassword(values.DATABASE_URL, values.DATABASE_PASSWORD)
  return {
    production: values.NODE_ENV === 'production',
    port: values.PORT,
    host: values.HOST,
    databaseUrl,
    databaseOwnerUrl: withPassword(values.DATABASE_OWNER_URL, values.DATABASE_OWNER_PASSWORD) ?? databaseUrl,
    readDatabaseUrls: values.READ_DATABASE_URL.map((url) => withPassword(url, values.DATABASE_PASSWORD)),
    redisUrl: withPassword(values.REDIS_URL, values.REDIS_PASSWORD),
    dataDir: values.DATA_DIR,
    demo: values.DEMO,
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    trustedProxies: values.TRUST_PROXY,
    jwtSecret: values.JWT_SECRET,
    allowKnownSecrets: values.ALLOW_KNOWN_SECRETS,
    requireStaffMfa: values.REQUIRE_STAFF_MFA ?? values.PUBLIC_URL?.startsWith('https:') ?? false,
    limitScale: values.LIMIT_SCALE,
    logLevel: values.LOG_LEVEL,
    workerConcurrency: values.WORKER_CONCURRENCY,
    drainSeconds: values.DRAIN_SECONDS,
    workerProcesses: values.WORKER_PROCESSES,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    smsGatewayUrl: values.SMS_GATEWAY_URL,
    smsTemplate: values.SMS_GATEWAY_TEMPLATE,
    clamdUrl: values.CLAMD_URL,
    erasureLedger: values.ERASURE_LEDGER,
    accessLog: values.ACCESS_LOG,
    smsCountries: values.SMS_COUNTRIES,
    smsPerDay: values.SMS_PER_DAY,
    verifyAt: values.VERIFY_AT,
    reverseGeocodeUrl: values.REVERSE_GEOCODE_URL,
    operator: {
      OPERATOR_NAME: values.OPERATOR_NAME,
      OPERATOR_ADDRESS: values.OPERATOR_ADDRESS,
      GRIEVANCE_CONTACT: values.GRIEVANCE_CONTACT,
      SUPPORT_CONTACT: values.SUPPORT_CONTACT,
    },
    metricsPort: values.METRICS_PORT,
    metricsHost: values.METRICS_HOST,
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    traceRatio: values.OTEL_TRACES_SAMPLER_ARG,
  }
}

/**
 * Loads the configuration at the start of a process. An invalid, missing or published value ends the process with one sentence,
 * no stack.
 * @param keys the settings that the process cannot run without
 */
export function configOfProcess<Key extends keyof Config>(...keys: Key[]): ConfigWith<Key> {
  try {
    const config = loadConfig(process.env)
    for (const key of keys) required(config, key)
    if (!config.allowKnownSecrets) assertNothingPublished(config)
    return config as ConfigWith<Key>
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

type ConfigWith<Key extends keyof Config> = Config & { [K in Key]: NonNullable<Config[K]> }

/** @throws ConfigError for a secret or an account that the repository publishes, or a database without a password */
function assertNothingPublished(config: Config): void {
  if (config.demo) {
    throw new ConfigError(
      'DEMO=1 loads accounts whose passwords are published: set DEMO=0, or ALLOW_KNOWN_SECRETS=1 for a stack that only its own machine reaches.',
    )
  }
  const unfit = findUnfitSecret({
    databases: [
      ['DATABASE_URL', config.databaseUrl],
      ['DATABASE_OWNER_URL', config.databaseOwnerUrl],
      ...config.readDatabaseUrls.map((url) => ['READ_DATABASE_URL', url] as const),
    ],
    otherServers: [['REDIS_URL', config.redisUrl]],
    keys: [['JWT_SECRET', config.jwtSecret]],
  })
  if (unfit) throw new ConfigError(unfit)
}

/** @throws ConfigError if a setting that the process requires is not set */
function required(config: Config, key: keyof Config): void {
  if (config[key] !== undefined) return
  const variable = key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
  throw new ConfigError(`Set ${variable}: this process cannot run without it.`)
}
