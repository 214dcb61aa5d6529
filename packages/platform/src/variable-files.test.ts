import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadConfig } from './config.ts'
import { variableNames } from './settings.ts'
import { ConfigError, childEnvironment } from './variable-files.ts'

const directory = mkdtempSync(join(tmpdir(), 'jaanch-variables-'))
afterAll(() => rmSync(directory, { recursive: true }))

/** @returns the path of a new file */
function file(content: string): string {
  const path = join(directory, crypto.randomUUID())
  writeFileSync(path, content)
  return path
}

function messageFor(variables: Record<string, string>): string {
  try {
    loadConfig(variables)
    return ''
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message
  }
}

const key = 'ee1ea7d7a3f0f3f5b1f8f0ba5c2a4d6e'

describe('a variable that is given as a file', () => {
  it.each([
    ['without a newline', key],
    ['with one at its end', `${key}\n`],
    ['with one of Windows', `${key}\r\n`],
  ])('has the content of the file %s', (_, content) => {
    expect(loadConfig({ JWT_SECRET_FILE: file(content) }).jwtSecret).toBe(key)
  })

  it('is not set if the file is empty, or no path is given', () => {
    const variables = { JWT_SECRET_FILE: '/dev/null', PORT_FILE: file('\n'), HOST_FILE: '' }
    expect(loadConfig(variables)).toEqual(loadConfig({}))
    expect(loadConfig({ ...variables, JWT_SECRET: key }).jwtSecret).toBe(key)
  })

  it('comes before a default of the process', () => {
    expect(loadConfig({ HOST_FILE: file('192.0.2.1') }, { HOST: '127.0.0.1' }).host).toBe('192.0.2.1')
    expect(loadConfig({}, { HOST: '127.0.0.1' }).host).toBe('127.0.0.1')
  })

  it('is refused if it is given as a value too', () => {
    expect(messageFor({ JWT_SECRET: key, JWT_SECRET_FILE: file(key) })).toBe(
      'Set JWT_SECRET or JWT_SECRET_FILE, not both.',
    )
  })

  it('is refused if the file cannot be read, without its path, which may be the secret', () => {
    expect(messageFor({ JWT_SECRET_FILE: join(directory, key) })).toBe(
      'The file that JWT_SECRET_FILE names cannot be read: ENOENT.',
    )
    expect(messageFor({ JWT_SECRET_FILE: directory })).toMatch(/cannot be read: EISDIR\.$/)
  })
})

describe('the passwords of servers', () => {
  it('fill in those that the addresses lack', () => {
    expect(
      loadConfig({
        DATABASE_URL: 'postgres://service@db:5432/jaanch?sslmode=require',
        READ_DATABASE_URL: 'postgres://service@one/jaanch,postgres://service:own@two/jaanch',
        DATABASE_PASSWORD: 'service-secret',
        DATABASE_OWNER_URL: 'postgres://owner@db/jaanch',
        DATABASE_OWNER_PASSWORD_FILE: file('owner-secret\n'),
        REDIS_URL: 'redis://jaanch@redis:6379',
        REDIS_PASSWORD_FILE: file('redis-secret\n'),
      }),
    ).toMatchObject({
      databaseUrl: 'postgres://service:service-secret@db:5432/jaanch?sslmode=require',
      readDatabaseUrls: ['postgres://service:service-secret@one/jaanch', 'postgres://service:own@two/jaanch'],
      databaseOwnerUrl: 'postgres://owner:owner-secret@db/jaanch',
      redisUrl: 'redis://jaanch:redis-secret@redis:6379',
    })
  })

  it('change no address that has one', () => {
    const DATABASE_URL = 'postgres://service:own@db/jaanch'
    const REDIS_URL = 'redis://:own@redis'
    const passwords = {
      DATABASE_PASSWORD: 'other',
      DATABASE_OWNER_PASSWORD: 'other',
      REDIS_PASSWORD: 'other',
    }
    expect(loadConfig({ DATABASE_URL, REDIS_URL, ...passwords })).toMatchObject({
      databaseUrl: DATABASE_URL,
      databaseOwnerUrl: DATABASE_URL,
      redisUrl: REDIS_URL,
    })
    const inQuery = 'postgres://service@db/jaanch?password=own'
    expect(loadConfig({ DATABASE_URL: inQuery, ...passwords }).databaseUrl).toBe(inQuery)
  })

  it('may contain any character', () => {
    const password = '%41 p@ss/wörd:?#&='
    const { databaseUrl = '' } = loadConfig({
      DATABASE_URL: 'postgres://service@db/jaanch',
      DATABASE_PASSWORD: password,
    })
    expect(decodeURIComponent(new URL(databaseUrl).password)).toBe(password)
    const socket = loadConfig({
      DATABASE_URL: 'postgres:///jaanch?host=/var/run/postgresql',
      DATABASE_PASSWORD: password,
    })
    expect(new URL(socket.databaseUrl ?? '').searchParams.get('password')).toBe(password)
  })
})

it('no message of the configuration contains a value', () => {
  const secret = 's3cret\nvalue'
  const values = [
    secret,
    JSON.stringify({ [secret]: secret }),
    JSON.stringify({ body: '{{to}}{{text}}', headers: { [secret]: secret } }),
    JSON.stringify({ body: {}, method: secret }),
    `postgres://user:${secret} @[db/jaanch`,
    'postgres://user:s3cret%@db/jaanch',
  ]
  const messages = variableNames.flatMap((name) =>
    values.flatMap((value) => [messageFor({ [name]: value }), messageFor({ [`${name}_FILE`]: file(value) })]),
  )
  expect(messages.filter(Boolean).length).toBeGreaterThan(variableNames.length * values.length)
  expect(messages.filter((message) => /s3cret/.test(message))).toEqual([])
})

it('a child process gets a value instead of the file that its parent read', () => {
  const parent = { PATH: '/bin', DATABASE_URL_FILE: '/run/secrets/url', JWT_SECRET: key }
  expect(childEnvironment(parent, { DATABASE_URL: 'postgres://a', JWT_SECRET: undefined })).toEqual({
    PATH: '/bin',
    DATABASE_URL: 'postgres://a',
  })
})
