import { spawnSync } from 'node:child_process'
import { isAbsolute } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, loadConfig, required } from './config.ts'

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
      workerConcurrency: 20,
      limitScale: 1,
    })
    expect(isAbsolute(config.dataDir)).toBe(true)
  })

  it('treats an empty variable as not set', () => {
    const names = [
      'PORT',
      'HOST',
      'DATABASE_URL',
      'DEMO',
      'DATA_DIR',
      'JWT_SECRET',
      'LOG_LEVEL',
      'WORKER_CONCURRENCY',
      'NODE_ENV',
    ]
    expect(loadConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(loadConfig({}))
  })

  it('names the invalid variable in one sentence', () => {
    for (const [name, value] of [
      ['PORT', 'eighty'],
      ['PORT', '70000'],
      ['PORT', '-1'],
      ['DATABASE_URL', 'not a url'],
      ['READ_DATABASE_URL', 'postgres://a/b,not a url'],
      ['DEMO', 'yes'],
      ['JWT_SECRET', 'short'],
      ['LOG_LEVEL', 'loud'],
      ['WORKER_CONCURRENCY', '0'],
    ] as const) {
      expect(messageFor({ [name]: value }), `${name}=${value}`).toMatch(
        new RegExp(`^The variable ${name} is not usable: [^\\n]+\\.$`),
      )
    }
  })

  it('names a required variable that is missing', () => {
    expect(() => required(loadConfig({}), 'databaseUrl')).toThrow(
      new ConfigError('Set DATABASE_URL: this process cannot run without it.'),
    )
    expect(required(loadConfig({ PORT: '0' }), 'port')).toBe(0)
  })

  it('ends a process that has an invalid variable with that sentence and no stack', () => {
    for (const service of ['api', 'workers', 'projector']) {
      const main = new URL(`../../../services/${service}/src/main.ts`, import.meta.url).pathname
      const { status, stderr } = spawnSync(process.execPath, [main], {
        env: { PORT: 'eighty' },
        encoding: 'utf8',
      })
      expect(status).toBe(1)
      expect(stderr).toMatch(/^The variable PORT is not usable: [^\n]+\.\n$/)
    }
  }, 30_000)
})
