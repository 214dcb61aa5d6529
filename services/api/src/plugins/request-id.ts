import { headers } from '@jaanch/contracts/http/headers'
import type { FastifyInstance } from 'fastify'

/**
 * Every answer of the API names its request. The same id is in the log lines of the request and, as the correlation id, in its
 * events and in those that follow from them: with it an operator finds a call that failed.
 */
export function registerRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api')) reply.raw.setHeader(headers.requestId, request.id)
    done()
  })
}
