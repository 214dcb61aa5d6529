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

/** What a handler returns that has a ready body and sent it itself. Not the reply: to await it is to wait for the client. */
export const answered = Symbol('answered')

/** The handler of a route whose response is a file sends the file itself and returns undefined. */
export type Handler<R extends Route, Services = unknown> = (
  call: Call<R>,
  services: Services,
) => Promise<ResponseOf<R> | typeof answered>

/** A route with its handler, for the host, which applies the access policy and the schemas, and has the services. */
export type Served<Services> = {
  route: Route
  /** false: the handler itself takes its place among the requests that are handled at the same time */
  isPlaced: boolean
  // biome-ignore lint/suspicious/noExplicitAny: routes of all kinds are in one list; serveCall has checked the handler
  handle: (call: any, services: Services) => Promise<unknown>
}

/** @param handle names the few services that it takes, in the type of its second parameter */
export function serveCall<R extends Route, Services>(
  route: R,
  handle: Handler<R, Services>,
): Served<Services> {
  return { route, handle, isPlaced: true }
}

/**
 * As `serveCall`, for a handler that begins with what needs no place: it waits for the read barrier or for a scan, or answers from memory.
 * Its request gets a place when it has passed the barrier, or calls `takePlace`.
 */
export function serveRead<R extends Route, Services>(
  route: R,
  handle: Handler<R, Services>,
): Served<Services> {
  return { route, handle, isPlaced: false }
}
