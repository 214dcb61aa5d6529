import { readWebClient, registerWebClient } from '@jaanch/api/web-client/web-client'
import { headers as names } from '@jaanch/contracts/http/headers'
import type { NotificationView } from '@jaanch/contracts/http/notifications'
import type { ServerMessages } from '@jaanch/contracts/socket'
import Fastify from 'fastify'
import { Server } from 'socket.io'
import type { Traffic } from './traffic.ts'

const epoch = '11111111-1111-4111-8111-111111111111'
/** As the gateway: at most four dashboards a second */
const dashboardMs = 250
/** Bookings of a step are sent together, as the projector commits them. */
const stepMs = 20

export type StubServer = {
  url: string
  start(bookingsPerSecond: number): void
  sent(): number
  stop(): Promise<void>
}

/**
 * Serves the built client and answers an admin's calls from memory, with rows of the contracts' schemas and the messages of the
 * gateway: a stack that keeps up with any rate beside a browser on the same two cores.
 *
 * @param pageRows rows per page of bookings, whatever limit is asked for: a reader of 100,000 rows has loaded them in few pages
 */
export async function startStubServer(
  traffic: Traffic,
  root: string,
  pageRows?: number,
): Promise<StubServer> {
  const app = Fastify()
  const notifications: NotificationView[] = []
  let messages = 0
  const admin = {
    id: '22222222-2222-4222-8222-222222222222',
    name: 'Meera Shah',
    email: 'meera@jaanch.example',
    phone: null,
    role: 'admin',
    isActive: true,
    createdAt: new Date().toISOString(),
    labPartnerId: null,
    dateOfBirth: null,
    gender: null,
  }
  const answers: Record<string, () => unknown> = {
    '/api/users/me': () => admin,
    '/api/bookings/counts': () => ({
      all: traffic.count(),
      unassigned: 12,
      assigned: 400,
      completed: traffic.count() - 412,
    }),
    '/api/bookings/summary': () => ({ active: 412, revenue: traffic.count() * 799 }),
    '/api/analytics/dashboard': traffic.analytics,
    '/api/lab-partners/top': () =>
      traffic
        .analytics()
        .turnaround.slice(0, 4)
        .map(({ labPartnerId, labName, completed }) => ({
          id: labPartnerId,
          labName,
          city: 'Pune',
          bookings: completed,
        })),
    '/api/notifications': () => notifications.slice(0, 50),
    '/api/notifications/unread': () => ({ unread: notifications.length }),
  }
  app.get('/api/*', async (request, reply) => {
    const { pathname, searchParams } = new URL(request.url, 'http://stub')
    reply.headers({ [names.logPosition]: String(traffic.position()), [names.logEpoch]: epoch })
    const answer = answers[pathname]
    if (answer) return answer()
    if (pathname.startsWith('/api/bookings/')) return { ...traffic.find(pathname.slice(14)), lines: [] }
    if (pathname !== '/api/bookings') return []
    const from = Number(searchParams.get('cursor') ?? 0)
    const limit = Number(searchParams.get('limit') ?? 50)
    // the first rows of a search, as many as were asked for
    const to = from + (searchParams.get('q') || limit < 50 ? limit : (pageRows ?? limit))
    if (to < traffic.count()) {
      searchParams.set('cursor', String(to))
      reply.header('link', `<${pathname}?${searchParams}>; rel="next"`)
    }
    return traffic.page(from, to - from)
  })
  await registerWebClient(app, await readWebClient({ root }))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const io = new Server<Record<string, never>, ServerMessages>(app.server, { transports: ['websocket'] })
  io.on('connection', (socket) => {
    socket.emit('caught-up', { position: traffic.position(), epoch })
  })
  const timers: ReturnType<typeof setInterval>[] = []

  return {
    url,
    start(bookingsPerSecond) {
      const startedAt = Date.now()
      let steps = 0
      const step = () => {
        for (; steps < ((Date.now() - startedAt) / 1_000) * bookingsPerSecond; steps += 1) {
          for (const booking of traffic.step()) {
            io.emit('booking', { position: booking.position, booking })
            messages += 1
          }
          const notification = notificationOf(traffic)
          notifications.unshift(notification)
          notifications.length = Math.min(notifications.length, 500)
          io.emit('notification', { position: notification.position, notification })
          messages += 1
        }
      }
      const dashboard = () => {
        io.emit('analytics', { position: traffic.position(), analytics: traffic.analytics() })
        messages += 1
      }
      timers.push(setInterval(step, stepMs), setInterval(dashboard, dashboardMs))
    },
    sent: () => messages,
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await io.close()
      await app.close()
    },
  }
}

function notificationOf(traffic: Traffic): NotificationView {
  const position = traffic.position()
  return {
    id: `n-${position}`,
    position,
    title: 'New booking',
    body: 'Complete Blood Count, tomorrow',
    at: new Date().toISOString(),
    read: false,
  }
}
