import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import type { Bounds } from '@jaanch/platform/http/bounds'
import type { FastifyInstance } from 'fastify'

type Address = { host: string; port: number }

/**
 * A turn of the event loop accepts one connection per listening socket (libuv since 1.45). In a flood a turn takes 50 ms and more,
 * so one socket would accept 20 connections a second, and the others would wait for half a minute to be refused. Of 16 sockets on
 * the same port, each takes its share.
 */
const socketCount = process.platform === 'linux' ? 16 : 1

export type Listening = {
  port: number
  /** Resolves when the server was closed and the last connection has ended */
  closed: Promise<unknown>
}

/** Starts to accept connections. @throws if another process listens on the port */
export async function listen(
  app: FastifyInstance,
  { host, port }: Address,
  { connections }: Pick<Bounds, 'connections'>,
): Promise<Listening> {
  if (socketCount === 1) {
    await app.listen({ host, port })
    return { port: (app.server.address() as AddressInfo).port, closed: untilClosed(app.server) }
  }
  // with the options of an HTTP server's sockets
  const others = Array.from({ length: socketCount - 1 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => app.server.emit('connection', socket)),
  )
  for (const server of [app.server as Server, ...others]) server.maxConnections = connections / socketCount
  // the HTTP server waits for its own socket's connections only
  const closed = Promise.all([app.server, ...others].map(untilClosed))
  app.addHook('preClose', async () => {
    for (const server of others) server.close()
  })
  await assertFree({ host, port })
  await app.listen({ host, port, reusePort: true } as Address)
  const bound = app.server.address() as AddressInfo
  for (const server of others) {
    server.listen({ host: bound.address, port: bound.port, reusePort: true })
    await once(server, 'listening')
  }
  return { port: bound.port, closed }
}

function untilClosed(server: Pick<Server, 'once'>): Promise<void> {
  return new Promise((resolve) => server.once('close', resolve))
}

/** A socket that shares its port does not notice that another process of the same user uses it. */
async function assertFree(address: Address): Promise<void> {
  const probe = createServer().listen(address)
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}
