import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadConfig } from './config.ts'
import { checkConfig, findUnknownVariables, type Service } from './config-check.ts'

const fit = {
  PUBLIC_URL: 'https://jaanch.test',
  DATABASE_URL: 'postgres://jaanch:own@db.test/jaanch?sslmode=verify-full',
  REDIS_URL: 'rediss://:own@cache.test',
  SMTP_URL: 'smtps://mail.test',
  SMS_GATEWAY: 'https://sms.test',
  CLAMD_URL: 'tcp://clamd:3310',
  OPERATOR: JSON.stringify({ name: 'Aarogya', address: 'Surat', grievance: 'Asha', support: 'Asha' }),
}
const synchronized = (path: string) => /^.run.systemd.(system|timesync.synchronized)$/.test(path)

const services: readonly Service[] = ['api', 'workers', 'projector']
const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-')

/** The sentences about a service with these variables */
function textsFor(change: Record<string, string>, service: Service = 'api', exists = synchronized): string[] {
  const variables = { ...fit, ...change }
  return checkConfig({ config: loadConfig(variables), service }, variables, exists).map(({ text }) => text)
}

describe('the settings of a service', () => {
  it.each(services)('of %s that are complete have no finding', (service) => {
    expect(textsFor({}, service)).toEqual([])
  })

  it.each<[string, RegExp, Record<string, string>, Service]>([
    ['an address of this machine', /^PUBLIC_URL is an address/, { PUBLIC_URL: 'https://localhost' }, 'api'],
    ['no public address', /^PUBLIC_URL is an address/, { PUBLIC_URL: '' }, 'workers'],
    ['plain HTTP', /^PUBLIC_URL is not https/, { PUBLIC_URL: 'http://jaanch.test' }, 'api'],
    [
      'a plain database',
      /^The connection to the database/,
      { DATABASE_URL: 'postgres://a:b@10.0.0.1/j' },
      'projector',
    ],
    [
      'a plain replica',
      /^The connection to the database/,
      { READ_DATABASE_URL: 'postgres://a:b@r.test/j' },
      'api',
    ],
    ['a plain Redis', /^The connection to Redis/, { REDIS_URL: 'redis://:b@cache.test' }, 'workers'],
    ['no limits', /^LIMIT_SCALE is 100:/, { LIMIT_SCALE: '100' }, 'api'],
    ['passwords alone', /^REQUIRE_STAFF_MFA is 0/, { REQUIRE_STAFF_MFA: '0' }, 'api'],
    ['no scanner', /^CLAMD_URL is not set/, { CLAMD_URL: '' }, 'api'],
    ['no mail server', /^SMTP_URL is not set/, { SMTP_URL: '' }, 'workers'],
    ['no gateway', /^SMS_GATEWAY is not set/, { SMS_GATEWAY: '' }, 'workers'],
    [
      'placeholders',
      /^OPERATOR has no address, grievance, support,/,
      { OPERATOR: '{"name":"Aarogya","support":"care@jaanch.example"}' },
      'api',
    ],
    ['a misspelt name', /^SMTP_URI is no setting/, { SMTP_URI: 'smtps://mail.test' }, 'projector'],
    ['known secrets on a public address', /^ALLOW_KNOWN_SECRETS is 1/, { ALLOW_KNOWN_SECRETS: '1' }, 'api'],
  ])('with %s have one, and only what the service uses counts', (_, sentence, change, service) => {
    expect(textsFor(change, service)).toEqual([expect.stringMatching(sentence)])
  })

  it.each([
    'postgres://a:b@localhost/j',
    'postgres://a:b@127.0.0.1/j',
    'postgres://a:b@[::1]/j',
    'postgres://a@localhost/j?host=/var/run/postgresql',
    'postgres://a:b@postgres/j',
  ])('%s is not a remote server', (DATABASE_URL) => {
    expect(textsFor({ DATABASE_URL, REDIS_URL: 'redis://redis:6379' })).toEqual([])
  })

  it.each<[string, string, Service, RegExp[]]>([
    ['with the demo', '1', 'workers', []],
    ['with the demo', '1', 'api', []],
    ['without the demo', '0', 'workers', [/^SMTP_URL is not set/, /^SMS_GATEWAY is not set/]],
    ['without the demo', '0', 'api', [/^OPERATOR has no name, address, grievance, support/]],
  ])('of a stack on one machine %s have what people miss who use it', (_, DEMO, service, sentences) => {
    const config = loadConfig({ ALLOW_KNOWN_SECRETS: '1', DEMO })
    const texts = checkConfig({ config, service }, {}, synchronized).map(({ text }) => text)
    expect(texts).toEqual(sentences.map((sentence) => expect.stringMatching(sentence)))
  })

  it('lead to sections of the docs that exist', () => {
    const nothing = {
      PUBLIC_URL: 'https://jaanch.test',
      DATABASE_URL: 'postgres://a:b@db.test/j',
      LIMIT_SCALE: '11',
    }
    const config = loadConfig({ ...nothing, REQUIRE_STAFF_MFA: '0' })
    const exists = (path: string) => path === '/run/systemd/system'
    const found = services.flatMap((service) => checkConfig({ config, service }, { SMPT_URL: 'x' }, exists))
    const known = checkConfig({ config: { ...config, allowKnownSecrets: true }, service: 'api' }, {})
    const sections = new Set([...found, ...known].map(({ docs }) => docs))
    expect(sections.size).toBeGreaterThan(5)
    for (const section of sections) {
      const [path = '', anchor] = section.split('#')
      const page = readFileSync(resolve(import.meta.dirname, '../../..', path), 'utf8')
      const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => anchorOf(title))
      if (anchor) expect(headings, section).toContain(anchor)
    }
  })

  it('never show a value', () => {
    const secret = 'postgres://user:geheim@db.test/j'
    const change = { DATABASE_URL: secret, REDIS_URL: 'redis://:geheim@cache.test', JWT_SECRTE: 'geheim' }
    const variables = { ...fit, ...change }
    const findings = checkConfig({ config: loadConfig(variables), service: 'api' }, variables, synchronized)
    expect(findings).toHaveLength(3)
    expect(JSON.stringify(findings)).not.toContain('geheim')
  })
})

it('a clock that nothing synchronises is found where systemd runs, and nothing is said of a container', () => {
  expect(textsFor({}, 'api', (path) => path === '/run/systemd/system')).toEqual([
    expect.stringContaining('clock'),
  ])
  expect(textsFor({}, 'api', (path) => /^.run.(systemd.system|chrony)$/.test(path))).toEqual([])
  expect(textsFor({}, 'api', () => false)).toEqual([])
})

describe('an unknown variable', () => {
  it.each([
    'SMPT_URL',
    'DATABSE_URL',
    'REDIS_ULR',
    'DATA_DRI',
    'PUBLIC_ULR',
    'REDIS_URLS',
    'LIMIT_SCALES_FILE',
  ])('%s is no setting, but almost one', (name) => {
    expect(findUnknownVariables([name])).toMatchObject([{ text: `${name} is no setting.` }])
  })

  it.each(['JWT_SECRETS_FILE', 'DATABASE_PASWORD', 'METRICS_PROT', 'SMS_PROVIDER'])(
    '%s is no setting, although some settings have its first word',
    (name) => {
      expect(findUnknownVariables([name])).toMatchObject([{ text: `${name} is no setting.` }])
    },
  )

  it('is not one of ours, of Node, npm, shells, systemd or Kubernetes', () => {
    const names = [
      ...['PORT', 'SMTP_URL_FILE', 'REDIS_PASSWORD', 'NODE_ENV', 'OTEL_SERVICE_NAME', 'NODE_OPTIONS'],
      ...[
        'PATH',
        'HOSTNAME',
        'LC_ALL',
        'LOGNAME',
        'SSH_CONNECTION',
        'XDG_DATA_DIRS',
        'HTTP_PROXY',
        'POSIX',
        'DATA_DISK',
      ],
      ...[
        'PGPASSWORD',
        'npm_config_port',
        'INIT_CWD',
        'INVOCATION_ID',
        'CREDENTIALS_DIRECTORY',
        'DEBUG',
        'CI',
      ],
      ...['KUBERNETES_SERVICE_HOST', 'REDIS_SERVICE_HOST', 'REDIS_PORT', 'REDIS_PORT_6379_TCP_PROTO'],
    ]
    expect(findUnknownVariables(names)).toEqual([])
  })
})
