import { AppError } from '@jaanch/contracts/errors'
import type { BodyOf, ParamsOf, QueryOf, ResponseOf, Route } from '@jaanch/contracts/http/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { authorise, type Caller } from '../plugins/authentication.ts'

export type Call<R extends Route> = {
  params: ParamsOf<R>
  query: QueryOf<R>
  body: BodyOf<R>
  /** Certain wherever the route's access is not 'public' */
  caller: R['access'] extends 'public' ? undefined : Caller
  /** The Idempotency-Key header */
  idempotencyKey: string | undefined
  request: FastifyRequest
  reply: FastifyReply
}

export type Handler<R extends Route> = (call: Call<R>) => Promise<ResponseOf<R>>

const longestKey = 200

function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key.length > longestKey) {
    throw new AppError('malformed', 'The Idempotency-Key is not usable: at most 200 characters.')
  }
  return key
}

/** Serves a route of the contracts' table: its policy first, then its schemas, then the handler. */
export function serve<R extends Route>(
  app: FastifyInstance,
  context: Context,
  route: R,
  handle: Handler<R>,
): void {
  const status = route.status ?? 200
  const callers = new WeakMap<FastifyRequest, Caller>()
  app.route({
    method: route.method,
    url: route.path,
    schema: {
      summary: route.summary,
      ...(route.params && { params: route.params }),
      ...(route.query && { querystring: route.query }),
      ...(route.body && { body: route.body }),
      response: { [status]: route.response },
    },
    async onRequest(request) {
      const caller = await authorise(context, request, route.access)
      if (caller) callers.set(request, caller)
    },
    async handler(request, reply) {
      const answer = await handle({
        params: request.params,
        query: request.query,
        body: request.body,
        caller: callers.get(request),
        idempotencyKey: idempotencyKeyOf(request),
        request,
        reply,
      } as Call<R>)
      return reply.status(status).send(answer)
    },
  })
}
