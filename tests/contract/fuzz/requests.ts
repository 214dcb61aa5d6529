/** Generates requests from the calls of the contracts: valid ones, almost valid ones, and others. */

import { type CallName, calls } from '@jaanch/api/calls'
import type { Route } from '@jaanch/contracts/http/route'
import type { Role } from '@jaanch/contracts/vocabulary'
import { hl7ContentType } from '@jaanch/report/hl7/rules'
import fc from 'fast-check'
import type { z } from 'zod'
import { anyFhir } from './fhir.ts'
import { anyHl7 } from './hl7.ts'
import {
  hostileBytes,
  hostileHeaders,
  hostileSegment,
  hostileText,
  hostileValue,
  otherMethods,
} from './hostile.ts'
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts'
import { allowedBy, placeholder } from './values.ts'

export type FuzzRequest = {
  name: CallName
  /** Index of the caller */
  caller: number
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
  /** Method and path are those of the route: a successful answer must match its contract */
  isOwn: boolean
}

type Mix<Value> = { good: fc.Arbitrary<Value>; bad: fc.Arbitrary<Value>; of: number }

/** One of `of` values is bad. */
function mostly<Value>({ good, bad, of }: Mix<Value>) {
  return fc.oneof(
    { weight: of - 1, arbitrary: good.map((value) => ({ value, isGood: true })) },
    { weight: 1, arbitrary: bad.map((value) => ({ value, isGood: false })) },
  )
}

/** The pool of the id in a path. */
function poolOf(path: string): string {
  if (path.startsWith('/api/lab/staff/sessions/')) return 'labPersonSessionId'
  if (path.startsWith('/api/lab/staff/')) return 'labPersonId'
  if (path.startsWith('/api/shl/files/')) return 'shareTicket'
  if (path.startsWith('/api/lab/intervals/')) return 'intervalId'
  // a suspended caller could call nothing
  if (/\/(suspend|reinstate)$/.test(path)) return 'otherLabPartnerId'
  // admins alone have roles, and a caller whose role changes could call nothing
  if (path.endsWith('/staff-role')) return 'otherAdminId'
  if (path.startsWith('/api/lab/report-drafts/')) return 'reportId'
  // each can be reviewed once
  if (path.endsWith('/review')) return 'completedBookingId'
  const [, resource] = path.match(/\/([a-z-]+)\/:id/) ?? []
  const pools: Record<string, string> = {
    packages: 'packageId',
    'price-lists': 'priceListId',
    'family-members': 'familyMemberId',
    'customer-addresses': 'addressId',
    prescriptions: 'prescriptionId',
    bookings: 'bookingId',
    'health-reports': 'reportId',
    'critical-calls': 'criticalCallId',
    'lab-partners': 'labPartnerId',
    sessions: 'sessionId',
    users: 'userId',
    events: 'eventPosition',
    'dead-letters': 'deadLetterId',
    consumers: 'consumer',
    pauses: 'pausable',
    messages: 'messageId',
    runs: 'runId',
    reviews: 'reviewId',
    views: 'savedViewId',
    shares: 'shareId',
    shl: 'shareLink',
  }
  return pools[resource ?? ''] ?? 'bookingId'
}

const unknownReport = '00000000-0000-4000-8000-0000000000ff'

function pathOf({ path }: Route) {
  const [before = '', after] = path.split(':id')
  if (after === undefined) return fc.constant({ value: path, isGood: true })
  // of the few paths with a second id
  const rest = after.replace(':reportId', unknownReport)
  const good = placeholder(poolOf(path)).map((id) => before + id + rest)
  return mostly({ good, bad: hostileSegment.map((segment) => before + segment + rest), of: 8 })
}

/** Other spellings of a path. */
const respelled = fc.constantFrom(
  (path: string) => `${path}/`,
  (path: string) => path.replace('/api/', '/api//'),
  (path: string) => path.replace('/api/', '/API/'),
  (path: string) => path.replace('/api/', '/api/./'),
  (path: string) => path.replace('/api/', '/%61pi/'),
  (path: string) => path.replace('/api/', '/x/../api/'),
  (path: string) => `${path};a=1`,
  (path: string) => `${path}%20`,
  (path: string) => `${path}??a`,
  (path: string) => `http://evil.example${path}`,
)

function queryOf(schema: z.ZodType | undefined): fc.Arbitrary<string> {
  const { properties = {} } = schema ? jsonSchemaOf(schema) : {}
  const good = fc
    .record(
      Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, allowedBy(one, name)])),
      {
        requiredKeys: ['lat', 'lng'].filter((name) => name in properties),
      },
    )
    .map((query) => new URLSearchParams(query as Record<string, string>).toString())
  const names = [...Object.keys(properties), '__proto__', 'a[b]', 'constructor', 'limit[]', '']
  const pair = fc
    .tuple(fc.constantFrom(...names), hostileText)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`)
  const bad = fc.oneof(
    { weight: 4, arbitrary: fc.array(pair, { minLength: 1, maxLength: 4 }).map((pairs) => pairs.join('&')) },
    { weight: 1, arbitrary: fc.constantFrom('%', '%00', '&&&=', '=', '?', '%ff=%fe', 'limit=1&limit=2') },
  )
  return fc.oneof({ weight: schema ? 3 : 9, arbitrary: good }, { weight: 1, arbitrary: bad })
}

/** A valid body with one error: a missing field, a wrong value or an additional field. */
function almostValid(schema: JsonSchema): fc.Arbitrary<unknown> {
  const names = Object.keys(schema.properties ?? {})
  if (names.length === 0) return hostileValue
  const extra = fc.constantFrom('id', 'role', 'isActive', 'customerId', 'status', 'a'.repeat(500), '')
  return fc
    .tuple(
      allowedBy(schema) as fc.Arbitrary<object>,
      fc.constantFrom(...names),
      extra,
      hostileValue,
      fc.nat(5),
    )
    .map(([body, name, added, value, what]) => {
      if (what === 0) return Object.fromEntries(Object.entries(body).filter(([key]) => key !== name))
      if (what === 1) return { ...body, [added]: value }
      return { ...body, [name]: value }
    })
}

function bodyOf(schema: z.ZodType | undefined): fc.Arbitrary<string | undefined> {
  if (!schema) {
    return fc.oneof(
      { weight: 9, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: hostileValue.map((value) => JSON.stringify(value)) },
    )
  }
  const described = jsonSchemaOf(schema)
  const value = fc.oneof(
    { weight: 6, arbitrary: allowedBy(described) },
    { weight: 5, arbitrary: almostValid(described) },
    { weight: 1, arbitrary: hostileValue },
  )
  return fc.oneof(
    { weight: 12, arbitrary: value.map((body) => JSON.stringify(body)) },
    { weight: 1, arbitrary: hostileBytes },
  )
}

const json = 'application/json'

/** A caller, and a body for the caller's role. */
function callerAndBody(route: Route, { count, mayCall, roleOf }: Callers) {
  const caller = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...mayCall(route)) },
    { weight: 1, arbitrary: fc.nat(count - 1) },
  )
  return caller.chain((number) => {
    const role = roleOf(number)
    const body = bodyOf((role && route.bodyFor?.[role]) ?? route.body).map((text) => ({ text, type: json }))
    const { bodyAs } = route
    const anyOther = bodyAs?.type === hl7ContentType ? anyHl7 : anyFhir
    const other = anyOther.map((text) => ({ text, type: bodyAs?.type ?? json }))
    return fc.tuple(fc.constant(number), bodyAs ? fc.oneof({ weight: 3, arbitrary: body }, other) : body)
  })
}

function requestOf(name: CallName, callers: Callers): fc.Arbitrary<FuzzRequest> {
  const route: Route = calls[name]
  const method = fc.constant(route.method as string)
  return fc
    .record({
      sender: callerAndBody(route, callers),
      method: mostly({ good: method, bad: fc.constantFrom(...otherMethods), of: 25 }),
      path: pathOf(route),
      spelling: mostly({ good: fc.constant((path: string) => path), bad: respelled, of: 40 }),
      query: queryOf(route.query),
      headers: mostly({ good: fc.constant({}), bad: hostileHeaders, of: 8 }),
    })
    .map(({ sender: [caller, body], method, path, spelling, query, headers }) => ({
      name,
      caller,
      method: method.value,
      path: spelling.value(path.value) + (query && `?${query}`),
      headers: { ...(body.text !== undefined && { 'content-type': body.type }), ...headers.value },
      body: body.text,
      isOwn: method.value === route.method && path.isGood && spelling.isGood,
    }))
}

/** Each request costs at least 20 ms for a password hash. */
const slow: readonly CallName[] = [
  'login',
  'register',
  'registerLabPartner',
  'resetPassword',
  'changePassword',
  'eraseMe',
  'exportMe',
  'beginSecondFactorChange',
  'createShare',
  'openShare',
]

/** These succeed only in some states of their object. */
const stateful: readonly CallName[] = [
  'placeBooking',
  'changeBookingStatus',
  'assignLab',
  'confirmOrder',
  'declineOrder',
  'recordPayment',
  'getReceipt',
  'releaseHealthReport',
]

/** Removals are rare, so that objects remain for other requests. */
const removing: readonly CallName[] = [
  'endSession',
  'removeAddress',
  'removeFamilyMember',
  'removePackage',
  'endLabPersonSession',
]

function weightOf(name: CallName): number {
  if (slow.includes(name) || removing.includes(name)) return 1
  if (name === 'releaseHealthReport') return 12
  return stateful.includes(name) ? 6 : 3
}

/** The callers by index: their number, their roles, and who may call a route. */
export type Callers = {
  count: number
  roleOf(caller: number): Role | undefined
  mayCall(route: Route): number[]
}

/** Requests to all calls, three of four by a caller who may call the route. */
export function anyRequest(
  callers: Callers,
  names = Object.keys(calls) as CallName[],
): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(
    ...names.map((name) => ({
      weight: weightOf(name),
      arbitrary: requestOf(name, callers),
    })),
  )
}
