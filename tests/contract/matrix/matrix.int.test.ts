import { peopleCalls } from '@jaanch/account/people/api'
import { type CallName, calls } from '@jaanch/api/calls'
import { bookingCalls } from '@jaanch/booking/api'
import { prescriptionCalls } from '@jaanch/booking/prescriptions/api'
import { custodyCalls } from '@jaanch/collection/api'
import { errorCatalogue } from '@jaanch/contracts/errors'
import type { Route } from '@jaanch/contracts/http/route'
import { labStaffRoles } from '@jaanch/contracts/staff-roles'
import type { Role } from '@jaanch/contracts/vocabulary'
import { healthReportCalls } from '@jaanch/report/api'
import { afterAll, expect } from 'vitest'
import { type Changes, watchChanges } from '../../support/changes.ts'
import { pathOf } from '../../support/client.ts'
import { createLabPerson, createUser, type Person, tokens } from '../../support/people.ts'
import { ownStackTest } from '../../support/test.ts'
import { openWire, sendUntilCurrent, signed, type Wire, type WireAnswer } from '../../support/wire.ts'
import { isPublic, limitedStaffRoles, mayLabPerson, mayRole, mayStaff, routeNames } from './access.ts'
import { asAnother, type Caller, callersOf } from './callers.ts'
import { createProposedOrder, createReport } from './create-resources.ts'
import { createFixture, type MatrixFixture, type Side } from './fixture.ts'
import { type RequestParts, requestOf, type Sample } from './sample.ts'
import { samplesOf } from './samples.ts'

// every call is made, also those of operators: consumers are paused and rewound
const it = ownStackTest({ workers: false })

let wire: Wire
let changes: Changes
let fixture: MatrixFixture
let callers: Caller[]

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
afterAll(() => wire.close())

/** The owner of the object that a request names: one side, or nobody (an unknown id). */
type Named = Side | 'nobody'
type Combination = { caller: Caller; named: Named; expected: number }

const unknownId = '00000000-0000-4000-8000-00000000dead'

/** Admins reach the objects of all; others reach their own where a call names one. */
function reachOf(name: CallName, { reach }: Sample, role: Role | undefined): 'own' | 'any' {
  if (role === undefined || role === 'admin' || isPublic(name)) return 'any'
  const { params }: Route = calls[name]
  return reach ?? (params ? 'own' : 'any')
}

/** The status that the declaration of the route requires */
function expectedStatus(name: CallName, sample: Sample, { role, side }: Caller, named: Named): number {
  const route: Route = calls[name]
  if (!isPublic(name)) {
    if (!role) return 401
    if (!mayRole(name, role)) return 403
  }
  const status = sample.status ?? route.status ?? 200
  if (sample.isForAnyObject) return status
  if (named === 'nobody' || (sample.owner && sample.owner !== role)) return 404
  return reachOf(name, sample, role) === 'own' && side !== named ? 404 : status
}

function send(
  route: Route,
  parts: RequestParts,
  { caller, named }: Combination,
  method: string = route.method,
) {
  const params = named === 'nobody' ? { ...parts.params, id: unknownId } : parts.params
  return sendUntilCurrent(wire, {
    ...requestOf(route, { ...parts, ...(params && { params }) }, caller),
    method,
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
      /^(application\/(pdf|zip|octet-stream|jose|fhir\+json|vnd\.openxmlformats)|image\/png|text\/calendar)/,
    )
    expect(headers['x-content-type-options']).toBe('nosniff')
    return
  }
  if (route.status === 204) expect(text).toBe('')
  else route.response.parse(JSON.parse(text))
}

/** Each caller with each object: of both sides, of nobody, or without one. Callers who may never call name one object only. */
function combinationsOf(name: CallName, sample: Sample): Combination[] {
  const route: Route = calls[name]
  const [first, second] = fixture.sides
  const named: Named[] = route.params || sample.reach === 'own' ? [first, second] : [first]
  if (route.params) named.push('nobody')
  const asking = callers.filter(
    ({ role }) => !sample.by || !role || sample.by === role || !mayRole(name, role),
  )
  return named
    .flatMap((named) =>
      asking.map((caller) => ({ caller, named, expected: expectedStatus(name, sample, caller, named) })),
    )
    .filter(({ named, expected }) => named === first || ![401, 403].includes(expected))
}

function describeCombination(route: Route, { caller, named, expected }: Combination): string {
  const whose = named === 'nobody' ? 'nobody' : `the ${named === fixture.sides[0] ? 'first' : 'second'} side`
  return `${caller.name} gets ${expected} for ${route.method} ${route.path} of ${whose}`
}

/** Sends the request and compares the answer with the declaration of the route. */
async function checkCombination(route: Route, parts: RequestParts, combination: Combination): Promise<void> {
  if (route === calls.signOutEverywhere || route === calls.logout)
    combination.caller = await asAnother(combination.caller, fixture)
  const { caller, expected } = combination
  const answer = await send(route, parts, combination)
  expect(answer.status, `${describeCombination(route, combination)}: ${answer.text}`).toBe(expected)
  if (expected >= 400) expectRefusal(route, answer, combination)
  else expectSuccess(route, answer)
  expectNoLeak(answer, caller)
}

/** HEAD, which each GET route answers too, reveals no more than GET. */
async function checkHead(route: Route, parts: RequestParts, combination: Combination): Promise<void> {
  const { status, text } = await send(route, parts, combination, 'HEAD')
  const none = { status: combination.expected, text: '' }
  expect({ status, text }, `HEAD: ${describeCombination(route, combination)}`).toEqual(none)
}

const forms = routeNames.flatMap((name) => samplesOf(name).map((sample, form) => ({ name, sample, form })))

it.for(forms)(
  'the call $name (form $form) answers every caller as its route declares [S6.1 V7.6.2 V8.2.1 V15.3.1]',
  async ({ name, sample }) => {
    const route: Route = calls[name]
    const all = combinationsOf(name, sample)
    const isGood = ({ expected }: Combination) => expected < 400
    const objects = new Map<Named, RequestParts>()
    for (const side of fixture.sides) objects.set(side, await sample.build(fixture, side))
    objects.set('nobody', await sample.build(fixture, fixture.sides[0]))

    // a refused call changes nothing, so that all callers may name the same objects
    const before = await changes.mark()
    const refused = all.filter((combination) => !isGood(combination))
    await Promise.all(
      refused.map((combination) =>
        checkCombination(route, objects.get(combination.named) ?? {}, combination),
      ),
    )
    expect(await changes.since(before)).toEqual([])

    for (const combination of all.filter(isGood)) {
      const side = combination.named === 'nobody' ? fixture.sides[0] : combination.named
      await checkCombination(route, await sample.build(fixture, side), combination)
    }

    if (route.method !== 'GET') return
    for (const [combination] of Map.groupBy(all, ({ expected }) => expected).values())
      if (combination) await checkHead(route, objects.get(combination.named) ?? {}, combination)
  },
)

/** The calls of a role, but for the one that ends the session that the other calls need */
const callsOf = (role: Role) =>
  routeNames.filter((name) => name !== 'signOutEverywhere' && !isPublic(name) && mayRole(name, role))

/** @returns the calls about an unknown id that are refused because of the role although it includes them, or the reverse */
async function findDifferences(
  role: Role,
  token: string,
  may: (name: CallName) => boolean,
): Promise<string[]> {
  const differing: string[] = []
  for (const name of callsOf(role)) {
    const { method, path } = calls[name]
    const { status, text } = await wire.send({
      method,
      path: pathOf({ path }, { id: unknownId, reportId: unknownId }),
      headers: signed(token),
    })
    const isRefused = status === 403 && JSON.parse(text).code === 'outside-role'
    if (isRefused === may(name)) differing.push(`${name}: ${status}`)
  }
  return differing
}

it.each(limitedStaffRoles)(
  'an admin with the role %s is refused the calls of other roles, and no others [V8.2.1]',
  async (staffRole) => {
    const id = await createUser(fixture.database, 'admin')
    await fixture.database.asOwner('update users set staff_role = $2 where id = $1', [id, staffRole])
    const token = tokens.issue({ id, tokenVersion: 1 })
    expect(await findDifferences('admin', token, (name) => mayStaff(name, staffRole))).toEqual([])
  },
)

it.each(labStaffRoles)(
  'a person of a lab with the role %s is refused the calls of other roles, and no others [V8.2.1]',
  async (labRole) => {
    const { token } = await createLabPerson(fixture, fixture.sides[0].lab, labRole)
    expect(await findDifferences('lab-partner', token, (name) => mayLabPerson(name, labRole))).toEqual([])
  },
)

/** Their samples are refused to the owner, and not to a pathologist. */
const ofPathologists: ReadonlySet<CallName> = new Set(['signReport', 'returnReport'])

/** A collector reaches only the bookings that the lab gave to this collector. */
async function giveVisits({ params, query, body }: RequestParts, collectorId: string): Promise<void> {
  const { bookings = [] } = { ...body } as { bookings?: string[] }
  for (const id of [params?.id, query?.booking, ...bookings])
    if (id !== undefined)
      await fixture.sides[0].lab.client.call(custodyCalls.assignCollector, {
        params: { id },
        body: { collectorId },
      })
}

it.each(labStaffRoles)(
  'a person of a lab with the role %s reaches the objects of the own lab, and none of another lab',
  async (labRole) => {
    const [own, other] = fixture.sides
    const { id, token } = await createLabPerson(fixture, own.lab, labRole)
    const caller: Caller = {
      name: labRole,
      token,
      role: 'lab-partner',
      side: own,
      unauthenticated: 'not-signed-in',
    }
    for (const name of callsOf('lab-partner')) {
      const isOfEveryone = labStaffRoles.every((each) => mayLabPerson(name, each))
      if (!mayLabPerson(name, labRole) || isOfEveryone || ofPathologists.has(name)) continue
      const route: Route = calls[name]
      for (const sample of samplesOf(name).filter(({ by }) => !by || by === 'lab-partner')) {
        for (const named of route.params ? [own, other] : [own]) {
          const expected = expectedStatus(name, sample, caller, named)
          const parts = await sample.build(fixture, named)
          const isGiven = labRole === 'collector' && named === own
          if (isGiven && reachOf(name, sample, 'lab-partner') === 'own')
            await checkCombination(route, parts, { caller, named, expected: 404 })
          if (isGiven) await giveVisits(parts, id)
          await checkCombination(route, parts, { caller, named, expected })
        }
      }
    }
  },
)

const lists = [
  healthReportCalls.listHealthReports,
  bookingCalls.listBookings,
  prescriptionCalls.listOwnPrescriptions,
  peopleCalls.listFamilyMembers,
  peopleCalls.listAddresses,
] as const

it.each(lists)('the list $path shows each side its own rows only [S6.1 S7.7 V8.2.1]', async (route) => {
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
