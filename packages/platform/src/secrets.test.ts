import { describe, expect, it } from 'vitest'
import { findUnfitSecret, type Secrets } from './config.ts'

const own = 'f00ba5f00ba5f00ba5f00ba5f00ba5f0'
const check = (change: Partial<Secrets>) =>
  findUnfitSecret({ databases: [], otherServers: [], keys: [], ...change })

describe('the secrets of a process', () => {
  it('are fit for use if nobody else knows them', () => {
    expect(
      check({
        databases: [
          ['DATABASE_URL', `postgres://jaanch:${own}@db/jaanch`],
          ['READ_DATABASE_URL', undefined],
        ],
        otherServers: [
          ['REDIS_URL', 'redis://127.0.0.1:6379'],
          ['REDIS_URL', `redis://jaanch:${own}@redis`],
        ],
        keys: [
          ['JWT_SECRET', own],
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
