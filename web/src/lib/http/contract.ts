/** The route table of the contracts as types only, so that zod is not bundled through this file. */

import type { calls } from '@jaanch/api/calls'
import type { BodyInput, Method, QueryInput, ResponseOf, Route } from '@jaanch/contracts/http/route'

type DeclaredRoute = (typeof calls)[keyof typeof calls]

export type Path = DeclaredRoute['path']
type RouteAt<M extends Method, P extends Path> = Extract<DeclaredRoute, { method: M; path: P }>

/** The response body of a route; never, if the table has no such route. */
export type ResponseAt<M extends Method, P extends Path> =
  RouteAt<M, P> extends infer R extends Route ? ResponseOf<R> : never

/** The path, if its route accepts an Idempotency-Key */
export type KeyedPath<M extends Method, P extends Path> =
  RouteAt<M, P> extends { creates: true } | { commands: true } ? P : never

export type Query = Record<string, string | number | undefined>

type ParamsPart<P extends Path> = P extends `${string}:id${string}:reportId${string}`
  ? { params: { id: string; reportId: string } }
  : P extends `${string}:id${string}`
    ? { params: { id: string } }
    : unknown
type BodyPart<Body> = undefined extends Body ? { body?: Body } : { body: Body }
type QueryPart<Q> = Q extends undefined
  ? unknown
  : { query?: { [K in keyof Q]?: string | number | undefined } }

export type OptionsAt<M extends Method, P extends Path> = ParamsPart<P> &
  (RouteAt<M, P> extends infer R extends Route
    ? BodyPart<BodyInput<R>> & QueryPart<QueryInput<R>>
    : never) & {
    /** The same for every retry of one user action, so that the API executes it once */
    idempotencyKey?: string
  }
