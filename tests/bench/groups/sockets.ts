/**
 * Sockets in a process of their own, forked by `push`: each notes when it first got a message about a booking. All sockets share one
 * thread, so the figure for many contains the time in which the process reads the messages of the others.
 */
import { quantile } from '@jaanch/tests/support/quantile'
import { io, type Socket } from 'socket.io-client'

export type ToSockets =
  | { type: 'connect'; url: string; token: string | undefined; count: number }
  /** Bookings with the times of their answers, ms since 1970 */
  | { type: 'report'; answered: [id: string, at: number][] }

export type FromSockets =
  | { type: 'connected' }
  | { type: 'failed'; reason: string }
  | { type: 'report'; p50: number; p99: number }

const open: Socket[] = []
const arrivals: Map<string, number>[] = []

async function connect(url: string, token: string | undefined): Promise<void> {
  const socket = io(url, { transports: ['websocket'], forceNew: true, reconnection: false, auth: { token } })
  open.push(socket)
  const seen = new Map<string, number>()
  arrivals.push(seen)
  socket.on('booking', ({ booking }: { booking: { id: string } | null }) => {
    if (booking && !seen.has(booking.id)) seen.set(booking.id, performance.timeOrigin + performance.now())
  })
  await new Promise<void>((resolve, reject) => {
    socket.once(token === undefined ? 'connect' : 'caught-up', () => resolve())
    socket.once('connect_error', reject)
  })
}

const send = (message: FromSockets) => process.send?.(message)

process.on('message', async (message: ToSockets) => {
  if (message.type === 'connect') {
    const { url, token, count } = message
    try {
      for (let n = 0; n < count; n += 25)
        await Promise.all(Array.from({ length: Math.min(25, count - n) }, () => connect(url, token)))
      send({ type: 'connected' })
    } catch (error) {
      send({ type: 'failed', reason: String(error) })
    }
    return
  }
  const times = message.answered.flatMap(([id, at]) =>
    arrivals.map((seen) => Math.max(0, (seen.get(id) ?? Number.POSITIVE_INFINITY) - at)),
  )
  send({ type: 'report', p50: quantile(times, 0.5), p99: quantile(times, 0.99) })
})
process.on('disconnect', () => process.exit())
