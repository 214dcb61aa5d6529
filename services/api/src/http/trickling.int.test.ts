import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { it } from '@jaanch/tests/support/test'
import { describe, expect, onTestFinished } from 'vitest'

const bounds = { receiveMs: 900, receiveHeadersMs: 300, checkArrivalsMs: 50 }

/** The answer is lost if a character arrives after the end: then the client sees only the end */
const tooSlow = /^(HTTP\/1\.1 408 |$)/

async function open(url: string): Promise<{ socket: Socket; ended: Promise<string> }> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  await once(socket, 'connect')
  // also after an error: `once` would fail
  const ended = new Promise<string>((done) => socket.on('close', () => done(received)))
  return { socket, ended }
}

/** Sends a character every 20 ms until the connection ends. @returns what the API sent */
async function trickle(url: string, first: string, rest: string): Promise<string> {
  const { socket, ended } = await open(url)
  socket.write(first)
  const sending = setInterval(() => socket.write(rest), 20)
  return ended.finally(() => clearInterval(sending))
}

describe('a connection', () => {
  it('on which the headers of a request trickle in is ended', async ({ stack }) => {
    const url = await stack.anotherApi({ bounds })
    expect(await trickle(url, 'GET /api/health HTTP/1.1\r\nhost: jaanch\r\nx-slow: ', 'a')).toMatch(tooSlow)
  })

  it('on which a body trickles in is ended [V15.2.2]', async ({ stack }) => {
    const url = await stack.anotherApi({ bounds })
    const head = [
      'POST /api/auth/login HTTP/1.1',
      'host: jaanch',
      'content-type: application/json',
      'content-length: 10000',
    ]
    expect(await trickle(url, `${head.join('\r\n')}\r\n\r\n{`, ' ')).toMatch(tooSlow)
  })

  it('without another request is closed after a while', async ({ stack }) => {
    const { socket, ended } = await open(await stack.anotherApi({ bounds: { keepAliveMs: 200 } }))
    socket.write('GET /api/health HTTP/1.1\r\nhost: jaanch\r\n\r\n')
    expect(await ended).toMatch(/^HTTP\/1\.1 200 [\s\S]*keep-alive/i)
  })
})
