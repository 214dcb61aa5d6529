/** How a subject declares what answers its calls: `export const endShare = serveCall(shareCalls.endShare, handler)`. */
import type { Caller } from '@jaanch/contracts/caller'
import type { BodyOf, ParamsOf, QueryOf, ResponseOf, Route } from '@jaanch/contracts/http/route'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A request as its handler gets it: authorised and validated. */
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

/** The result of a handler that has sent a ready body itself. Not the reply: to await it is to wait for the client. */
export const answered = Symbol('answered')

/**
 * The services that the host makes once for each process. A handler takes the few that it needs by their names. The host declares what there is, with
 * the function that makes it (services/api/src/services.ts).
 */
// biome-ignore lint/suspicious/noEmptyInterface: the host adds its members
export interface Services {}

/** The handler of a route whose response is a file sends the file itself and returns undefined. */
type Handler<R extends Route> = (
  call: Call<R>,
  services: Services,
) => Promise<ResponseOf<R> | typeof answered>

/** A route with its handler, for the host, which applies the access policy and the schemas. */
export type Served = {
  route: Route
  /** false: the handler itself takes its place among the requests that are handled at the same time */
  isPlaced: boolean
  // biome-ignore lint/suspicious/noExplicitAny: routes of all kinds are in one list; serveCall has checked the handler
  handle: (call: Call<any>, services: Services) => Promise<unknown>
}

/** @param handle takes a request that is authorised and valid, and the services that it names */
export function serveCall<R extends Route>(route: R, handle: Handler<R>): Served {
  return { route, handle, isPlaced: true }
}

/**
 * As `serveCall`, for a handler that begins with what needs no place: it waits for the read barrier or for a scan, or answers from memory.
 * Its request gets a place when it has passed the barrier, or calls `takePlace`.
 */
export function serveRead<R extends Route>(route: R, handle: Handler<R>): Served {
  return { route, handle, isPlaced: false }
}
