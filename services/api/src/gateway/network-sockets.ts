import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Caller } from '@jaanch/contracts/caller'
import { addressOf, networkOf, widerBy, widerNetworkOf } from '@jaanch/platform/http/network'
import { type Limit, TooManyError } from '@jaanch/platform/limits/limits'
import { pause } from '@jaanch/platform/run-loop'
import type { Server, Socket } from 'socket.io'
import type { RateLimits } from '../limits.ts'
import type { AccessLog } from '../plugins/note-requests.ts'

const retryAfterMs = 60_000

type Connection = { request: IncomingMessage | null; once(event: 'close', listen: () => void): void }

/**
 * Bounds the open connections of each network, and for IPv6 those of its /48. A further handshake is answered 429.
 * @returns `fullest`: how full the fullest network is, 0 to 1; `networkOf`: the network of a connection
 */
export function limitNetworkSockets(
  engine: Server['engine'],
  limit: Limit,
  trustedProxies: number,
): { fullest(): number; networkOf(connection: object): string } {
  const known = new WeakMap<object, string>()
  const open = new Map<string, number>()

  function networksOf(request: IncomingMessage): string[] {
    const network = networkOf(addressOf(request, trustedProxies))
    const wider = widerNetworkOf(network)
    return wider ? [network, wider] : [network]
  }

  const filled = (network: string, sockets: number) =>
    sockets / (limit.max * (network.endsWith('/48') ? widerBy : 1))

  engine.use((request: HandshakeRequest, response: unknown, next: () => void) => {
    // requests of a connection that is counted already have its id; Engine.IO takes an empty one for none
    const isNew = !request._query?.sid
    const isFull = networksOf(request).some((network) => filled(network, open.get(network) ?? 0) >= 1)
    if (isNew && isFull) return refuse(request, response, limit)
    next()
  })

  engine.on('connection', (connection: Connection) => {
    if (!connection.request) return
    const networks = networksOf(connection.request)
    known.set(connection, networks[0] ?? '')
    for (const network of networks) open.set(network, (open.get(network) ?? 0) + 1)
    connection.once('close', () => {
      for (const network of networks) {
        const left = (open.get(network) ?? 1) - 1
        if (left > 0) open.set(network, left)
        else open.delete(network)
      }
    })
    // the request of the handshake is kept for nothing: without it a connection takes 10 kB of heap and not 12.4
    connection.request = null
  })

  return {
    fullest: () => Math.max(0, ...Array.from(open, ([network, sockets]) => filled(network, sockets))),
    networkOf: (connection) => known.get(connection) ?? '',
  }
}

/** Engine.IO parses the query before its middleware runs. */
type HandshakeRequest = IncomingMessage & { _query?: Record<string, string> }

function refuse(request: IncomingMessage, response: unknown, limit: Limit): void {
  const { body: answer, retryAfter } = new TooManyError(limit, retryAfterMs)
  const body = JSON.stringify(answer)
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
  request.socket.write(`HTTP/1.1 429 Too Many Requests\r\n${lines}\r\n${body}`)
  // no timeout of HTTP applies to it any more: a client that keeps its half open would keep the connection
  request.socket.destroySoon()
}

const route = '/socket.io'

type Noted = Pick<Socket, 'id' | 'conn' | 'once'> & { data: { caller?: Caller } }

/**
 * Lines for sockets beside those of the requests: when one was opened or refused, and when it ended.
 * @param networkOf the network of a connection
 */
export function createNoteSocket(
  { accessLog, rateLimits }: { accessLog: AccessLog; rateLimits: RateLimits },
  networkOf: (connection: object) => string,
): (socket: Noted, refused?: number) => void {
  return (socket, refused) => {
    const openedAt = Date.now()
    const line = {
      request: socket.id,
      route,
      user: socket.data.caller?.userId ?? null,
      network: rateLimits.pseudonymOf(networkOf(socket.conn)),
    }
    accessLog.write({ ...line, at: openedAt, method: 'CONNECT', status: refused ?? 101, ms: 0 })
    if (refused !== undefined) return
    socket.once('disconnect', () => {
      const at = Date.now()
      accessLog.write({ ...line, at, method: 'DISCONNECT', status: 101, ms: at - openedAt })
    })
  }
}

/** Clients send their token once, and a message when they show other slots or another page: a few in a minute */
const mostMessages = 50
const withinMs = 10_000

type MessageConnection = {
  on(event: 'packet', listen: (packet: { type: string }) => void): void
  removeAllListeners(event: 'data'): void
  close(discard: true): void
}

/**
 * Closes a connection that sends more than 50 messages in ten seconds. They are counted as they arrive, before Socket.IO parses them and
 * before anything is done for them, so that the last one costs nothing more.
 * @param now a clock that never goes back, ms
 */
export function limitMessages(
  engine: Pick<Server['engine'], 'on'>,
  now: () => number = () => performance.now(),
): void {
  engine.on('connection', (connection: MessageConnection) => {
    /** When the last messages came, the oldest first */
    const times: number[] = []
    connection.on('packet', ({ type }) => {
      if (type !== 'message') return
      times.push(now())
      if (times.length <= mostMessages) return
      const before = times.shift() as number
      if (now() - before >= withinMs) return
      // Engine.IO hands the packet on in any case
      connection.removeAllListeners('data')
      connection.close(true)
    })
  })
}

const stepMs = 100

/**
 * Closes connections evenly over a time. A few take less of it: one in each step of 100 ms.
 * @param overMs 0: closes none, since whoever closes the server closes them together
 */
export async function closeSpread<Connection>(
  connections: readonly Connection[],
  close: (connection: Connection) => void,
  overMs: number,
): Promise<void> {
  if (overMs === 0) return
  const startedAt = performance.now()
  const steps = Math.min(connections.length, overMs / stepMs)
  for (let step = 0; step < steps; step += 1) {
    const first = Math.floor((step * connections.length) / steps)
    const next = Math.floor(((step + 1) * connections.length) / steps)
    for (const connection of connections.slice(first, next)) close(connection)
    // from the start: what a step takes does not add up
    await pause(Math.max(0, startedAt + (step + 1) * stepMs - performance.now()))
  }
}
