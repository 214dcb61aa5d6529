import { AppError } from '@jaanch/contracts/errors'
import { isLimited } from '@jaanch/contracts/http/limits'
import type { BodyOf, ParamsOf, QueryOf, ResponseOf, Route } from '@jaanch/contracts/http/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authorise, type Caller } from '../auth/authentication.ts'
import type { Context } from '../context.ts'
import { check } from './validate.ts'

export type Call<R extends Route> = {
  params: ParamsOf<R>
  query: QueryOf<R>
  /** As the route's `body` says; a role that sends another one (`bodyFor`) is told apart by its handler */
  body: BodyOf<R>
  /** Certain wherever the route's access is not 'public' */
  caller: R['access'] extends 'public' ? undefined : Caller
  /** The Idempotency-Key header */
  idempotencyKey: string | undefined
  request: FastifyRequest
  reply: FastifyReply
}

/** A handler of a route that answers a file sends it itself and returns nothing. */
export type Handler<R extends Route> = (call: Call<R>) => Promise<ResponseOf<R>>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The sentence for a body beyond the route's limit */
    tooLarge?: string | undefined
    /** A content type that the route takes besides JSON's own */
    otherType?: string | undefined
  }
}

const longestKey = 200
const usualBodyLimit = 100_000

function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined || key === '') return undefined
  if (typeof key !== 'string' || key.length > longestKey) {
    throw new AppError('malformed', 'The Idempotency-Key is not usable: at most 200 characters.')
  }
  return key
}

function schemaFor(route: Route, caller: Caller | undefined) {
  return (caller && route.bodyFor?.[caller.role]) ?? route.body
}

/** The parser has refused what is neither JSON nor this. */
function isOtherType({ headers }: FastifyRequest, { bodyAs }: Route): boolean {
  return bodyAs !== undefined && headers['content-type']?.split(';')[0]?.trim().toLowerCase() === bodyAs.type
}

/** Serves a route of the contracts' table: its policy first, then its schemas, then the handler. */
export function serve<R extends Route>(
  app: FastifyInstance,
  context: Context,
  route: R,
  handle: Handler<R>,
): void {
  const { response, status = 200 } = route
  const callers = new WeakMap<FastifyRequest, Caller>()
  app.route({
    method: route.method,
    url: route.path,
    bodyLimit: route.bodyLimit ?? usualBodyLimit,
    config: { tooLarge: route.tooLarge, otherType: route.bodyAs?.type },
    async onRequest(request, reply) {
      if (isLimited(route)) await context.limits.countCall(request.ip)
      const caller = await authorise(context, request, reply, route)
      if (caller) callers.set(request, caller)
    },
    async handler(request, reply) {
      const caller = callers.get(request)
      const body = isOtherType(request, route) ? route.bodyAs?.schema : schemaFor(route, caller)
      const answer = await handle({
        params: check('params', route.params, request.params),
        query: check('query', route.query, request.query),
        body: check('body', body, request.body),
        caller,
        idempotencyKey: idempotencyKeyOf(request),
        request,
        reply,
      } as Call<R>)
      if (response === 'file') return reply
      reply.status(status)
      return status === 204 ? reply.send() : response.parse(answer)
    },
  })
}
