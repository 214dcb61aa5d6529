/** Requests that no HTTP client sends: bytes written to the socket. */
import { connect } from 'node:net'
import { describe, expect } from 'vitest'
import { createClient } from '../../support/client.ts'
import type { Stack } from '../../support/stack.ts'
import { stackTest } from '../../support/test.ts'

const it = stackTest({ workers: false })

/** @returns everything that the server sent until it closed the connection */
function sendBytes(stack: Stack, bytes: string): Promise<string> {
  const { hostname, port } = new URL(stack.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
    socket.write(Buffer.from(bytes, 'latin1'))
  })
}

const host = 'Host: x\r\n'
const post = `POST /api/auth/login HTTP/1.1\r\n${host}Content-Type: application/json\r\n`

describe('bytes that are not HTTP', () => {
  it.for([
    ['nonsense', 'hello\r\n\r\n', 400],
    ['the beginning of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', 400],
    ['a path with an invalid byte', `GET /api/bookings/\xe9 HTTP/1.1\r\n${host}\r\n`, 400],
    ['an additional space', `GET /api/health now HTTP/1.1\r\n${host}\r\n`, 400],
    ['an unknown version', `GET /api/health HTTP/9.9\r\n${host}\r\n`, 400],
    ['a NUL in a header', `GET /api/health HTTP/1.1\r\n${host}X-A: a\0b\r\n\r\n`, 400],
    ['a folded header', `GET /api/health HTTP/1.1\r\n${host}X-A: a\r\n b\r\n\r\n`, 400],
    ['two lengths', `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
    ['a length and chunks', `${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
    ['a length below zero', `${post}Content-Length: -1\r\n\r\n{}`, 400],
    ['a length that is too large', `${post}Content-Length: 99999999999999999999999\r\n\r\n{}`, 400],
    ['a chunk without a size', `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`, 400],
    ['headers above the limit', `GET /api/health HTTP/1.1\r\n${host}X-A: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ] as const)(
    'are refused in our error format: %s [V3.4.1 V4.1.1 V4.2.1]',
    async ([_, bytes, status], { stack }) => {
      const [head = '', body = ''] = (await sendBytes(stack, bytes)).split('\r\n\r\n')
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      expect(head.toLowerCase()).toContain('content-type: application/json')
      expect(head.toLowerCase()).toContain('x-content-type-options: nosniff')
      expect(Object.keys(JSON.parse(body))).toEqual(['error', 'code'])
      expect((await createClient(stack.url).raw('/api/health')).status).toBe(200)
    },
  )

  it.for(['h2c', 'TLS/1.0', 'websocket'])(
    'are answered over HTTP/1.1 if they request an upgrade to %s',
    async (protocol, { stack }) => {
      const answer = await sendBytes(
        stack,
        `GET /api/health HTTP/1.1\r\n${host}Connection: Upgrade, close\r\nUpgrade: ${protocol}\r\n\r\n`,
      )
      expect(answer).toMatch(/^HTTP\/1\.1 200 /)
      expect(answer).toContain('{"status":"ok"')
    },
  )

  it('of a TRACE, which would show a caller what proxies add, get no echo [V13.4.4]', async ({ stack }) => {
    const answer = await sendBytes(
      stack,
      `TRACE /api/health HTTP/1.1\r\n${host}Connection: close\r\nX-Added: by a proxy\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(answer).not.toContain('by a proxy')
  })
})
