import type { z } from 'zod'
import type { LabRole, StaffRole } from '../staff-roles.ts'
import type { Role } from '../vocabulary.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The access to a call: everyone, everyone signed in, or the named roles. The handler checks access to individual objects. */
type Access = 'public' | 'signed-in' | readonly Role[]

export type Route = {
  readonly method: Method
  /** With Fastify's parameters: `/api/bookings/:id` */
  readonly path: `/${string}`
  readonly access: Access
  /** Which admins may call besides owners. Default: none where the roles are named, all where everyone signed in may call */
  readonly admins?: readonly StaffRole[]
  /** Which people of a lab may call besides its owner. Default: as for admins */
  readonly labs?: readonly LabRole[]
  /** Cannot be undone, or exposes much: the session must have proved itself in the last minutes (auth/confirmation.ts of the API) */
  readonly confirmed?: true
  readonly summary: string
  readonly params?: z.ZodType<Record<string, string>>
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** The body for one role, if it differs on the same path */
  readonly bodyFor?: Readonly<Partial<Record<Role, z.ZodType>>>
  /** Another content type that the route accepts, under which other names too, and its body */
  readonly bodyAs?: { readonly type: string; readonly also?: readonly string[]; readonly schema: z.ZodType }
  /** Maximum body size in bytes, default 100 kB */
  readonly bodyLimit?: number
  /** The text for a larger body; by default the sentence of the error catalogue */
  readonly tooLarge?: string
  /** Creates something: accepts an Idempotency-Key, which makes the request safe to repeat */
  readonly creates?: true
  /** Gives a command to something that exists: accepts an Idempotency-Key too, so that a repeated request has one effect */
  readonly commands?: true
  /** Takes what was done before a session ended, also from a phone whose access or role was taken away since (`Caller.formerSince` of the API) */
  readonly handsIn?: true
  /** Pages of every site may read the answer. They send no cookie and no token, so they can do nothing in the name of who is signed in */
  readonly anyOrigin?: true
  /** The session is read from a cookie too, for links that the browser opens directly */
  readonly cookie?: true
  /** Status of a successful answer, default 200 */
  readonly status?: 200 | 201 | 202 | 204
  /** 'file': bytes with their own content type */
  readonly response: z.ZodType | 'file'
}

/** Declares a route with exact types. `access` is required: a route without a policy does not compile. */
export function route<const Declared extends Route>(declared: Declared): Declared {
  return declared
}

/** Only admins may call: owners, and those with one of these roles. */
export const forAdmins = <const Roles extends readonly StaffRole[]>(...admins: Roles) =>
  ({ access: ['admin'], admins }) as const

/** Only people of a lab may call: its owner, and those with one of these roles. */
export const forLab = <const Roles extends readonly LabRole[]>(...labs: Roles) =>
  ({ access: ['lab-partner'], labs }) as const

/** A route that creates something, which its answer shows */
export const creation = { status: 201, creates: true } as const

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined

/** The input of a handler: validated, with defaults. A body that differs by role is one of several: its fields say which. */
export type ParamsOf<R extends Route> = Output<R['params']>
export type QueryOf<R extends Route> = Output<R['query']>
export type BodyOf<R extends Route> =
  | Output<R['body']>
  | (R extends { bodyAs: { schema: infer Schema } } ? Output<Schema> : never)
  | (R extends { bodyFor: infer For } ? Output<For[keyof For]> : never)
/** The input of a caller, before validation. */
export type BodyInput<R extends Route> = Input<R['body']>
export type QueryInput<R extends Route> = Input<R['query']>
export type ResponseOf<R extends Route> = R['response'] extends z.ZodType
  ? z.output<R['response']>
  : undefined

/** Whether the route counts towards the limit of calls per network (`calls` in limits.ts). */
export function isLimited({ path }: Pick<Route, 'path'>): boolean {
  return path.startsWith('/api/auth/') || path === '/api/lab-partners/register'
}

/** Whether the route counts towards the limits of what a signed-in user changes (`customerWrites`, `staffWrites`). */
export function isWrite({ method, access }: Pick<Route, 'method' | 'access'>): boolean {
  return method !== 'GET' && access !== 'public'
}
