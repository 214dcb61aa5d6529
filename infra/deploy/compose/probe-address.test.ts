import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { inRepository } from '@jaanch/infra/local/paths'
import { describe, expect, it, onTestFinished } from 'vitest'
import { probeAddress } from './probe-address.ts'

describe('the address of a probe', () => {
  it.each([
    [{ METRICS_PORT: '0.0.0.0:9464', PORT: '3000' }, 'http://127.0.0.1:9464/ready'],
    [{ METRICS_PORT: '[::]:9464' }, 'http://[::1]:9464/ready'],
    [{ METRICS_PORT: '[fd00::1]:9464' }, 'http://[fd00::1]:9464/ready'],
    [{ METRICS_PORT: '10.0.0.7:9464' }, 'http://10.0.0.7:9464/ready'],
    [{ METRICS_PORT: '9464' }, 'http://127.0.0.1:9464/ready'],
    [{ METRICS_PORT: '', PORT: '8080' }, 'http://127.0.0.1:8080/api/ready'],
    [{ METRICS_PORT: '0', HOST: '::' }, 'http://[::1]:3000/api/ready'],
    [{}, 'http://127.0.0.1:3000/api/ready'],
  ])('follows from %j', (variables, address) => {
    expect(probeAddress('ready', variables)).toBe(address)
  })

  it('is another one for the question whether the process must be restarted', () => {
    expect(probeAddress('live', { METRICS_PORT: '9464' })).toBe('http://127.0.0.1:9464/live')
    expect(probeAddress('live', {})).toBe('http://127.0.0.1:3000/api/health')
  })
})

describe('the health check of the image', () => {
  it.each([
    [200, '{"status":"ok"}', { code: 0, output: '{"status":"ok"}\n' }],
    [503, '{"status":"unavailable"}', { code: 1, output: /answers 503: \{"status":"unavailable"\}\n$/ }],
  ])('ends by what it is answered: %i', async (status, body, { code, output }) => {
    const asked: (string | undefined)[] = []
    const server = createServer((request, response) => {
      asked.push(request.url)
      response.writeHead(status).end(body)
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const ended = await check({ METRICS_PORT: String((server.address() as AddressInfo).port) })
    expect(ended).toMatchObject({ code, output: expect.stringMatching(output) })
    expect(asked.sort()).toEqual(['/live', '/ready'])
  })

  it('fails with one sentence if nothing listens, or it is asked something else', async () => {
    const nothing = await check({ METRICS_PORT: '1' })
    expect(nothing).toMatchObject({ code: 1, output: expect.stringMatching(/^http:.*ECONNREFUSED.*\n$/) })
    expect(await check({}, 'readiness')).toEqual({
      code: 1,
      output: 'Write ready or live, not readiness.\n',
    })
  })
})

async function check(environment: Record<string, string>, ...args: string[]) {
  const child = spawn(
    process.execPath,
    [inRepository('infra', 'deploy', 'compose', 'healthcheck.ts'), ...args],
    {
      env: environment,
    },
  )
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { code, output: stdout + stderr }
}
