import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Limit } from '@jaanch/contracts/limits'
import type { Server } from 'socket.io'
import { networkOf } from '../auth/network.ts'
import { addressOf } from '../http/trusted-proxies.ts'
import { TooManyError } from '../limits/limits.ts'

const retryAfterMs = 60_000

type Connection = { request: IncomingMessage | null; once(event: 'close', listen: () => void): void }

/** Bounds the open connections of each network. A further handshake is answered 429. */
export function limitNetworkSockets(engine: Server['engine'], limit: Limit, trustedProxies: number): void {
  const open = new Map<string, number>()

  engine.use((request: HandshakeRequest, response: unknown, next: () => void) => {
    // requests of a connection that is counted already have its id; Engine.IO takes an empty one for none
    const isNew = !request._query?.sid
    const network = networkOf(addressOf(request, trustedProxies))
    if (isNew && (open.get(network) ?? 0) >= limit.max) return refuse(request, response, limit)
    next()
  })

  engine.on('connection', (connection: Connection) => {
    if (!connection.request) return
    const network = networkOf(addressOf(connection.request, trustedProxies))
    open.set(network, (open.get(network) ?? 0) + 1)
    connection.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
    // the request of the handshake is kept for nothing: without it a connection takes 10 kB of heap and not 12.4
    connection.request = null
  })
}

/** Engine.IO parses the query before its middleware runs. */
type HandshakeRequest = IncomingMessage & { _query?: Record<string, string> }

function refuse(request: IncomingMessage, response: unknown, limit: Limit): void {
  const { message, retryAfter } = new TooManyError(limit, retryAfterMs)
  const body = JSON.stringify({ error: message })
  const headers = {
    'content-type': 'application/json',
    'retry-after': String(retryAfter),
    connection: 'close',
  }
  if (response instanceof ServerResponse) {
    response.writeHead(429, headers).end(body)
    return
  }
  // Engine.IO has no way to answer a refused WebSocket handshake
  const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body) })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  request.socket.end(`HTTP/1.1 429 Too Many Requests\r\n${lines}\r\n${body}`)
}
