import { errorCatalogue } from '@jaanch/contracts/errors'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { custodyRoutes } from '@jaanch/contracts/http/custody'
import { healthReportRoutes } from '@jaanch/contracts/http/health-reports'
import { peopleRoutes } from '@jaanch/contracts/http/people'
import { prescriptionRoutes } from '@jaanch/contracts/http/prescriptions'
import type { Route } from '@jaanch/contracts/http/route'
import { type RouteName, routes } from '@jaanch/contracts/http/routes'
import type { LabStaffRole } from '@jaanch/contracts/staff-roles'
import type { Role } from '@jaanch/contracts/vocabulary'
import { afterAll, describe, expect } from 'vitest'
import { type Changes, watchChanges } from '../../support/changes.ts'
import { pathOf } from '../../support/client.ts'
import { createLabPerson, createUser, filesTokenOf, type Person, tokens } from '../../support/people.ts'
import { ownStackTest } from '../../support/test.ts'
import { openWire, sendUntilCurrent, signed, type Wire, type WireAnswer } from '../../support/wire.ts'
import { asAnother, type Caller, callersOf } from './callers.ts'
import { createProposedOrder, createReport } from './create-resources.ts'
import { createFixture, type MatrixFixture, type Side } from './fixture.ts'
import type { Policy, RequestParts, Row } from './row.ts'
import { rows } from './rows.ts'
import {
  everyAdmin,
  everyLabPerson,
  labStaffRows,
  limitedLabRoles,
  limitedRoles,
  staffRows,
} from './staff.ts'

// every call is made, also those of operators: consumers are paused and rewound
const it = ownStackTest({ workers: false })

let wire: Wire
let changes: Changes
let fixture: MatrixFixture
let callers: Caller[]
let planned = 0
let checked = 0

it.beforeAll(async ({ stack }) => {
  wire = openWire(stack.url)
  fixture = await createFixture(stack)
  callers = await callersOf(fixture)
  // however long the calls take, no session has to be confirmed again or is noted as seen again
  await stack.database.asOwner(
    `update sessions set confirmed_at = now() + interval '1 day', last_seen_at = now() + interval '1 day'`,
  )
  for (const side of fixture.sides) {
    await createReport(fixture, side)
    await createProposedOrder(fixture, side)
  }
  changes = await watchChanges(stack.database)
})
afterAll(() => {
  console.log(`${checked} combinations checked, ${planned} planned`)
  wire.close()
})

/** The owner of the object that a request names: one side, or nobody (an unknown id). */
type Named = Side | 'nobody'
type Combination = { caller: Caller; named: Named; expected: number }

const unknownId = '00000000-0000-4000-8000-00000000dead'

function wordFor(policy: Policy, { role }: Caller) {
  const [visitor, customer, lab, admin] = policy
  return role === undefined ? visitor : { customer, 'lab-partner': lab, admin }[role]
}

/** The status that the policy requires. */
function expectedStatus(route: Route, policy: Policy, caller: Caller, named: Named): number {
  const [word, status = route.status ?? 200] = wordFor(policy, caller).split(':')
  if (word !== 'yes' && word !== 'own') return Number(word)
  if (named === 'nobody') return 404
  return word === 'yes' || caller.side === named ? Number(status) : 404
}

function send(
  route: Route,
  parts: RequestParts,
  { caller, named }: Combination,
  method: string = route.method,
) {
  const params = named === 'nobody' ? { ...parts.params, id: unknownId } : parts.params
  const body = typeof parts.body === 'function' ? parts.body(caller.side) : parts.body
  return sendUntilCurrent(wire, {
    method,
    path: pathOf(route, params, parts.query),
    headers: { ...signed(caller.token), ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  })
}

/** Only admins read texts of both sides. A caller reads no text of the other side; a caller without a side reads none. */
function expectNoLeak({ text }: WireAnswer, caller: Caller): void {
  if (caller.role === 'admin') return
  for (const side of fixture.sides) {
    if (side === caller.side) continue
    for (const mark of side.marks) expect(text).not.toContain(mark)
  }
}

function expectRefusal(route: Route, { text, headers }: WireAnswer, { caller, expected }: Combination): void {
  expect(headers['content-type']).toMatch(/^application\/json/)
  const { error } = JSON.parse(text)
  expect(error).toBeTypeOf('string')
  if (expected === 401 && route.access !== 'public')
    expect(error).toBe(errorCatalogue[caller.unauthenticated][1])
}

function expectSuccess(route: Route, { text, headers }: WireAnswer): void {
  if (route.response === 'file') {
    expect(headers['content-type']).toMatch(
      /^(application\/(pdf|zip|jose|fhir\+json|vnd\.openxmlformats)|image\/png|text\/calendar)/,
    )
    expect(headers['x-content-type-options']).toBe('nosniff')
    return
  }
  if (route.status === 204) expect(text).toBe('')
  else route.response.parse(JSON.parse(text))
}

/** Each caller with each object: of both sides and of nobody, or without one if the route has no object. */
function combinationsOf(route: Route, policy: Policy): Combination[] {
  const namesSomething =
    route.params !== undefined || policy.some((expectation) => expectation.startsWith('own'))
  const [first, second] = fixture.sides
  const named: Named[] = namesSomething ? [first, second] : [first]
  if (route.params) named.push('nobody')
  return named.flatMap((named) =>
    callers.map((caller) => ({ caller, named, expected: expectedStatus(route, policy, caller, named) })),
  )
}

function describeCombination(route: Route, { caller, named, expected }: Combination): string {
  const whose = named === 'nobody' ? 'nobody' : `the ${named === fixture.sides[0] ? 'first' : 'second'} side`
  return `${caller.name} gets ${expected} for ${route.method} ${route.path} of ${whose}`
}

/** Sends the request and compares the answer with the policy. HEAD, which each GET route answers too, must not reveal more. */
async function checkCombination(route: Route, parts: RequestParts, combination: Combination): Promise<void> {
  if (route === routes.signOutEverywhere || route === routes.logout)
    combination.caller = await asAnother(combination.caller, fixture)
  const { caller, expected } = combination
  const answer = await send(route, parts, combination)
  expect(answer.status, `${describeCombination(route, combination)}: ${answer.text}`).toBe(expected)
  if (expected >= 400) expectRefusal(route, answer, combination)
  else expectSuccess(route, answer)
  expectNoLeak(answer, caller)
  checked += 1
  if (route.method !== 'GET') return
  const { status, text } = await send(route, parts, combination, 'HEAD')
  expect({ status, text }, `HEAD: ${describeCombination(route, combination)}`).toEqual({
    status: expected,
    text: '',
  })
  checked += 1
}

describe.each(Object.entries<Route>(routes))('%s', (name, route) => {
  const ofRoute = Object.entries<Row>(rows[name as RouteName])

  it.each(ofRoute)(
    '(%s) answers every caller according to the policy [S6.1 V7.6.2 V8.2.1 V15.3.1]',
    async (_title, [policy, build]) => {
      const all = combinationsOf(route, policy)
      planned += route.method === 'GET' ? 2 * all.length : all.length
      const isGood = ({ expected }: Combination) => expected < 400
      const objects = new Map<Named, RequestParts>()
      for (const side of fixture.sides) objects.set(side, await build(fixture, side))
      objects.set('nobody', await build(fixture, fixture.sides[0]))

      // a valid request that is refused because of its caller changes nothing: all callers may use the same objects
      const before = await changes.mark()
      const refused = all.filter((combination) => !isGood(combination))
      await Promise.all(
        refused.map((combination) =>
          checkCombination(route, objects.get(combination.named) ?? {}, combination),
        ),
      )
      expect(await changes.since(before)).toEqual([])

      for (const combination of all.filter(isGood)) {
        await checkCombination(route, await build(fixture, combination.named as Side), combination)
      }
    },
  )
})

/** The routes of a role but for those that are about the caller's own session, which the other requests need */
const routesFor = (role: Role) =>
  Object.entries<Route>(routes).filter(
    ([name, { access }]) =>
      name !== 'signOutEverywhere' &&
      (access === 'signed-in' || (access !== 'public' && access.includes(role))),
  )

/** @returns the calls that a person is refused though their role has them, or gets though it has not, with an unknown id. */
async function differingFrom(role: Role, token: string, may: (name: string) => boolean): Promise<string[]> {
  const differing: string[] = []
  for (const [name, route] of routesFor(role)) {
    const path = pathOf(route, { id: unknownId, reportId: unknownId })
    const { status, text } = await wire.send({ method: route.method, path, headers: signed(token) })
    const isRefused = status === 403 && JSON.parse(text).code === 'outside-role'
    if (isRefused === may(name)) differing.push(`${name}: ${status}`)
    checked += 1
    planned += 1
  }
  return differing
}

describe('the role of an admin', () => {
  it.each(limitedRoles)('(%s) refuses each call that is not of the role [V8.2.1]', async (staffRole) => {
    const id = await createUser(fixture.database, 'admin')
    await fixture.database.asOwner('update users set staff_role = $2 where id = $1', [id, staffRole])
    const token = tokens.issue({ id, role: 'admin', tokenVersion: 1, labPartnerId: null })
    const may = (name: string) =>
      everyAdmin.has(name) || staffRows[name as RouteName]?.includes(staffRole) === true
    expect(await differingFrom('admin', token, may)).toEqual([])
  })
})

describe('the role of a person of a lab', () => {
  const may = (name: string, labRole: LabStaffRole) =>
    labStaffRows[name as RouteName]?.includes(labRole) === true

  it.each(limitedLabRoles)('(%s) refuses each call that is not of the role [V8.2.1]', async (labRole) => {
    const { token } = await createLabPerson(fixture, fixture.sides[0].lab, labRole)
    const mayCall = (name: string) => everyLabPerson.has(name) || may(name, labRole)
    expect(await differingFrom('lab-partner', token, mayCall)).toEqual([])
  })

  /** The role may call, but not record each step: which ones is proven beside the call */
  const decidedByStep: ReadonlySet<string> = new Set<RouteName>(['recordCustody', 'recordPayment'])
  /** The row is about the owner, who is no pathologist */
  const ofPathologists: ReadonlySet<string> = new Set<RouteName>(['signReport', 'returnReport'])

  async function check(route: Route, parts: RequestParts, combination: Combination): Promise<void> {
    planned += route.method === 'GET' ? 2 : 1
    await checkCombination(route, parts, combination)
  }

  /** A collector reaches only what is given to the collector: the bookings that a request names. */
  async function giveVisits({ params, query, body }: RequestParts, collectorId: string): Promise<void> {
    const { bookings = [] } = { ...body } as { bookings?: string[] }
    for (const id of [params?.id, query?.booking, ...bookings])
      if (id !== undefined)
        await fixture.sides[0].lab.client.call(custodyRoutes.assignCollector, {
          params: { id },
          body: { collectorId },
        })
  }

  it.each(limitedLabRoles)('(%s) reaches what is of the own lab, and nothing of another', async (labRole) => {
    const [own, other] = fixture.sides
    const { id, token } = await createLabPerson(fixture, own.lab, labRole)
    const caller = {
      name: labRole,
      token,
      role: 'lab-partner',
      side: own,
      unauthenticated: 'not-signed-in',
    } as const
    for (const [name, route] of routesFor('lab-partner')) {
      if (!may(name, labRole) || decidedByStep.has(name) || ofPathologists.has(name)) continue
      for (const [policy, build] of Object.values<Row>(rows[name as RouteName])) {
        for (const named of route.params ? [own, other] : [own]) {
          const expected = expectedStatus(route, policy, caller, named)
          const parts = await build(fixture, named)
          if (labRole === 'collector' && named === own) {
            if (policy[2].startsWith('own')) await check(route, parts, { caller, named, expected: 404 })
            await giveVisits(parts, id)
          }
          await check(route, parts, { caller, named, expected })
        }
      }
    }
  })
})

describe('a list', () => {
  const lists = [
    healthReportRoutes.listHealthReports,
    bookingRoutes.listBookings,
    prescriptionRoutes.listOwnPrescriptions,
    peopleRoutes.listFamilyMembers,
    peopleRoutes.listAddresses,
  ] as const

  it.each(lists)('($path) shows each side its own rows only [S6.1 S7.7 V8.2.1]', async (route) => {
    const ids = async ({ client }: Person) => {
      const { body } = await client.ask(route, 'query' in route ? { query: { limit: '500' } as never } : {})
      return new Set(body.map(({ id }) => id))
    }
    const [first, second] = fixture.sides
    const whose: Person[][] = [[first.customer, second.customer]]
    if (route.access === 'signed-in') whose.push([first.lab, second.lab])
    for (const [one, other] of whose as [Person, Person][]) {
      const [ones, others] = [await ids(one), await ids(other)]
      expect(ones.size).toBeGreaterThan(0)
      expect(others.size).toBeGreaterThan(0)
      expect(ones.isDisjointFrom(others)).toBe(true)
    }
  })
})

describe('a session', () => {
  const open = Object.values<Route>(routes).filter(({ access }) => access !== 'public')

  it.each(open)(
    'reaches $method $path by the token, and files also by the cookie [S6.2 V7.2.1]',
    async (route) => {
      const { token } = fixture.admin
      const byCookie = { cookie: `files_token=${filesTokenOf(fixture.admin)}` }
      const path = pathOf(route, { id: unknownId, reportId: unknownId })
      for (const headers of route.cookie ? [{}] : [byCookie, {}]) {
        const { status } = await wire.send({ method: route.method, path, headers })
        expect(status).toBe(401)
      }
      const inQuery = `${path}?token=${token}&access_token=${token}`
      expect((await wire.send({ method: route.method, path: inQuery, headers: {} })).status).toBe(401)
    },
  )
})
