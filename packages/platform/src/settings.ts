import { resolve } from 'node:path'
import { z } from 'zod'
import { json, onlyFields } from './json-setting.ts'
import { hasReadablePassword } from './server-urls.ts'
import { smsGateway } from './sms-gateway.ts'

const repository = resolve(import.meta.dirname, '../../..')

/** One environment variable: `shown` is its default as docs/settings.md writes it, where the schema has none that says enough. */
function setting<Schema extends z.ZodType>(name: string, schema: Schema, meaning: string, shown?: string) {
  return { name, schema, meaning, shown }
}

const flag = z.enum(['0', '1']).transform((value) => value === '1')
const unreadablePassword = 'write special characters of its password as %25 for %'
const url = z.url().refine((text) => hasReadablePassword(text), unreadablePassword)
const count = (least: number, most: number) => z.coerce.number().int().min(least).max(most)
const path = z.string().transform((text) => resolve(repository, text))
const sender = /^([^<>@\r\n]+<[^<>@\s]+@[\w.-]+>|[^<>@\s]+@[\w.-]+)$/
/** The first one is used, the others are accepted */
const secrets = z
  .string()
  .refine((text) => text.split(',').every((secret) => secret.length >= 32), 'each secret needs 32 characters')
const pageText = z.string().trim().max(300).optional()

/** The part `from` of SMTP_URL. @returns undefined if it has none */
export const senderOf = (smtpUrl: string | undefined) =>
  smtpUrl && URL.parse(smtpUrl)?.searchParams.get('from')

const operatorShape = z.strictObject(
  {
    ...{ name: pageText, address: pageText, grievance: pageText, support: pageText },
    phone: z
      .string()
      .regex(/^\+?[\d ()-]{3,24}$/, 'write the number as it is dialled')
      .optional(),
    email: z.email().max(254).optional(),
    hours: z.string().trim().max(80).optional(),
  },
  onlyFields('name, address, grievance, support, phone, email and hours'),
)

/** A port, or `address:port`; [::1]:port for IPv6 */
const listenAddress = z
  .string()
  .regex(/^((\[[\da-f:.]+\]|[\w.-]+):)?\d{1,5}$/i, 'write a port, or address:port')
  .transform((text) => {
    const [, address, port] = /^(?:(.*):)?(\d+)$/.exec(text) ?? []
    return { host: address?.replace(/^\[|\]$/g, '') ?? '127.0.0.1', port: Number(port) }
  })
  .refine(({ port }) => port <= 65_535, 'write a port, or address:port')

/**
 * All environment variables of Jaanch, by their names in `Config`. docs/settings.md is made from this table. Each NAME may also be given
 * as NAME_FILE, the path of a file with the value, and the password of each NAME_URL as NAME_PASSWORD.
 */
export const settings = {
  port: setting('PORT', count(0, 65_535).default(3000), 'Port of the web site and the API'),
  host: setting(
    'HOST',
    z.string().default('0.0.0.0'),
    'Address that the API listens on',
    '`127.0.0.1` under `npm start`, else `0.0.0.0`',
  ),
  dataDir: setting(
    'DATA_DIR',
    z
      .string()
      .default('.data')
      .transform((text) => resolve(repository, text)),
    'A directory of its own for the embedded servers, the logs and the secrets; relative to the repository',
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    url.optional(),
    'A PostgreSQL 18 to use instead: one address that always leads to the primary. Without DATABASE_OWNER_URL, its user must be able to create extensions and roles',
    'embedded',
  ),
  databaseOwnerUrl: setting(
    'DATABASE_OWNER_URL',
    url.optional(),
    'The owner of the tables, for migrations, backups and restores; DATABASE_URL is then a login that may only act for the services',
    'that of `DATABASE_URL`',
  ),
  readDatabaseUrls: setting(
    'READ_DATABASE_URL',
    z
      .string()
      .default('')
      .transform((urls) => urls.split(',').filter(Boolean))
      .refine((urls) => urls.every((each) => URL.canParse(each)), 'write URLs, separated by commas')
      .refine(
        (urls) => urls.every((each) => !URL.canParse(each) || hasReadablePassword(each)),
        unreadablePassword,
      ),
    'Streaming replicas that the API reads lists from, separated by commas',
    'none',
  ),
  redisUrl: setting('REDIS_URL', url.optional(), 'A Redis to use instead', 'local'),
  demo: setting(
    'DEMO',
    flag.default(false),
    'Load the catalogue, the demo accounts and 60 days of bookings',
    '`1` under `npm start`, else `0`',
  ),
  publicUrl: setting(
    'PUBLIC_URL',
    url.optional(),
    'The address at which people reach Jaanch',
    '`http://localhost:PORT`',
  ),
  trustedProxies: setting(
    'TRUST_PROXY',
    count(0, 10).default(0),
    'How many proxies stand before the API and may name the address of the caller. With 0, X-Forwarded-For is ignored',
  ),
  jwtSecret: setting(
    'JWT_SECRET',
    secrets.optional(),
    'Signs the session tokens; at least 32 characters; required outside `npm start`. Others that are accepted follow after commas while it [is replaced](operations.md#replacing-a-secret)',
    'made and kept in `DATA_DIR`',
  ),
  secondFactorKey: setting(
    'SECOND_FACTOR_KEY',
    secrets.optional(),
    'Encrypts the secrets of authenticator apps; written as `JWT_SECRET`, which is accepted too',
    '`JWT_SECRET`',
  ),
  allowKnownSecrets: setting(
    'ALLOW_KNOWN_SECRETS',
    flag.default(false),
    '1 accepts secrets that this repository publishes: for a stack that only its own machine reaches',
    '`1` under `npm start`, else `0`',
  ),
  requireStaffMfa: setting(
    'REQUIRE_STAFF_MFA',
    flag.optional(),
    'Demand a second factor of labs and admins: a login without one can only set one up',
    '`1` where `PUBLIC_URL` is https, else `0`',
  ),
  limitScale: setting(
    'LIMIT_SCALE',
    z.coerce.number().min(1).max(1_000_000).default(1),
    'Multiplies the [limits](limits.md) of what a person may do and get, for load tests',
  ),
  requestDeadlineMs: setting(
    'REQUEST_DEADLINE_MS',
    count(1_500, 60_000).default(1_500),
    'How long a request waits in all before the API answers 503, ms. The [bounds](limits.md) `waitRequestMs` and `eventLoopDelayMs` grow with it. Raise it for a trial on a machine that other programs keep busy; proxies answer 504 after 60 s',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    'How much the services log',
  ),
  drainSeconds: setting(
    'DRAIN_SECONDS',
    count(0, 10).default(0),
    'How long an API that was told to stop goes on accepting while `/api/ready` answers 503, so that the load balancer notices; above 0, its sockets are then closed over five seconds. 0 under `npm start`',
  ),
  smtpUrl: setting(
    'SMTP_URL',
    url
      .refine(
        (text) => sender.test(senderOf(text) ?? 'a@b'),
        'write an address, or a name and <an address>, after from=',
      )
      .optional(),
    'A mail server, such as `smtps://user:password@mail.example:465?from=care%40jaanch.example`: `from` is the sender (default `Jaanch <no-reply@jaanch.example>`). `smtp://` demands STARTTLS unless it says `requireTLS=false`. Without it, e-mails wait in the outbox (`NODE_ENV`)',
    'none',
  ),
  smsGateway: setting(
    'SMS_GATEWAY',
    smsGateway.optional(),
    'A gateway for SMS: its URL, or JSON with `url`, `method`, `headers` and `body` (an object, or the text of a form) in which `{{to}}`, `{{text}}` and `{{id}}` stand. Without it, SMS wait in the outbox (`NODE_ENV`)',
    'none',
  ),
  smsPerDay: setting(
    'SMS_PER_DAY',
    count(1, 100_000_000).default(10_000),
    'SMS that the gateway gets in a day in India, times `LIMIT_SCALE`; further ones are not sent, and no code by SMS can be asked for',
  ),
  clamdUrl: setting(
    'CLAMD_URL',
    z
      .url({ protocol: /^tcp$/ })
      .refine((text) => URL.parse(text)?.port !== '', 'write tcp://host:port')
      .optional(),
    'ClamAV, which scans uploads: `tcp://host:3310`; what has malware goes into quarantine',
    'uploads are not scanned',
  ),
  erasureLedger: setting(
    'ERASURE_LEDGER',
    path.optional(),
    'A directory outside the database that all API processes and `ops` write: who was erased, which accounts were disabled and which consents of family members were withdrawn, so that a restore does not undo it',
    '`erasures` in `DATA_DIR` for the embedded database, else none',
  ),
  accessLog: setting(
    'ACCESS_LOG',
    z
      .string()
      .transform((text) => (text === 'stdout' ? text : resolve(repository, text)))
      .optional(),
    'Where the API keeps a line for each request for a year: a directory, or `stdout`',
    '`requests` in `DATA_DIR` under `npm start`, else none',
  ),
  reverseGeocodeUrl: setting(
    'REVERSE_GEOCODE_URL',
    url.optional(),
    'A third party that the search bar asks for the city of a position. It must take `latitude`, `longitude` and `localityLanguage`, answer with `city` or `locality`, and allow other origins',
    'own geocoder',
  ),
  operator: setting(
    'OPERATOR',
    json(operatorShape).default({}),
    'Who runs this installation, on the pages at the foot of the site: JSON with `name`, `address`, `grievance` (who answers grievances about personal data, as the DPDP Act demands), `support`, and `phone`, `email` and `hours` of the support, which people find wherever they can go no further',
    'placeholders',
  ),
  alertmanagerUrl: setting(
    'ALERTMANAGER_URL',
    url.optional(),
    'Alertmanager, such as `http://127.0.0.1:9093`: `ops status` and the page of the operators show which alerts fire',
    'alerts are not known',
  ),
  diskPaths: setting(
    'DISK_PATHS',
    z
      .string()
      .transform((paths) => paths.split(',').map((text) => resolve(repository, text)))
      .optional(),
    'Directories on the disks of the database and of its backups, as the API sees them, separated by commas: `ops status` and the page of the operators show how much is free',
    '`DATA_DIR` under `npm start`, `/` in the containers of compose, else disks are not known',
  ),
  metrics: setting(
    'METRICS_PORT',
    listenAddress.optional(),
    'Where Prometheus collects the metrics of the process and probes are answered: a port of 127.0.0.1, or `address:port`. Whoever reaches it reads the metrics',
    'free ports under `npm start`, `0.0.0.0:9464` in the image, else none',
  ),
} as const

/** The names of all variables, without NAME_FILE and NAME_PASSWORD. */
export const variableNames = Object.values(settings).map(({ name }) => name)

/** The passwords of addresses that have none */
export const passwordVariables = ['DATABASE', 'DATABASE_OWNER', 'READ_DATABASE', 'REDIS'].map(
  (server) => `${server}_PASSWORD`,
)

/** All variables that a process reads, with those of Node.js and OpenTelemetry. */
export const knownVariables = [
  ...variableNames,
  ...passwordVariables,
  'NODE_ENV',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_TRACES_SAMPLER_ARG',
]

/**
 * The value of a setting whose variable is not set, before it is transformed; code is in backticks.
 * @throws Error for one with neither a default nor a text for it
 */
export function defaultText({ schema, shown }: { schema: z.ZodType; shown: string | undefined }): string {
  if (shown !== undefined) return shown
  const inner = schema instanceof z.ZodPipe ? schema.in : schema
  if (!(inner instanceof z.ZodDefault)) throw new Error('A setting without a default needs a text')
  return `\`${String(inner.def.defaultValue)}\``
}

/** @returns the names of the settings of Jaanch that have a value in these variables, or a file */
export function givenVariables(variables: Record<string, string | undefined>): string[] {
  return variableNames.filter((name) => variables[name] || variables[`${name}_FILE`])
}

export type SettingValues = {
  [Key in keyof typeof settings]: z.output<(typeof settings)[Key]['schema']>
}
