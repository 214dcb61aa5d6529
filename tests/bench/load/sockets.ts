/**
 * Clients of the gateway, in a process of their own: forked by `openSockets`. Each notes when it first got a message about a
 * booking; the parent asks for the times afterwards.
 */

import { quantile } from '@jaanch/tests/support/quantile'
import { io, type Socket } from 'socket.io-client'
import type { FromSockets, ToSockets } from './open-sockets.ts'

const epoch = () => performance.timeOrigin + performance.now()
const arrivals = new Map<string, number[]>()
const open: Socket[] = []

async function connect(url: string, token: string | undefined): Promise<void> {
  const socket = io(url, { transports: ['websocket'], forceNew: true, reconnection: false, auth: { token } })
  open.push(socket)
  const seen = new Set<string>()
  socket.on('booking', (message: { booking: { id: string } | null }) => {
    const id = message.booking?.id
    if (id === undefined || seen.has(id)) return
    seen.add(id)
    const times = arrivals.get(id)
    if (times) times.push(epoch())
    else arrivals.set(id, [epoch()])
  })
  await new Promise<void>((resolve, reject) => {
    socket.once(token === undefined ? 'connect' : 'caught-up', () => resolve())
    socket.once('connect_error', reject)
    socket.once('disconnect', (reason) => reject(new Error(reason)))
  })
}

const send = (message: FromSockets) => process.send?.(message)

process.on('message', async (message: ToSockets) => {
  if (message.type === 'connect') {
    const { url, tokens } = message
    try {
      for (let n = 0; n < tokens.length; n += 25)
        await Promise.all(tokens.slice(n, n + 25).map((token) => connect(url, token ?? undefined)))
      send({ type: 'connected' })
    } catch (error) {
      send({ type: 'failed', reason: String(error) })
    }
  }
  if (message.type === 'report') {
    const latencies = message.answered.flatMap(([id, at]) =>
      (arrivals.get(id) ?? []).map((time) => Math.max(0, time - at)),
    )
    send({
      type: 'report',
      received: latencies.length,
      p50: quantile(latencies, 0.5),
      p99: quantile(latencies, 0.99),
    })
    arrivals.clear()
  }
})
process.on('disconnect', () => {
  for (const socket of open) socket.disconnect()
  process.exit()
})
