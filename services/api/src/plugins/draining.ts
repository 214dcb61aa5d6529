import type { FastifyInstance } from 'fastify'

/** While the process stops, each answer ends its connection: the client opens the next one, which leads to another process. */
export function registerDraining(app: FastifyInstance, { stopping }: { stopping: AbortSignal }): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (stopping.aborted) reply.header('connection', 'close')
    done(null, payload)
  })
}
