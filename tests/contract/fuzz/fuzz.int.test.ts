import type { Route } from '@jaanch/contracts/http/route'
import { type RouteName, routes } from '@jaanch/contracts/http/routes'
import fc from 'fast-check'
import { afterAll, describe, expect } from 'vitest'
import { type Changes, watchChanges } from '../../support/changes.ts'
import { ownStackTest } from '../../support/test.ts'
import { openWire, signed, type Wire, type WireAnswer, type WireRequest } from '../../support/wire.ts'
import { asAnother, type Caller, callersOf } from '../matrix/callers.ts'
import { createFixture, type MatrixFixture } from '../matrix/fixture.ts'
import { findFault } from './find-fault.ts'
import type { Pools } from './pools.ts'
import { anyRequest, type FuzzRequest } from './requests.ts'
import { fillPools } from './seeds.ts'

/** The same seed sends the same requests; FUZZ_PATH (printed with a failure) repeats the failed one. */
const seed = Number(process.env.FUZZ_SEED ?? 20_260_101)
const runs = Number(process.env.FUZZ_RUNS ?? 10_000)
const path = process.env.FUZZ_PATH

const it = ownStackTest({ workers: false })

let wire: Wire
let changes: Changes
let fixture: MatrixFixture
let callers: Caller[]
let pools: Pools
const statuses: Record<number, number> = {}
const succeeded = new Set<RouteName>()

it.beforeAll(async ({ stack }) => {
  wire = openWire(stack.url)
  fixture = await createFixture(stack)
  callers = await callersOf(fixture)
  pools = await fillPools(fixture)
  changes = await watchChanges(stack.database)
})
afterAll(() => {
  const counts = Object.entries(statuses).map(([status, n]) => `${status} × ${n}`)
  console.log(`seed ${seed}, ${runs} requests: ${counts.join(', ')}`)
  wire.close()
})

/** The indexes of the callers that may call a route; all callers for a public route. */
function mayCall({ access }: Route): number[] {
  const indexes = [...callers.keys()]
  if (access === 'public') return indexes
  const roles = access === 'signed-in' ? ['customer', 'lab-partner', 'admin'] : access
  return indexes.filter((index) => roles.some((role) => role === callers[index]?.role))
}

function wireRequestOf({ name, method, path, headers, body }: FuzzRequest, caller: Caller): WireRequest {
  const route: Route = routes[name]
  return {
    method,
    path: pools.fill(path, caller.side),
    headers: { ...signed(route, caller.token), ...headers },
    body: body === undefined ? undefined : pools.fill(body, caller.side),
  }
}

/** Texts that a visitor must never receive, and that a customer must not receive of the other customer. */
function findBreach({ name, isOwn }: FuzzRequest, caller: Caller, answer: WireAnswer): string | undefined {
  const route: Route = routes[name]
  if (answer.status < 300 && isOwn && !caller.role && route.access !== 'public')
    return 'success without a session'
  if (caller.role !== 'customer') return undefined
  const other = fixture.sides.find((side) => side !== caller.side)
  return other?.marks.some((mark) => answer.text.includes(mark)) ? "another customer's data" : undefined
}

/** Valid until a request may have changed something: the others leave no row and no event */
let mark: number | undefined

/** A refused request and a read leave no row and no event. */
async function findSideEffect(request: FuzzRequest, { status }: WireAnswer, before: number) {
  const mayChange = status < 300 && !['GET', 'HEAD', 'OPTIONS'].includes(request.method)
  if (mayChange) mark = undefined
  const changed = mayChange ? [] : await changes.since(before)
  return changed.length > 0 ? `changes by a refused request or a read: ${changed}` : undefined
}

const endsOwnSession: ReadonlySet<RouteName> = new Set(['logout', 'signOutEverywhere'])

async function check(request: FuzzRequest): Promise<void> {
  const chosen = callers[request.caller] as Caller
  const endsSession = endsOwnSession.has(request.name)
  const caller = endsSession ? await asAnother(chosen, fixture) : chosen
  const sent = wireRequestOf(request, caller)
  if (endsSession || mark === undefined) mark = await changes.mark()
  const before = mark
  const answer = await wire.send(sent)
  const { status, text } = answer
  statuses[status] = (statuses[status] ?? 0) + 1

  const fault =
    findFault(request, answer) ??
    findBreach(request, caller, answer) ??
    (await findSideEffect(request, answer, before))
  if (fault) {
    const sentText = JSON.stringify({ ...sent, headers: request.headers }, null, 1).slice(0, 3_000)
    throw new Error(`${fault}\n${caller.name} sent ${sentText}\nand got ${status} ${text.slice(0, 600)}`)
  }
  if (status < 300 && request.isOwn) {
    succeeded.add(request.name)
    pools.learn(request.name, answer, caller.side)
  }
}

describe('any request', () => {
  it('gets an answer in our format, changes nothing if it is refused, and never causes a server error [V1.2.3 V2.2.1 V3.5.3 V16.5.1]', async () => {
    const roleOf = (caller: number) => callers[caller]?.role
    const requests = anyRequest({ count: callers.length, roleOf, mayCall })
    await fc.assert(fc.asyncProperty(requests, check), {
      seed,
      numRuns: runs,
      ...(path && { path }),
    })
  }, 300_000)

  it.runIf(runs >= 10_000 && !path)('includes accepted requests to every route', () => {
    // they need a token that is sent by mail, a password, or a ticket that is given for one: these are random here
    const unreachable: RouteName[] = [
      'resetPassword',
      'changePassword',
      'eraseMe',
      'exportMe',
      'answerSecondFactor',
      'beginSecondFactorChange',
      'addSecondFactor',
      'removeSecondFactor',
      'renewRecoveryCodes',
    ]
    const names = (Object.keys(routes) as RouteName[]).filter((name) => !unreachable.includes(name))
    expect(names.filter((name) => !succeeded.has(name))).toEqual([])
  })
})
