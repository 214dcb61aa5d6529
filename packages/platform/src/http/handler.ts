/** How a file of `routes/` declares what answers a route of the contracts: `app.serve(route, handler)`. */

import type { Caller } from '@jaanch/contracts/caller'
import type { BodyOf, ParamsOf, QueryOf, ResponseOf, Route } from '@jaanch/contracts/http/route'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type Call<R extends Route> = {
  params: ParamsOf<R>
  query: QueryOf<R>
  /** Typed by the route's `body`; a handler must distinguish the roles that send another one (`bodyFor`) */
  body: BodyOf<R>
  /** undefined only on public routes */
  caller: R['access'] extends 'public' ? undefined : Caller
  /** The Idempotency-Key header */
  idempotencyKey: string | undefined
  request: FastifyRequest
  reply: FastifyReply
}

/** What a handler returns that has a ready body and sent it itself. Not the reply: to await it is to wait for the client. */
export const answered = Symbol('answered')

/** The handler of a route whose response is a file sends the file itself and returns undefined. */
export type Handler<R extends Route> = (call: Call<R>) => Promise<ResponseOf<R> | typeof answered>

declare module 'fastify' {
  interface FastifyInstance {
    /** Registers a route of the contracts: applies its access policy, validates with its schemas, then calls the handler (serve.ts). */
    serve<R extends Route>(route: R, handle: Handler<R>): void
    /**
     * As `serve`, for a handler that begins with what needs no place: it waits for the read barrier or for a scan, or answers from memory. Its
     * request gets a place when it has passed the barrier, or calls `takePlace`.
     */
    serveUnplaced<R extends Route>(route: R, handle: Handler<R>): void
  }
}
