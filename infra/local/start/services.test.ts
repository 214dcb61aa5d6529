import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadLocalConfig, localUrl, serviceEnvironment } from './services.ts'

afterEach(() => vi.unstubAllEnvs())

describe('npm start', () => {
  it.each([{}, { HOST: '', DEMO: '' }])(
    'listens on this machine only, and loads the demo: %j',
    (variables) => {
      expect(loadLocalConfig(variables)).toMatchObject({ host: '127.0.0.1', demo: true })
    },
  )

  it('does as the variables say', () => {
    expect(loadLocalConfig({ HOST: '0.0.0.0', DEMO: '0' })).toMatchObject({ host: '0.0.0.0', demo: false })
  })

  it.each([
    ['127.0.0.1', 'http://localhost:3000'],
    ['0.0.0.0', 'http://localhost:3000'],
    ['192.168.1.5', 'http://192.168.1.5:3000'],
    ['::1', 'http://[::1]:3000'],
  ])('listens on %s and is reached at %s', (host, url) => {
    expect(localUrl({ host, port: 3000 })).toBe(url)
  })

  it('tells the services the address, and not who owns the database', () => {
    vi.stubEnv('DATABASE_OWNER_URL', 'postgres://owner:f00ba5@db/jaanch')
    vi.stubEnv('HOST', '')
    const env = serviceEnvironment(loadLocalConfig({}), {
      DATABASE_URL: 'postgres://service:f00ba5@db/jaanch',
    })
    expect(env).toMatchObject({ HOST: '127.0.0.1', ALLOW_KNOWN_SECRETS: '1' })
    expect(env.DATABASE_OWNER_URL).toBeUndefined()
  })
})
