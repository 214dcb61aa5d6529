/**
 * The expected answers are written by hand: the routes of the contracts are what is tested, so nothing is derived from them.
 *
 *  yes      success, for the objects of all owners
 *  own      success for the caller's own objects (a lab's: bookings assigned to it), 404 for others
 *  own:409  409 for own objects, 404 for others; yes:409 in the same way
 *  403      this status for all objects
 *
 * With an unknown id, yes and own become 404.
 */
import type { MatrixFixture, Side } from './fixture.ts'

type Expectation = `${'yes' | 'own'}${'' | `:${number}`}` | `${number}`

/** For a visitor (and each invalid session), a customer, a lab, an admin. */
export type Policy = readonly [
  visitor: Expectation,
  customer: Expectation,
  lab: Expectation,
  admin: Expectation,
]

export type RequestParts = {
  params?: { id: string; reportId?: string }
  query?: Record<string, string>
  /** A function if it depends on the caller */
  body?: object | ((callerSide: Side | undefined) => object)
}

/** Who gets which answer to a request, and a valid request of this kind: a refusal can only be due to the caller. */
export type Row = readonly [
  policy: Policy,
  build: (fixture: MatrixFixture, side: Side) => RequestParts | Promise<RequestParts>,
]

/** The rows of some routes by their names: one for each kind of request. */
export type RowsOf<Routes> = Readonly<Record<keyof Routes, Readonly<Record<string, Row>>>>

export const anyone: Policy = ['yes', 'yes', 'yes', 'yes']
export const signedIn: Policy = ['401', 'yes', 'yes', 'yes']
export const ownCustomer: Policy = ['401', 'own', '403', '403']
export const customers: Policy = ['401', 'yes', '403', '403']
export const staff: Policy = ['401', '403', 'yes', 'yes']
export const admins: Policy = ['401', '403', '403', 'yes']
export const participants: Policy = ['401', 'own', 'own', 'yes']
export const customerAndAdmins: Policy = ['401', 'own', '403', 'yes']
export const labAndAdmins: Policy = ['401', '403', 'own', 'yes']

/** The request of a route that takes nothing */
export const nothing = () => ({})
/** What an admin gives as the reason of a change */
export const reason = 'Asked for by telephone'
