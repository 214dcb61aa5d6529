import { readFileSync } from 'node:fs'
import { inRepository } from '@jaanch/infra/local/paths'
import { loadConfig, variableNames } from '@jaanch/platform/config'
import { findUnfitSecret } from '@jaanch/platform/secrets'
import { describe, expect, it } from 'vitest'
import { environmentOf, readCompose, readDevelopmentVariables } from './testing.ts'

const { services } = readCompose()
const ours = ['migrate', 'api', 'workers', 'projector'] as const
const secrets = {
  POSTGRES_PASSWORD: 'f00ba51',
  SERVICE_PASSWORD: 'f00ba52',
  REDIS_PASSWORD: 'f00ba53',
  JWT_SECRET: 'f00ba54f00ba54f00ba54f00ba54f00ba54',
}

/** Variables that containers do not get, and why */
const exceptions: Record<string, string> = {
  NODE_ENV: 'the image sets it',
  HOST: 'inside a container, all addresses; PUBLISH_ADDRESS is that of the machine',
  DATA_DIR: 'containers have no data directory',
  LIMIT_SCALE: 'for load tests',
  WORKER_PROCESSES: 'docker compose up --scale workers=2',
}
/** Only for the service that needs it */
const limited: Record<string, readonly string[]> = { DATABASE_OWNER_URL: ['migrate'], JWT_SECRET: ['api'] }

describe('the containers', () => {
  it('get every variable that they need, and no other', () => {
    for (const name of ours) {
      const expected = variableNames.filter(
        (variable) => !(variable in exceptions) && (limited[variable] ?? ours).includes(name),
      )
      expect(Object.keys(services[name].environment).sort(), name).toEqual(expected.sort())
    }
  })

  it.each(Object.keys(secrets))('do not start without %s', (secret) => {
    const given = { ...secrets, [secret]: '' }
    const start = () => {
      for (const service of Object.values(services)) if (service.environment) environmentOf(service, given)
    }
    expect(start).toThrow(`${secret}: see Secrets in docs/operations.md`)
  })

  it('accept no published secret and load no demo, unless told', () => {
    for (const name of ours) {
      const config = loadConfig(environmentOf(services[name], secrets))
      expect(config).toMatchObject({ allowKnownSecrets: false, demo: false, trustedProxies: 0 })
      const databases = [['DATABASE_URL', config.databaseUrl]] as const
      expect(findUnfitSecret({ databases: [...databases], otherServers: [], keys: [] })).toBeUndefined()
    }
  })

  it('connect as a login that does not own the tables; only the migrations know the owner', () => {
    const userOf = (url: string | undefined) => new URL(url ?? '').username
    const owner = environmentOf(services.postgres, secrets).POSTGRES_USER
    for (const name of ours)
      expect(userOf(environmentOf(services[name], secrets).DATABASE_URL), name).toBe('jaanch_service')
    expect(userOf(environmentOf(services.migrate, secrets).DATABASE_OWNER_URL)).toBe(owner)
  })

  it('have a variant with published secrets, which only its own machine reaches', () => {
    const development = readDevelopmentVariables()
    expect(development).toMatchObject({ PUBLISH_ADDRESS: '127.0.0.1', ALLOW_KNOWN_SECRETS: '1', DEMO: '1' })
    for (const name of ours) loadConfig(environmentOf(services[name], development))
  })
})

it('the README lists every variable', () => {
  const readme = readFileSync(inRepository('README.md'), 'utf8')
  const listed = [...readme.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name)
  // set by the image of the containers only
  expect(listed.sort()).toEqual(variableNames.filter((name) => name !== 'NODE_ENV').sort())
})
