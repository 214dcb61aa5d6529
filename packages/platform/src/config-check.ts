import { existsSync } from 'node:fs'
import type { Config } from './config.ts'
import type { Log } from './logging.ts'
import { separateTls } from './server-urls.ts'
import { givenVariables, knownVariables } from './settings.ts'

/** The process whose settings are checked: containers give each service only what it uses */
export type Service = 'api' | 'workers' | 'projector'

type Checked = { config: Config; service: Service }
type Check = (checked: Checked) => Finding | Finding[] | undefined

/**
 * Finds what is probably wrong with the settings of a service, and right by their schemas. A stack on one machine
 * (ALLOW_KNOWN_SECRETS=1, as under `npm start`) must not be reachable; without the demo it is a trial with real people, who wait for
 * messages and ask who runs it.
 * @param variables with a value, by name; values are not read
 * @param exists whether a file does; for tests
 */
export function checkConfig(
  { config, service }: Checked,
  variables: Record<string, string | undefined>,
  exists: (path: string) => boolean = existsSync,
): Finding[] {
  const unknown = findUnknownVariables(Object.keys(variables).filter((name) => variables[name]))
  const checks = checksFor(config, service)
  const found = checks.flatMap((check) => listOf(check({ config, service })))
  return [...unknown, ...found, ...(config.allowKnownSecrets ? [] : listOf(checkClock(exists)))]
}

const listOf = (found: Finding | Finding[] | undefined) => [found ?? []].flat()

const error = (text: string, advice: string, docs = 'docs/settings.md'): Finding => ({
  severity: 'error',
  text,
  advice,
  docs,
})
const warning = (text: string, advice: string, docs?: string): Finding => ({
  ...error(text, advice, docs),
  severity: 'warning',
})

const checkTls: Check = ({ config }) => {
  const databases = [config.databaseUrl, ...config.readDatabaseUrls]
  const isPlain = (url: string | undefined) => url !== undefined && isRemote(url) && !isEncrypted(url)
  const isRedisPlain = config.redisUrl?.startsWith('redis:') && isRemote(config.redisUrl)
  const findingOf = (server: string, advice: string) =>
    error(
      `The connection to ${server} is not encrypted, and it is another machine.`,
      advice,
      'docs/deployment.md#tls',
    )
  return [
    ...(databases.some(isPlain)
      ? [findingOf('the database', 'Add ?sslmode=verify-full to the address.')]
      : []),
    ...(isRedisPlain ? [findingOf('Redis', 'Use rediss://.')] : []),
  ]
}

const checkPublicUrl: Check = ({ config: { publicUrl } }) => {
  const { protocol, hostname } = new URL(publicUrl)
  if (isThisMachine(hostname)) {
    const advice = 'Set it to the address at which people reach the site: links in messages begin with it.'
    return error('PUBLIC_URL is an address of this machine.', advice)
  }
  if (protocol === 'https:') return undefined
  const advice = 'Put a proxy with a certificate in front, and write https://.'
  return error('PUBLIC_URL is not https: passwords and reports can be read on the way.', advice)
}

const checkLimitScale: Check = ({ config: { limitScale } }) =>
  limitScale > 10
    ? error(
        `LIMIT_SCALE is ${limitScale}: the limits protect from nothing.`,
        'Remove it: it is for load tests.',
        'docs/limits.md',
      )
    : undefined

const checkSecondFactors: Check = ({ config: { requireStaffMfa, publicUrl } }) =>
  !requireStaffMfa && publicUrl.startsWith('https:')
    ? warning(
        'REQUIRE_STAFF_MFA is 0: a password alone opens the account of a lab or an admin.',
        'Remove it.',
        'docs/privacy.md#two-step-sign-in',
      )
    : undefined

const checkScanner: Check = ({ config: { clamdUrl } }) =>
  clamdUrl
    ? undefined
    : warning('CLAMD_URL is not set: uploads are not scanned for malware.', 'Run ClamAV and name it.')

const checkOperator: Check = ({ config: { operator } }) => {
  const needed = ['name', 'address', 'grievance', 'support'] as const
  const unset = needed.filter((part) => !operator[part] || /@DOMAIN@|\bexample\b/i.test(operator[part]))
  if (unset.length === 0) return undefined
  return warning(
    `OPERATOR has no ${unset.join(', ')}, or an example: the pages at the foot of the site have placeholders.`,
    'Write who runs the installation.',
    'docs/deployment.md#before-the-first-customer',
  )
}

const noMails =
  'SMTP_URL is not set: e-mails stay in the outbox, and nobody can prove an address or reset a password.'

const checkProviders: Check = ({ config: { smtpUrl, smsGateway } }) => [
  ...(smtpUrl ? [] : [error(noMails, 'Name a mail server.')]),
  ...(smsGateway ? [] : [warning('SMS_GATEWAY is not set: SMS stay in the outbox.', 'Name a gateway.')]),
]

const checksOfAll: readonly Check[] = [checkTls]
const checksOf: Record<Service, readonly Check[]> = {
  api: [checkPublicUrl, checkLimitScale, checkSecondFactors, checkScanner, checkOperator],
  workers: [checkPublicUrl, checkLimitScale, checkProviders],
  projector: [],
}

/** Whether the stack is one for development: it needs none of what an installation needs */
export function isDevelopment({
  allowKnownSecrets,
  demo,
}: Pick<Config, 'allowKnownSecrets' | 'demo'>): boolean {
  return allowKnownSecrets && demo
}

const checksOfTrial: Record<Service, readonly Check[]> = {
  api: [checkOperator],
  workers: [checkProviders],
  projector: [],
}

function checksFor(config: Config, service: Service): readonly Check[] {
  if (isDevelopment(config)) return [checkKnownSecrets]
  if (config.allowKnownSecrets) return [checkKnownSecrets, ...checksOfTrial[service]]
  return [...checksOfAll, ...checksOf[service]]
}

const checkKnownSecrets: Check = ({ config: { publicUrl } }) => {
  if (isThisMachine(new URL(publicUrl).hostname)) return undefined
  return error(
    'ALLOW_KNOWN_SECRETS is 1, and PUBLIC_URL is not an address of this machine: everybody knows the secrets.',
    'Remove it, and make secrets of your own.',
    'docs/operations.md#secrets',
  )
}

/** Node cannot ask the kernel; a container sees nothing of these files, and is not asked. */
function checkClock(exists: (path: string) => boolean): Finding | undefined {
  const others = ['/run/chrony', '/run/chronyd.pid', '/run/ntpd.pid', '/run/openntpd.sock']
  if (!exists('/run/systemd/system') || ['/run/systemd/timesync/synchronized', ...others].some(exists))
    return undefined
  return warning(
    'No program keeps the clock of this machine right: codes of apps and times of visits depend on it.',
    'Install systemd-timesyncd or chrony; timedatectl shows whether it works.',
    'docs/operations.md#the-configuration',
  )
}

const hostOf = (url: string) => {
  const { hostname, searchParams } = new URL(url)
  return searchParams.get('host') ?? hostname
}

function isThisMachine(host: string): boolean {
  return (
    host === '' || host.startsWith('/') || /^(localhost|.*\.localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host)
  )
}

/** Not this machine, and not a name of a network of containers, which has one label. */
function isRemote(url: string): boolean {
  const host = hostOf(url)
  return !isThisMachine(host) && /[.:]/.test(host)
}

function isEncrypted(url: string): boolean {
  try {
    return separateTls(url).tls !== undefined
  } catch {
    // a certificate cannot be read: the process that connects says so
    return true
  }
}

/** The names that a process reads */
const known = new Set(knownVariables.flatMap((name) => [name, `${name}_FILE`]))

/** First words of our names that other programs use too: such a variable need not be meant for Jaanch */
const shared = new Set(
  ['ACCESS', 'ALLOW', 'DATA', 'LIMIT', 'LOG', 'NODE', 'OTEL', 'PUBLIC', 'READ', 'REDIS', 'TRUST'].map(
    (word) => `${word}_`,
  ),
)
const own = [
  ...new Set([...known].flatMap((name) => /^[A-Z]+_/.exec(name) ?? []).filter((word) => !shared.has(word))),
]

/** Whether one character was left out, added or changed, or two neighbours were exchanged. */
function isSlipOf(name: string, setting: string): boolean {
  const shorter = Math.min(name.length, setting.length)
  let [start, end] = [0, 0]
  while (start < shorter && name[start] === setting[start]) start += 1
  while (end < shorter - start && name.at(-1 - end) === setting.at(-1 - end)) end += 1
  const [typed, meant] = [name, setting].map((text) => text.slice(start, text.length - end)) as [
    string,
    string,
  ]
  return (
    Math.max(typed.length, meant.length) <= 1 ||
    (typed.length === 2 && typed === [...meant].reverse().join(''))
  )
}

/** Names of several words, because other programs have variables that resemble PORT or HOST */
const longNames = [...known].filter((name) => name.includes('_'))

/**
 * Finds variables that are meant for Jaanch but that no process reads: those with the first word of some setting, and those that are
 * almost one. The services of Kubernetes are none.
 * @param names of all variables that have a value
 */
export function findUnknownVariables(names: readonly string[]): Finding[] {
  const services = names.flatMap((name) => /^(.+)_SERVICE_HOST$/.exec(name)?.[1] ?? [])
  const isOfService = (name: string) => services.some((service) => isServiceVariable(name, service))
  return names
    .filter((name) => /^[A-Z][A-Z\d_]*$/.test(name) && !known.has(name) && !isOfService(name))
    .filter(
      (name) =>
        own.some((word) => name.startsWith(word)) || longNames.some((setting) => isSlipOf(name, setting)),
    )
    .map((name) => warning(`${name} is no setting.`, 'Remove it, or write the setting that you mean.'))
}

/** Kubernetes gives each container variables of all services of its namespace: REDIS_SERVICE_HOST, REDIS_PORT_6379_TCP, … */
function isServiceVariable(name: string, service: string): boolean {
  return name.startsWith(`${service}_SERVICE_`) || /^_PORT(_\d+_[A-Z_]+)?$/.test(name.replace(service, ''))
}

/** Something about a configuration that an operator should know. It never contains a value that is secret. */
export type Finding = {
  /** error: people are harmed or can do nothing; warning: something is missing that most installations need */
  severity: 'error' | 'warning'
  /** One sentence that says what is the case */
  text: string
  /** One sentence that says what to do */
  advice: string
  /** Path of the section in the repository, such as `docs/operations.md#secrets` */
  docs: string
}

/** The report of a process about its settings, which it sends to operators with its heartbeat */
export type ConfigReport = {
  /** Names of the settings that have a value here */
  set: string[]
  findings: Finding[]
  /** Whether the stack is one for development, which needs none of what an installation needs */
  isDevelopment: boolean
}

/** Checks the settings of this process, and logs a warning for each finding. To be called once, at its start. */
export function reportConfig(service: Service, config: Config, log: Log): ConfigReport {
  const report = describeConfig(service, config, process.env)
  for (const { severity, text, advice, docs } of report.findings)
    log.warn({ severity, docs }, `${text} ${advice}`)
  return report
}

/** The report that a process of the service would send with these variables, from which `config` was loaded. */
export function describeConfig(
  service: Service,
  config: Config,
  variables: Record<string, string | undefined>,
): ConfigReport {
  return {
    set: givenVariables(variables),
    findings: checkConfig({ config, service }, variables),
    isDevelopment: isDevelopment(config),
  }
}
