import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Authentication, authenticate, bearerTokenOf } from '@jaanch/account/sessions/authentication'
import { AppError } from '@jaanch/contracts/errors'
import { mayCall } from '@jaanch/contracts/staff-roles'
import type { QueueName } from '@jaanch/eventlog/work/jobs'
import { serveCall } from '@jaanch/platform/http/served'
import type { QueuePrefix } from '@jaanch/platform/queues'
import type { Queue } from 'bullmq'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Redis } from 'ioredis'
import { operationsQueuesCalls, queuesPath } from '../now/api.ts'

const lifetimeMs = 15 * 60_000

type Tokens = Pick<Authentication, 'sessionTokens'> & { publicUrl: string }

/** Over TLS with the prefix that no page over plain HTTP can set. */
function cookieOf(publicUrl: string) {
  const secure = publicUrl.startsWith('https:')
  return {
    name: secure ? '__Secure-queues_token' : 'queues_token',
    options: { path: queuesPath, httpOnly: true, sameSite: 'strict', secure } as const,
  }
}

/**
 * Gives the browser a cookie for the dashboard of the queues alone: a token of the caller's session, which ends after 15 minutes.
 * @param request with the token of an admin
 */
function setQueuesCookie(
  { sessionTokens, publicUrl }: Tokens,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const claims = sessionTokens.verify(bearerTokenOf(request) ?? '', 'session')
  if (!claims) return
  const token = sessionTokens.issue(
    { id: claims.sub, tokenVersion: claims.tv },
    { id: claims.sid, lifetimeMs },
    'queues',
  )
  const { name, options } = cookieOf(publicUrl)
  reply.setCookie(name, token, { ...options, maxAge: lifetimeMs / 1_000 })
}

/** @returns whether the cookie is that of an operator or owner whose account is enabled and whose session is open. @throws if Postgres is unavailable */
async function hasQueuesCookie(
  { sessionTokens, standings, publicUrl }: Authentication & { publicUrl: string },
  request: FastifyRequest,
): Promise<boolean> {
  const token = request.cookies[cookieOf(publicUrl).name]
  if (!token) return false
  const caller = await authenticate({ sessionTokens, standings }, token, 'queues').catch((error) => {
    if (error instanceof AppError) return undefined
    throw error
  })
  request.callerId = caller?.userId ?? null
  return caller?.role === 'admin' && mayCall(operationsQueuesCalls.openQueues, caller)
}

/** Everything is of the package; its styles are also inline. It cannot be framed, and nothing of it leaves for other hosts. */
const csp = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  `base-uri 'self'`,
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const redisIsAway =
  'Redis does not answer. Work and messages go on, about a second later: they are found by polling Postgres.'

export const queueRoutes = [
  serveCall(operationsQueuesCalls.openQueues, async ({ request, reply }, { sessionTokens, publicUrl }) => {
    setQueuesCookie({ sessionTokens, publicUrl }, request, reply)
    return { url: `${queuesPath}/` }
  }),
]

type BoardParts = Authentication & { redis: Redis; queuePrefix: QueuePrefix; publicUrl: string }

/**
 * Serves BullMQ's dashboard. It only reads: the truth is in Postgres, jobs are hints. So there is no route for other methods than
 * GET, and nothing that another site could make an admin's browser do.
 */
export function registerQueueBoard(
  app: FastifyInstance,
  { sessionTokens, standings, redis, queuePrefix, publicUrl }: BoardParts,
): void {
  const board = createBoard({ redis, queuePrefix })
  app.addHook('onClose', board.close)

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    reply.raw.setHeader('content-security-policy', csp)
    reply.raw.setHeader('cache-control', 'no-store')
    if (!(await hasQueuesCookie({ sessionTokens, standings, publicUrl }, request)))
      return refuse(request, reply)
    const handle = await board.open()
    if (!handle) return reply.status(503).type('text/plain').send(redisIsAway)
    reply.hijack()
    handle(request.raw, reply.raw)
    return reply
  }
  app.get(queuesPath, { schema: { hide: true } }, answer)
  app.get(`${queuesPath}/*`, { schema: { hide: true } }, answer)
}

/** A page goes where a cookie can be had; the calls of an open dashboard are refused. */
function refuse({ headers }: FastifyRequest, reply: FastifyReply) {
  if (headers['sec-fetch-mode'] === 'navigate' || headers.accept?.includes('text/html'))
    return reply.redirect('/admin/operations/work', 303)
  const refused = new AppError('not-signed-in', 'Open the queues from the page of the operators again.')
  return reply.status(refused.status).send(refused.body)
}

type Handle = (request: IncomingMessage, response: ServerResponse) => void
type Opened = { prefix: string; app: FastifyInstance; queues: readonly Queue[] }

type Board = {
  /** @returns what answers the requests of the dashboard; undefined while Redis does not answer */
  open(): Promise<Handle | undefined>
  close(): Promise<void>
}

const names = ['work', 'delivery', 'timers'] as const satisfies readonly QueueName[]

/**
 * The dashboard of the queues: an app of its own, made for the first request (its modules take 100 ms to load) and again after the
 * queues have another prefix.
 */
function createBoard({ redis, queuePrefix }: { redis: Redis; queuePrefix: QueuePrefix }): Board {
  let opened: Promise<Opened> | undefined

  /** Calls follow each other, so that two do not open one each. */
  async function current(): Promise<Opened> {
    const prefix = await queuePrefix()
    const before = opened
    opened = reopen(before, prefix)
    return opened
  }

  async function reopen(before: Promise<Opened> | undefined, prefix: string): Promise<Opened> {
    const known = await before?.catch(() => undefined)
    if (known?.prefix === prefix) return known
    if (known) await closeBoard(known)
    return openBoard(redis, prefix)
  }

  return {
    async open() {
      if (redis.status !== 'ready') return undefined
      const { app } = await current()
      return (request, response) => app.routing(request, response)
    },
    async close() {
      const known = await opened?.catch(() => undefined)
      if (known) await closeBoard(known)
    },
  }
}

async function openBoard(redis: Redis, prefix: string): Promise<Opened> {
  const [{ default: Fastify }, { Queue }, { createBullBoard }, { BullMQAdapter }, { FastifyAdapter }] =
    await Promise.all([
      import('fastify'),
      import('bullmq'),
      import('@bull-board/api'),
      import('@bull-board/api/bullMQAdapter'),
      import('@bull-board/fastify'),
    ])
  const queues = names.map((name) => {
    const queue = new Queue(name, { connection: redis, prefix, skipMetasUpdate: true })
    queue.on('error', () => {})
    return queue
  })
  const adapter = new FastifyAdapter()
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })),
    serverAdapter: adapter,
    options: {
      // INFO, which shows the version and the memory of the server, is for its own operators
      uiConfig: { boardTitle: 'Jaanch queues', hideRedisDetails: true },
    },
  })
  adapter.setBasePath(queuesPath)
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  // its fonts would come from another host: the system's are used
  app.addHook('onSend', async (_request, _reply, payload) =>
    typeof payload === 'string' ? payload.replace(/<link href="https:[^>]*>/, '') : payload,
  )
  await app.register(adapter.registerPlugin(), { prefix: queuesPath })
  await app.ready()
  return { prefix, app, queues }
}

async function closeBoard({ app, queues }: Opened): Promise<void> {
  await app.close()
  await Promise.allSettled(queues.map((queue) => queue.close()))
}
