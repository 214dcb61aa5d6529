import { z } from 'zod'
import { passwordOf, withPassword } from './server-urls.ts'
import { passwordVariables, type SettingValues, senderOf, settings, variableNames } from './settings.ts'
import { ConfigError, readVariableFiles } from './variable-files.ts'

type Variables = Record<string, string | undefined>

/** The values of the settings, with the passwords in the addresses, and values that follow from them. */
export type Config = Omit<SettingValues, 'publicUrl' | 'requireStaffMfa' | 'metrics'> & {
  /** NODE_ENV=production: messages without a provider wait for one, instead of becoming files */
  production: boolean
  publicUrl: string
  requireStaffMfa: boolean
  /** The sender of e-mails; their Message-IDs end in its domain */
  mailFrom: string
  metricsPort: number | undefined
  metricsHost: string
  /** OTEL_EXPORTER_OTLP_ENDPOINT of OpenTelemetry: a collector of metrics and traces over HTTP */
  otlpEndpoint: string | undefined
  /** OTEL_TRACES_SAMPLER_ARG of OpenTelemetry: part of the traces that is recorded, 0 to 1 */
  traceRatio: number
}

/**
 * Reads the configuration from variables and the files that they name. An empty variable counts as not set (compose files pass
 * `${PORT:-}`).
 * @param defaults of this process, for variables that are not set
 * @throws ConfigError
 */
export function loadConfig(variables: Variables, defaults: Record<string, string> = {}): Config {
  const given = readVariableFiles(variables, [...variableNames, ...passwordVariables])
  const values = parseSettings({ ...defaults, ...given })
  const databaseUrl = withPassword(values.databaseUrl, given.DATABASE_PASSWORD)
  const { metrics, ...others } = values
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG } = variables
  return {
    ...others,
    production: variables.NODE_ENV === 'production',
    databaseUrl,
    databaseOwnerUrl: withPassword(values.databaseOwnerUrl, given.DATABASE_OWNER_PASSWORD) ?? databaseUrl,
    readDatabaseUrls: values.readDatabaseUrls.map((url) =>
      withPassword(url, given.READ_DATABASE_PASSWORD ?? given.DATABASE_PASSWORD),
    ),
    redisUrl: withPassword(values.redisUrl, given.REDIS_PASSWORD),
    publicUrl: values.publicUrl ?? `http://localhost:${values.port}`,
    requireStaffMfa: values.requireStaffMfa ?? values.publicUrl?.startsWith('https:') ?? false,
    mailFrom: senderOf(values.smtpUrl) || 'Jaanch <no-reply@jaanch.example>',
    metricsPort: metrics?.port,
    metricsHost: metrics?.host ?? '127.0.0.1',
    otlpEndpoint: parse(
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      z.url().optional(),
      OTEL_EXPORTER_OTLP_ENDPOINT || undefined,
    ),
    traceRatio: parse('OTEL_TRACES_SAMPLER_ARG', ratio, OTEL_TRACES_SAMPLER_ARG || undefined),
  }
}

const ratio = z.coerce.number().min(0).max(1).default(0.01)

/** @throws ConfigError that names the variable, without the value */
function parse<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  text: string | undefined,
): z.output<Schema> {
  const parsed = schema.safeParse(text)
  if (parsed.success) return parsed.data
  throw new ConfigError(`The variable ${name} is not usable: ${parsed.error.issues[0]?.message}.`)
}

function parseSettings(given: Record<string, string>): SettingValues {
  const values = Object.entries(settings).map(([key, { name, schema }]) => [
    key,
    parse(name, schema, given[name]),
  ])
  return Object.fromEntries(values) as SettingValues
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
    keys: [
      ['JWT_SECRET', config.jwtSecret],
      ['SECOND_FACTOR_KEY', config.secondFactorKey],
    ],
  })
  if (unfit) throw new ConfigError(unfit)
}

/** @throws ConfigError if a setting that the process requires is not set */
function required(config: Config, key: keyof Config): void {
  if (config[key] !== undefined) return
  const variable = key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
  throw new ConfigError(`Set ${variable}: this process cannot run without it.`)
}

/** Secrets that this repository publishes, or has published, in its compose file, tests and benchmarks. */
const published = [/^development-only/, /^a secret (of|that) /]

const advice = 'set one that nobody else knows, such as the output of `openssl rand -hex 32`'

/** A variable and its value, which may not be set */
type Variable = readonly [name: string, value: string | undefined]

/** The secrets of a process. Those of servers are the passwords in their URLs. */
export type Secrets = { databases: Variable[]; otherServers: Variable[]; keys: Variable[] }

/**
 * A secret that everybody can read protects nothing, and a service that starts with one looks as if it were protected.
 * @returns a sentence about the first secret that is published, or database that has none; undefined if all are fit for use
 */
export function findUnfitSecret({ databases, otherServers, keys }: Secrets): string | undefined {
  for (const [variable, url] of databases)
    if (url && !passwordOf(url) && !hasOtherProof(url)) return `${variable} has no password: ${advice}.`
  for (const [variable, url] of [...databases, ...otherServers])
    if (url && isPublished(passwordOf(url)))
      return `The password in ${variable} is published in Jaanch's repository: ${advice}.`
  for (const [variable, key] of keys)
    if (key?.split(',').some(isPublished))
      return `${variable} is published in Jaanch's repository: ${advice}.`
  return undefined
}

const isPublished = (secret: string) => published.some((pattern) => pattern.test(secret))

/** A certificate, or a socket of this machine, whose server knows the account that connects. */
function hasOtherProof(url: string): boolean {
  const { searchParams } = new URL(url)
  return searchParams.has('sslcert') || (searchParams.get('host')?.startsWith('/') ?? false)
}
