import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { runScript, useTempDir } from '../../../local/testing.ts'

const directory = useTempDir()
const at = (...names: string[]) => join(directory.path, ...names)
beforeEach(() => {
  for (const name of ['bin', 'secrets', 'work']) mkdirSync(at(name))
  // only says how it is called
  writeFileSync(at('bin', 'nginx'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 })
})

/** The environment that docker-compose.yml gives the container without any variable of the operator */
const defaults = {
  API_SERVERS: 'api-1 api-2',
  PORT: '3000',
  PUBLIC_URL: '',
  PUBLISH_ADDRESS: '127.0.0.1',
  PLAIN_HTTP: '0',
  PROXY_ADDRESSES: '',
}

type Given = { variables?: Record<string, string>; secrets?: string[] }

async function start({ variables = {}, secrets = [] }: Given = {}) {
  for (const name of ['tls-certificate', 'tls-key'])
    writeFileSync(at('secrets', name), secrets.includes(name) ? 'PEM' : '')
  const { code, out, err } = await runScript('infra/deploy/nginx/compose/start.sh', [], {
    ...defaults,
    ...variables,
    ...{ PATH: `${at('bin')}:${process.env.PATH}`, SECRETS: at('secrets'), WORK: at('work') },
  })
  if (code === 0) expect(out).toBe(`-c ${at('work', 'nginx.conf')}\n`)
  return { code, err }
}

const written = (name: string) => readFileSync(at('work', name), 'utf8')
const both = ['tls-certificate', 'tls-key']
const publicUrl = { PUBLIC_URL: 'https://jaanch.example/' }

describe('nginx in containers', () => {
  it('passes requests on to each API process, without TLS for this machine only', async () => {
    expect(await start()).toEqual({ code: 0, err: '' })
    expect(written('upstream.conf')).toBe(
      'server api-1:3000 max_fails=1 fail_timeout=2s;\nserver api-2:3000 max_fails=1 fail_timeout=2s;\n',
    )
    expect(written('proxies.conf')).toBe('')
    expect(written('site.conf')).toMatch(/listen 8080 default_server;\n.*locations\.conf/)
    expect(written('site.conf')).not.toMatch(/ssl/)
    for (const file of ['nginx.conf', 'site.conf']) expect(written(file)).not.toMatch(/@[A-Z_]+@/)
    expect(written('nginx.conf')).toContain('access_log /dev/stdout jaanch_refused if=$jaanch_refused;')
  })

  it('serves TLS with a certificate, and leads from HTTP to PUBLIC_URL [V12.1.1]', async () => {
    const variables = { ...publicUrl, PUBLISH_ADDRESS: '0.0.0.0' }
    expect(await start({ secrets: both, variables })).toEqual({ code: 0, err: '' })
    expect(written('site.conf')).toContain('return 308 https://jaanch.example$request_uri;')
    expect(written('site.conf')).toContain('listen 8443 ssl http2 default_server;')
    for (const file of ['nginx.conf', 'site.conf']) expect(written(file)).not.toMatch(/@[A-Z_]+@/)
  })

  it.each(['127.0.0.1', '127.0.1.1', '::1', 'localhost'])('serves plain HTTP on %s', async (address) => {
    expect(await start({ variables: { PUBLISH_ADDRESS: address } })).toEqual({ code: 0, err: '' })
  })

  it.each(['0.0.0.0', '192.0.2.1', '::', ''])(
    'refuses plain HTTP on %j, unless a proxy elsewhere does TLS [V12.1.1]',
    async (address) => {
      const variables = { PUBLISH_ADDRESS: address }
      expect(await start({ variables })).toEqual({
        code: 1,
        err: expect.stringMatching(/^Without TLS_CERTIFICATE and TLS_KEY, .+\n$/),
      })
      expect(await start({ variables: { ...variables, PLAIN_HTTP: '1' } })).toEqual({ code: 0, err: '' })
    },
  )

  it('takes the address of callers from the proxies that it is told of', async () => {
    await start({ variables: { PROXY_ADDRESSES: '10.83.47.1,192.0.2.0/24' } })
    expect(written('proxies.conf')).toBe(
      'set_real_ip_from 10.83.47.1;\nset_real_ip_from 192.0.2.0/24;\nreal_ip_header X-Forwarded-For;\nreal_ip_recursive on;\n',
    )
  })

  it.each([
    ['a certificate without its key', { secrets: ['tls-certificate'], variables: publicUrl }, /both files/],
    ['a key without its certificate', { secrets: ['tls-key'], variables: publicUrl }, /both files/],
    ['no public address', { secrets: both }, /PUBLIC_URL/],
    ['one of HTTP', { secrets: both, variables: { PUBLIC_URL: 'http://jaanch.example' } }, /PUBLIC_URL/],
  ])('refuses TLS with %s', async (_, given: Given, sentence) => {
    expect(await start(given)).toEqual({ code: 1, err: expect.stringMatching(sentence) })
  })
})
