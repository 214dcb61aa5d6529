import { readFileSync, statSync } from 'node:fs'
import { inRepository } from '@jaanch/infra/local/paths'
import { findUnfitSecret, loadConfig } from '@jaanch/platform/config'
import { knownVariables } from '@jaanch/platform/settings'
import { describe, expect, it } from 'vitest'
import { environmentOf, readCompose, readDevelopmentVariables, serviceOf, valuesOf } from './testing.ts'

const compose = readCompose()
const api = ['api-1', 'api-2', 'api-3'] as const
const owners = ['migrate', 'backup'] as const
const ours = [...api, 'workers', 'projector', ...owners] as const
const secrets = {
  POSTGRES_PASSWORD: 'f00ba51',
  SERVICE_PASSWORD: 'f00ba52',
  REDIS_PASSWORD: 'f00ba53',
  JWT_SECRET: 'f00ba54f00ba54f00ba54f00ba54f00ba54',
}
const service = (name: string) => serviceOf(compose, name)

/** Variables that containers do not get, and why */
const exceptions: Record<string, string> = {
  NODE_ENV: 'the image sets it',
  READ_DATABASE_PASSWORD: 'that of the database',
  HOST: 'inside a container, all addresses; PUBLISH_ADDRESS is that of the machine',
  DATA_DIR: 'containers have no data directory',
  LIMIT_SCALE: 'for load tests',
  REQUEST_DEADLINE_MS: 'for a trial on a machine that other programs keep busy',
}
/** Only for the services that need it */
const limited: Record<string, readonly string[]> = {
  ACCESS_LOG: api,
  DATABASE_OWNER_URL: owners,
  DATABASE_OWNER_PASSWORD: owners,
  ERASURE_LEDGER: [...api, 'backup'],
  JWT_SECRET: api,
  SECOND_FACTOR_KEY: api,
  SMTP_URL: ['workers'],
  SMS_GATEWAY: ['workers'],
}

const fileSuffix = /_FILE$/
/** Not a variable of ours: Node reads it */
const ofNode = 'NODE_OPTIONS'

describe('the containers', () => {
  it('get every variable that they need, and no other [V13.3.2]', () => {
    for (const name of ours) {
      const expected = knownVariables.filter(
        (variable) => !(variable in exceptions) && (limited[variable] ?? ours).includes(name),
      )
      const given = Object.keys(service(name).environment ?? {}).filter((variable) => variable !== ofNode)
      expect(given.filter((variable) => !fileSuffix.test(variable)).sort(), name).toEqual(expected.sort())
      const files = given
        .filter((variable) => fileSuffix.test(variable))
        .map((variable) => variable.replace(fileSuffix, ''))
      expect(expected, name).toEqual(expect.arrayContaining(files))
    }
  })

  it('get the files of secrets that they need, and no other [V13.3.2]', () => {
    for (const name of ours) {
      const mounted = Object.entries(service(name).environment ?? {})
        .filter(([variable]) => fileSuffix.test(variable))
        .map(([, path]) => path.replace('/run/secrets/', ''))
      expect(service(name).secrets?.toSorted(), name).toEqual([...new Set(mounted)].sort())
    }
    const mounted = Object.values(compose.services).flatMap(({ secrets: names = [] }) => names)
    expect([...new Set(mounted)].sort()).toEqual(Object.keys(compose.secrets).sort())
  })

  it('have no secret unless one is given: each file is an empty one by default', () => {
    const empty = /^\$\{[A-Z_]+:-(\.\/infra\/deploy\/compose\/not-given)\}$/
    for (const [name, { file }] of Object.entries(compose.secrets)) {
      expect(statSync(inRepository(empty.exec(file)?.[1] ?? 'docker-compose.yml')).size, name).toBe(0)
    }
    const all = Object.values(compose.services).flatMap((each) => Object.entries(environmentOf(each, {})))
    const filled = all.filter(([name, value]) => /PASSWORD$|SECRET$|AUTH$|KEY$/.test(name) && value !== '')
    expect(filled).toEqual([])
    for (const name of ours) {
      const { databaseUrl, databaseOwnerUrl } = loadConfig(valuesOf(service(name), {}))
      for (const url of [databaseUrl, databaseOwnerUrl]) {
        const databases = [['DATABASE_URL', url] as const]
        expect(findUnfitSecret({ databases, otherServers: [], keys: [] })).toMatch(/has no password/)
      }
    }
  })

  it('accept no published secret and load no demo, unless told [V6.3.2 V13.2.3 V15.2.3]', () => {
    for (const name of ours) {
      const config = loadConfig(valuesOf(service(name), secrets))
      expect(config).toMatchObject({ allowKnownSecrets: false, demo: false, trustedProxies: 1 })
      const databases = [['DATABASE_URL', config.databaseUrl] as const]
      expect(findUnfitSecret({ databases, otherServers: [], keys: [] })).toBeUndefined()
    }
  })

  it('connect as a login that does not own the tables; only migrations and backups know the owner', () => {
    const loginOf = (url: string | undefined) => {
      const { username, password } = new URL(url ?? '')
      return { username, password }
    }
    const owner = {
      username: environmentOf(service('postgres'), secrets).POSTGRES_USER,
      password: secrets.POSTGRES_PASSWORD,
    }
    const login = { username: 'jaanch_service', password: secrets.SERVICE_PASSWORD }
    for (const name of ours) {
      const config = loadConfig(valuesOf(service(name), secrets))
      expect(loginOf(config.databaseUrl), name).toEqual(login)
      const isOwner = (owners as readonly string[]).includes(name)
      expect(loginOf(config.databaseOwnerUrl), name).toEqual(isOwner ? owner : login)
      expect(loginOf(config.redisUrl), name).toEqual({ username: 'jaanch', password: secrets.REDIS_PASSWORD })
    }
  })

  it('share the ledger of erasures, those that write it and those that restore, and it is not in the volume of the database', () => {
    const path = '/var/lib/jaanch/erasures'
    for (const name of [...api, 'backup']) {
      expect(service(name).volumes, name).toContain(`\${ERASURES:-erasures}:${path}`)
      expect(loadConfig(valuesOf(service(name), secrets)).erasureLedger, name).toBe(path)
    }
    expect(service('postgres').volumes?.join()).not.toContain('erasures')
    // a new volume gets the owner of the directory in the image
    expect(readFileSync(inRepository('infra/deploy/compose/Dockerfile'), 'utf8')).toContain(
      `--chown=1000:1000 /erasures ${path}\n`,
    )
  })

  it('have a variant with published secrets, which only its own machine reaches', () => {
    const development = readDevelopmentVariables()
    expect(development).toMatchObject({ PUBLISH_ADDRESS: '127.0.0.1', ALLOW_KNOWN_SECRETS: '1', DEMO: '1' })
    for (const name of ours) loadConfig(valuesOf(service(name), development))
    // its mails go to the catcher of the profile
    const { smtpUrl } = loadConfig(valuesOf(service('workers'), development))
    expect(new URL(smtpUrl ?? '').hostname).toBe('mailpit')
  })
})
