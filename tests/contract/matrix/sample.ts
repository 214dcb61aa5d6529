/** The things that the samples of requests refer to. */
import { randomUUID } from 'node:crypto'
import type { CallName } from '@jaanch/api/calls'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import type { Route } from '@jaanch/contracts/http/route'
import type { Role } from '@jaanch/contracts/vocabulary'
import { pathOf } from '../../support/client.ts'
import { signed, type WireRequest } from '../../support/wire.ts'
import * as create from './create-resources.ts'
import type { MatrixFixture, Side } from './fixture.ts'

export type RequestParts = {
  params?: { id: string; reportId?: string }
  query?: Record<string, string>
  /** A function if it depends on the caller */
  body?: object | ((callerSide: Side | undefined) => object)
}

/** The request of a caller, as it is sent. */
export function requestOf(
  route: Pick<Route, 'method' | 'path'>,
  { params, query, body }: RequestParts,
  { token, side }: { token?: string | undefined; side?: Side | undefined },
): WireRequest {
  const content = JSON.stringify(typeof body === 'function' ? body(side) : body)
  return {
    method: route.method,
    path: pathOf(route, params, query),
    headers: { ...signed(token), ...(content && { 'content-type': 'application/json' }) },
    body: content,
  }
}

export type Sample = {
  /** Creates what the request needs, for the side whose object it names */
  build: (fixture: MatrixFixture, side: Side) => RequestParts | Promise<RequestParts>
  /** The status for those who may call, where no request of the matrix can succeed */
  status?: number
  /** The only role that sends a request of this form; the others who may call are not asked */
  by?: Role
  /** The role of the owner of the object, where others own objects of this kind too */
  owner?: Role
  /** Which objects customers and labs reach: by default their own if the path names one, and otherwise any */
  reach?: 'own' | 'any'
  /** The answer does not depend on the object: whoever may call gets the status */
  isForAnyObject?: true
}

export type Create = (fixture: MatrixFixture, side: Side) => { id: string } | Promise<{ id: string }>

/** A request about a new object */
export const about = (createObject: Create, body?: object): Sample => ({
  build: async (fixture, side) => ({ params: await createObject(fixture, side), ...(body && { body }) }),
})
export const sends = (body: object): Sample => ({ build: () => ({ body }) })
export const asks = (query: Record<string, string>): Sample => ({ build: () => ({ query }) })

export const reason = 'Asked for by telephone'
export const day = addDays(istDate(new Date()), 3)
/** The version of a catalogue that has changed since */
export const version = randomUUID()

export const ofLab: Create = (_, { lab }) => ({ id: lab.labPartnerId })
export const pending: Create = (fixture, side) => create.createBooking(fixture, side, 'pending')
export const confirmed: Create = (fixture, side) => create.createBooking(fixture, side, 'confirmed')
export const processing: Create = (fixture, side) => create.createBooking(fixture, side, 'lab-processing')
export const completed: Create = (fixture, side) => create.createBooking(fixture, side, 'completed')

/** The samples of some calls, several where a request has several forms */
export type Samples = Readonly<Partial<Record<CallName, Sample | readonly Sample[]>>>
