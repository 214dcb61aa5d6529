/** Whole requests, from what the table of routes says of them: good ones, nearly good ones, and the rest. */
import type { Route } from '@jaanch/contracts/http/route'
import { type RouteName, routes } from '@jaanch/contracts/http/routes'
import type { Role } from '@jaanch/contracts/vocabulary'
import fc from 'fast-check'
import type { z } from 'zod'
import { anyFhir } from './fhir.ts'
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
  name: RouteName
  /** Number of a caller */
  caller: number
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
  /** Method and path are the route's own: a good answer is one of this route */
  isOwn: boolean
}

type Mix<Value> = { good: fc.Arbitrary<Value>; bad: fc.Arbitrary<Value>; of: number }

/** One bad value in `of`. */
function mostly<Value>({ good, bad, of }: Mix<Value>) {
  return fc.oneof(
    { weight: of - 1, arbitrary: good.map((value) => ({ value, isGood: true })) },
    { weight: 1, arbitrary: bad.map((value) => ({ value, isGood: false })) },
  )
}

/** Which things an id in a path names. */
function poolOf(path: string): string {
  const [, place] = path.match(/\/([a-z-]+)\/:id/) ?? []
  const pools: Record<string, string> = {
    packages: 'packageId',
    'family-members': 'familyMemberId',
    'customer-addresses': 'addressId',
    prescriptions: 'prescriptionId',
    bookings: 'bookingId',
    'health-reports': 'reportId',
    'lab-partners': 'labPartnerId',
  }
  return pools[place ?? ''] ?? 'bookingId'
}

function pathOf({ path }: Route) {
  const [before = '', after] = path.split(':id')
  if (after === undefined) return fc.constant({ value: path, isGood: true })
  const good = placeholder(poolOf(path)).map((id) => before + id + after)
  return mostly({ good, bad: hostileSegment.map((segment) => before + segment + after), of: 8 })
}

/** The same place by another spelling. */
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

/** A good body with one thing wrong: a field gone, a field of another kind, a field too many. */
function nearly(schema: JsonSchema): fc.Arbitrary<unknown> {
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
    { weight: 5, arbitrary: nearly(described) },
    { weight: 1, arbitrary: hostileValue },
  )
  return fc.oneof(
    { weight: 12, arbitrary: value.map((body) => JSON.stringify(body)) },
    { weight: 1, arbitrary: hostileBytes },
  )
}

const json = 'application/json'

/** A caller, and a body as callers of its role send one. */
function callerAndBody(route: Route, { all, mayCall, roleOf }: Callers) {
  const caller = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...mayCall(route)) },
    { weight: 1, arbitrary: fc.nat(all - 1) },
  )
  return caller.chain((number) => {
    const role = roleOf(number)
    const body = bodyOf((role && route.bodyFor?.[role]) ?? route.body).map((text) => ({ text, type: json }))
    const { bodyAs } = route
    const other = anyFhir.map((text) => ({ text, type: bodyAs?.type ?? json }))
    return fc.tuple(fc.constant(number), bodyAs ? fc.oneof({ weight: 3, arbitrary: body }, other) : body)
  })
}

function requestOf(name: RouteName, callers: Callers): fc.Arbitrary<FuzzRequest> {
  const route: Route = routes[name]
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

/** Each of these costs 20 ms and more of hashing. */
const slow: readonly RouteName[] = ['login', 'register', 'registerLabPartner', 'resetPassword']

/** These go well only in some states of what they name. */
const choosy: readonly RouteName[] = [
  'placeBooking',
  'changeBookingStatus',
  'assignLab',
  'confirmOrder',
  'declineOrder',
  'recordPayment',
  'releaseHealthReport',
]

/** What is gone cannot be asked about: removals come seldom. */
const removing: readonly RouteName[] = ['removeAddress', 'removeFamilyMember', 'removePackage']

function weightOf(name: RouteName): number {
  if (slow.includes(name) || removing.includes(name)) return 1
  if (name === 'releaseHealthReport') return 12
  return choosy.includes(name) ? 6 : 3
}

/** The callers by their numbers, from 0: how many there are, what each is, and to whom a route is open. */
export type Callers = {
  all: number
  roleOf(caller: number): Role | undefined
  mayCall(route: Route): number[]
}

/** Requests to every route alike, three of four by someone who may call it. */
export function anyRequest(callers: Callers): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(
    ...(Object.keys(routes) as RouteName[]).map((name) => ({
      weight: weightOf(name),
      arbitrary: requestOf(name, callers),
    })),
  )
}
