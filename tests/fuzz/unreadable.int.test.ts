/** What no HTTP client sends: bytes straight into the socket. */
import { connect } from 'node:net'
import { describe, expect } from 'vitest'
import { createClient } from '../support/client.ts'
import type { Stack } from '../support/stack.ts'
import { stackTest } from '../support/test.ts'

const it = stackTest({ workers: false })

/** @returns all that came back until the server closed the connection */
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

describe('what is no HTTP', () => {
  it.for([
    ['nonsense', 'hello\r\n\r\n', 400],
    ['the beginning of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', 400],
    ['a path with a byte that paths have not', `GET /api/bookings/\xe9 HTTP/1.1\r\n${host}\r\n`, 400],
    ['a space too many', `GET /api/health now HTTP/1.1\r\n${host}\r\n`, 400],
    ['a version that never was', `GET /api/health HTTP/9.9\r\n${host}\r\n`, 400],
    ['a NUL in a header', `GET /api/health HTTP/1.1\r\n${host}X-A: a\0b\r\n\r\n`, 400],
    ['a header folded', `GET /api/health HTTP/1.1\r\n${host}X-A: a\r\n b\r\n\r\n`, 400],
    ['two lengths', `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
    ['a length and chunks', `${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
    ['a length below zero', `${post}Content-Length: -1\r\n\r\n{}`, 400],
    ['a length beyond all', `${post}Content-Length: 99999999999999999999999\r\n\r\n{}`, 400],
    ['a chunk of no size', `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`, 400],
    ['more headers than fit', `GET /api/health HTTP/1.1\r\n${host}X-A: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ] as const)('%s is refused in our words', async ([_, bytes, status], { stack }) => {
    const [head = '', body = ''] = (await sendBytes(stack, bytes)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(head.toLowerCase()).toContain('content-type: application/json')
    expect(Object.keys(JSON.parse(body))).toEqual(['error'])
    expect((await createClient(stack.url).raw('/api/health')).status).toBe(200)
  })

  it.for(['h2c', 'TLS/1.0', 'websocket'])(
    'a wish for %s on a call is answered without it',
    async (wish, { stack }) => {
      const answer = await sendBytes(
        stack,
        `GET /api/health HTTP/1.1\r\n${host}Connection: Upgrade, close\r\nUpgrade: ${wish}\r\n\r\n`,
      )
      expect(answer).toMatch(/^HTTP\/1\.1 200 /)
      expect(answer).toContain('{"status":"ok"}')
    },
  )
})
