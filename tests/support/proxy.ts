import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export type TcpProxy = {
  /** The target's address, through the proxy */
  url: string
  /** Breaks all connections and refuses new ones, as if the server were down. */
  cut(): Promise<void>
  /** Keeps all connections and forwards nothing, as if the network were down. */
  silence(): void
  /** Keeps the connections of now without ever forwarding again, and serves new ones, as if the server's machine were replaced. */
  strand(): void
  /** Forwards again. */
  restore(): Promise<void>
  /** Breaks all connections and connects new ones to another server, as a load balancer does at a failover. */
  pointTo(target: string): void
  close(): Promise<void>
}

export type Proxies = { postgres: TcpProxy; redis: TcpProxy }

/**
 * Starts a proxy in front of a server, so that a test can cut it off without affecting other tests.
 *
 * @param first the server's address; if there are more, each connection goes to the next one, as behind a balancer
 */
export async function startProxy(first: string, ...others: string[]): Promise<TcpProxy> {
  let targets = [first, ...others]
  const pairs = new Set<[Socket, Socket]>()
  const stranded = new Set<Socket>()
  let silent = false
  let connections = 0

  function join(from: Socket): void {
    const { hostname, port } = new URL(targets[connections % targets.length] ?? first)
    connections += 1
    const to = connect(Number(port), hostname)
    const pair: [Socket, Socket] = [from, to]
    pairs.add(pair)
    for (const [one, other] of [pair, [to, from] as const]) {
      one.on('data', (data) => other.write(data))
      one.on('error', () => {})
      one.on('close', () => {
        if (!stranded.has(other)) other.destroy()
        pairs.delete(pair)
      })
      if (silent) one.pause()
    }
  }

  async function listen(on: number): Promise<Server> {
    const fresh = createServer(join).listen(on, '127.0.0.1')
    await once(fresh, 'listening')
    return fresh
  }

  function breakConnections(): void {
    for (const socket of [...pairs].flat().concat(...stranded)) socket.destroy()
    stranded.clear()
  }

  async function cut(): Promise<void> {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    breakConnections()
    await closed
  }

  let server = await listen(0)
  const own = (server.address() as AddressInfo).port
  const url = new URL(first)
  url.hostname = '127.0.0.1'
  url.port = String(own)

  return {
    url: url.href,
    cut,
    silence() {
      silent = true
      for (const pair of pairs) for (const socket of pair) socket.pause()
    },
    strand() {
      for (const [from, to] of pairs) {
        from.pause()
        stranded.add(from)
        to.destroy()
      }
    },
    async restore() {
      silent = false
      for (const pair of pairs) for (const socket of pair) socket.resume()
      if (!server.listening) server = await listen(own)
    },
    pointTo(other) {
      targets = [other]
      breakConnections()
    },
    close: cut,
  }
}
