import { execFile } from 'node:child_process'
import { isAbsolute } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findUnfitSecret, loadConfig, type Secrets } from './config.ts'
import { ConfigError } from './variable-files.ts'

function messageFor(variables: Record<string, string>): string {
  try {
    loadConfig(variables)
    return ''
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message
  }
}

describe('the configuration', () => {
  it('has a default for every optional variable', () => {
    const config = loadConfig({})
    expect(config).toMatchObject({
      production: false,
      port: 3000,
      host: '0.0.0.0',
      demo: false,
      publicUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      limitScale: 1,
      smsPerDay: 10_000,
    })
    expect(isAbsolute(config.dataDir)).toBe(true)
  })

  it('demands a second factor of staff where the page is https, unless it says otherwise', () => {
    const https = { PUBLIC_URL: 'https://jaanch.example' }
    const demands = (variables: Record<string, string>) => loadConfig(variables).requireStaffMfa
    expect(demands({})).toBe(false)
    expect(demands({ PUBLIC_URL: 'http://jaanch.example', REQUIRE_STAFF_MFA: '' })).toBe(false)
    expect(demands({ REQUIRE_STAFF_MFA: '1' })).toBe(true)
    expect(demands(https)).toBe(true)
    expect(demands({ ...https, REQUIRE_STAFF_MFA: '0' })).toBe(false)
  })

  it('names the invalid variable in one sentence', () => {
    for (const [name, value] of [
      ['PORT', 'eighty'],
      ['PORT', '70000'],
      ['PORT', '-1'],
      ['DATABASE_URL', 'not a url'],
      ['READ_DATABASE_URL', 'postgres://a/b,not a url'],
      ['READ_DATABASE_URL', 'postgres://reader:100%@replica/jaanch'],
      ['DEMO', 'yes'],
      ['JWT_SECRET', 'short'],
      ['JWT_SECRET', `${own.JWT_SECRET},short`],
      ['LOG_LEVEL', 'loud'],
      ['SMS_PER_DAY', '0'],
      ['METRICS_PORT', '0.0.0.0:http'],
      ['METRICS_PORT', '127.0.0.1:70000'],
      ['OPERATOR', '{"nom":"x"}'],
      ['OPERATOR', '{"phone":"call me"}'],
      ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector'],
      ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ] as const) {
      expect(messageFor({ [name]: value }), `${name}=${value}`).toMatch(
        new RegExp(`^The variable ${name} is not usable: [^\\n]+\\.$`),
      )
    }
  })

  it('listens for Prometheus on the loopback, unless an address is given', () => {
    const listens = (METRICS_PORT?: string) => {
      const { metricsPort, metricsHost } = loadConfig({ METRICS_PORT })
      return [metricsHost, metricsPort]
    }
    expect(listens()).toEqual(['127.0.0.1', undefined])
    expect(listens('9464')).toEqual(['127.0.0.1', 9464])
    expect(listens('0.0.0.0:9464')).toEqual(['0.0.0.0', 9464])
    expect(listens('[::1]:9464')).toEqual(['::1', 9464])
  })

  it('takes the owner of the database from DATABASE_URL, unless another is given', () => {
    const DATABASE_URL = 'postgres://service:a@db/jaanch'
    const DATABASE_OWNER_URL = 'postgres://owner:b@db/jaanch'
    expect(loadConfig({ DATABASE_URL }).databaseOwnerUrl).toBe(DATABASE_URL)
    expect(loadConfig({ DATABASE_URL, DATABASE_OWNER_URL })).toMatchObject({
      databaseUrl: DATABASE_URL,
      databaseOwnerUrl: DATABASE_OWNER_URL,
    })
  })
})

/** Starts a service with these variables. @returns its exit code and what it printed */
function start(service: string, env: Record<string, string>): Promise<object> {
  const main = new URL(`../../../services/${service}/src/main.ts`, import.meta.url).pathname
  return new Promise((done) =>
    execFile(process.execPath, [main], { env }, (error, stdout, stderr) =>
      done({ status: error?.code ?? 0, stdout, stderr }),
    ),
  )
}

const services = ['api', 'workers', 'projector']
const own = {
  DATABASE_URL: 'postgres://jaanch:f00ba5@127.0.0.1:1/jaanch',
  REDIS_URL: 'redis://127.0.0.1:1',
  JWT_SECRET: 'ee1ea7d7a3f0f3f5b1f8f0ba5c2a4d6e',
}

describe('a service that is started by hand', () => {
  it.each([
    ['an invalid variable', services, { PORT: 'eighty' }, /^The variable PORT is not usable: [^\n]+\.\n$/],
    ['no database', ['projector'], { DATABASE_URL: '' }, /^Set DATABASE_URL: [^\n]+\.\n$/],
    ['no JWT_SECRET', ['api'], { JWT_SECRET: '' }, /^Set JWT_SECRET: [^\n]+\.\n$/],
    [
      'a database without a password',
      ['projector'],
      { DATABASE_URL: 'postgres://jaanch@127.0.0.1:1/jaanch' },
      /^DATABASE_URL has no password: [^\n]+\.\n$/,
    ],
    [
      "the demo's published passwords beside secrets of one's own",
      ['projector'],
      { DEMO: '1' },
      /^DEMO=1 loads accounts whose passwords are published: [^\n]+\.\n$/,
    ],
  ])('ends with one sentence, no stack and exit code 1 for %s', async (_, names, change, sentence) => {
    const refused = { status: 1, stdout: '', stderr: expect.stringMatching(sentence) }
    const ended = await Promise.all(names.map((name) => start(name, { ...own, ...change })))
    expect(ended).toEqual(names.map(() => refused))
  })
})

const ownSecret = 'f00ba5f00ba5f00ba5f00ba5f00ba5f0'
const check = (change: Partial<Secrets>) =>
  findUnfitSecret({ databases: [], otherServers: [], keys: [], ...change })

describe('the secrets of a process', () => {
  it('are fit for use if nobody else knows them', () => {
    expect(
      check({
        databases: [
          ['DATABASE_URL', `postgres://jaanch:${ownSecret}@db/jaanch`],
          ['READ_DATABASE_URL', undefined],
        ],
        otherServers: [
          ['REDIS_URL', 'redis://127.0.0.1:6379'],
          ['REDIS_URL', `redis://jaanch:${ownSecret}@redis`],
        ],
        keys: [
          ['JWT_SECRET', ownSecret],
          ['JWT_SECRET', undefined],
        ],
      }),
    ).toBeUndefined()
  })

  it.each([
    'development-only',
    'development-only-secret-never-for-real-use',
    'a secret of the tests that is long enough',
    'a secret of the bench that is long enough',
  ])('are not if this repository publishes one: %s [V13.2.3]', (secret) => {
    const url = (scheme: string) => `${scheme}://jaanch:${encodeURIComponent(secret)}@server/jaanch`
    expect(check({ keys: [['JWT_SECRET', secret]] })).toMatch(/^JWT_SECRET is published/)
    expect(check({ databases: [['DATABASE_URL', url('postgres')]] })).toMatch(/^The password in DATABASE_URL/)
    expect(check({ otherServers: [['REDIS_URL', url('redis')]] })).toMatch(/^The password in REDIS_URL/)
  })

  it('are not if a database has none, unless it knows the caller in another way [V13.2.1]', () => {
    const databases = (url: string) => check({ databases: [['DATABASE_URL', url]] })
    expect(databases('postgres://jaanch@db/jaanch')).toMatch(/^DATABASE_URL has no password/)
    expect(databases('postgres://jaanch@db/jaanch?sslcert=/run/client.crt')).toBeUndefined()
    expect(databases('postgres://jaanch@localhost/jaanch?host=/var/run/postgresql')).toBeUndefined()
  })
})
