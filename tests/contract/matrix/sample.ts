/** What the samples of requests are made of. */
import { randomUUID } from 'node:crypto'
import type { CallName } from '@jaanch/api/calls'
import { bookingCalls } from '@jaanch/booking/api'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import type { Route } from '@jaanch/contracts/http/route'
import type { Role } from '@jaanch/contracts/vocabulary'
import { pathOf } from '../../support/client.ts'
import { bookingInput, createPackage, createUser } from '../../support/people.ts'
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

type Create = (fixture: MatrixFixture, side: Side) => { id: string } | Promise<{ id: string }>

/** A request about a new object */
export const about = (createObject: Create, body?: object): Sample => ({
  build: async (fixture, side) => ({ params: await createObject(fixture, side), ...(body && { body }) }),
})
export const sends = (body: object): Sample => ({ build: () => ({ body }) })
export const asks = (query: Record<string, string>): Sample => ({ build: () => ({ query }) })

export const reason = 'Asked for by telephone'
export const day = addDays(istDate(new Date()), 3)
export const otherTime = { scheduledDate: day, scheduledTime: '10:00-12:00' }
export const unknownTicket = 'a'.repeat(43)
export const wrongPassword: Sample = { ...sends({ password: 'not the password' }), status: 422 }
export const priceFile = {
  fileName: 'prices.csv',
  content: Buffer.from('Name,Price\nSugar,99').toString('base64'),
}
/** The version of a catalogue that has changed since */
export const version = randomUUID()

export const ofLab: Create = (_, { lab }) => ({ id: lab.labPartnerId })
export const ofPackage: Create = ({ packageId }) => ({ id: packageId })
export const newPackage: Create = async ({ database }) => ({ id: await createPackage(database) })
export const newCustomer: Create = async ({ database }) => ({ id: await createUser(database, 'customer') })
export const newAdmin: Create = async ({ database }) => ({ id: await createUser(database, 'admin') })
export const pending: Create = (fixture, side) => create.createBooking(fixture, side, 'pending')
export const confirmed: Create = (fixture, side) => create.createBooking(fixture, side, 'confirmed')
export const processing: Create = (fixture, side) => create.createBooking(fixture, side, 'lab-processing')
export const completed: Create = (fixture, side) => create.createBooking(fixture, side, 'completed')

export const disabledCustomer: Create = async ({ database }) => {
  const id = await createUser(database, 'customer')
  await database.asOwner('update users set is_active = false where id = $1', [id])
  return { id }
}

export const paid: Create = async (fixture, side) => {
  const params = await confirmed(fixture, side)
  await side.lab.client.call(bookingCalls.recordPayment, { params, body: { method: 'upi' } })
  return params
}

/** A call about a child of the side: its results need no consent */
export const ofChild = (field: 'query' | 'body', rest: object = {}): Sample => ({
  reach: 'own',
  build: async (fixture, side) => ({
    [field]: { ...rest, person: await create.createChild(fixture, side) },
  }),
})

/** The name of a booking in the calls that travel in time */
export const ofStream = (field: 'query' | 'body', rest: object = {}): Sample => ({
  build: async (fixture, side) => ({
    [field]: { ...rest, of: `booking-${(await create.createUnassignedBooking(fixture, side)).id}` },
  }),
})

/** A booking by the caller, to the caller's own address: only the family member can be the reason of a refusal */
export const forFamilyMember = (input: (packageId: string, familyMemberId: string) => object): Sample => ({
  by: 'customer',
  reach: 'own',
  build: ({ packageId }, side) => ({
    body: (asking = side) => ({
      ...bookingInput(packageId, asking.customer.addressId),
      ...input(packageId, side.customer.familyMemberId),
    }),
  }),
})

/** The samples of some calls, several where a request has several forms */
export type Samples = Readonly<Partial<Record<CallName, Sample | readonly Sample[]>>>
