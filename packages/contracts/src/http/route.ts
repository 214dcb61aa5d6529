import type { z } from 'zod'
import type { Role } from '../vocabulary.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Who may call: anyone at all, anyone signed in, or the roles named. Whose objects they see is the handler's rule. */
export type Access = 'public' | 'signed-in' | readonly Role[]

export type Route = {
  readonly method: Method
  /** With Fastify's parameters: `/api/bookings/:id` */
  readonly path: `/${string}`
  readonly access: Access
  readonly summary: string
  readonly params?: z.ZodType<Record<string, string>>
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** Where a role sends another body to the same path */
  readonly bodyFor?: Readonly<Partial<Record<Role, z.ZodType>>>
  /** Another content type that the route takes, and what it carries */
  readonly bodyAs?: { readonly type: string; readonly schema: z.ZodType }
  /** Largest body in bytes; 100 kB unless told */
  readonly bodyLimit?: number
  /** What a caller reads whose body is larger than that; the catalogue's sentence unless told */
  readonly tooLarge?: string
  /** Makes something new: an Idempotency-Key makes the same request safe to send twice */
  readonly creates?: true
  /** The session comes in a cookie, for links that a browser opens by itself */
  readonly cookie?: true
  /** Status of a good answer; 200 unless told */
  readonly status?: 200 | 201 | 202 | 204
  /** 'file': bytes with a content type of their own */
  readonly response: z.ZodType | 'file'
}

/** Declares a route with its exact types. `access` is required: a route without a policy does not compile. */
export function route<const Declared extends Route>(declared: Declared): Declared {
  return declared
}

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined

/** What a handler receives: checked, with defaults filled in. */
export type ParamsOf<R extends Route> = Output<R['params']>
export type QueryOf<R extends Route> = Output<R['query']>
export type BodyOf<R extends Route> =
  | Output<R['body']>
  | (R extends { bodyAs: { schema: infer Schema } } ? Output<Schema> : never)
/** What a caller sends. */
export type BodyInput<R extends Route> = Input<R['body']>
export type QueryInput<R extends Route> = Input<R['query']>
export type ResponseOf<R extends Route> = R['response'] extends z.ZodType
  ? z.output<R['response']>
  : undefined
