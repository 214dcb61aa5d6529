import type { IncomingMessage, ServerResponse } from 'node:http'
import { queuesPath } from '@jaanch/contracts/http/operations/queues'
import type { QueueName } from '@jaanch/contracts/jobs'
import type { QueuePrefix } from '@jaanch/platform/queues'
import type { Queue } from 'bullmq'
import type { FastifyInstance } from 'fastify'
import type { Redis } from 'ioredis'

type Handle = (request: IncomingMessage, response: ServerResponse) => void
type Opened = { prefix: string; app: FastifyInstance; queues: readonly Queue[] }

export type Board = {
  /** @returns what answers the requests of the dashboard; undefined while Redis does not answer */
  open(): Promise<Handle | undefined>
  close(): Promise<void>
}

const names = ['work', 'delivery', 'timers'] as const satisfies readonly QueueName[]

/**
 * The dashboard of the queues: an app of its own, made for the first request (its modules take 100 ms to load) and again after the
 * queues have another prefix.
 */
export function createBoard({ redis, queuePrefix }: { redis: Redis; queuePrefix: QueuePrefix }): Board {
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
