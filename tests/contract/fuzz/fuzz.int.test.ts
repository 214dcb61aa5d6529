import { randomInt } from 'node:crypto'
import { authCalls } from '@jaanch/account/sessions/api'
import { type CallName, calls } from '@jaanch/api/calls'
import { errorCatalogue } from '@jaanch/contracts/errors'
import type { Route } from '@jaanch/contracts/http/route'
import fc from 'fast-check'
import { afterAll, describe, expect } from 'vitest'
import { type Changes, watchChanges } from '../../support/changes.ts'
import { createClient } from '../../support/client.ts'
import { cutCall, encodeRequest, filledGates } from '../../support/cut-call.ts'
import { createLabPerson, createPackage, createUser, registerCustomer } from '../../support/people.ts'
import { createFileTicket, createShare } from '../../support/shares.ts'
import { ownStackTest } from '../../support/test.ts'
import { openWire, signed, type Wire, type WireAnswer, type WireRequest } from '../../support/wire.ts'
import { asAnother, type Caller, callersOf, endsOwnSession, furthestCaller } from '../matrix/callers.ts'
import {
  createAddress,
  createApplication,
  createApprovedApplication,
  createBooking,
  createCriticalCall,
  createDeadLetter,
  createFailedMessage,
  createFamilyMember,
  createInterval,
  createMaintenanceNotice,
  createPrescription,
  createPriceList,
  createProposedOrder,
  createReport,
  createReview,
  createRun,
  createSavedView,
  createSession,
} from '../matrix/create-resources.ts'
import { createFixture, type MatrixFixture } from '../matrix/fixture.ts'
import { requestOf } from '../matrix/sample.ts'
import { samplesOf } from '../matrix/samples.ts'
import { createPools, type Pools } from './pools.ts'
import { anyRequest, type FuzzRequest } from './requests.ts'

/** Patterns of internal details. */
const internals = [
  /\bat .+:\d+:\d+/,
  /\.(ts|js|mjs|sql)\b/,
  /node_modules|file:\/\/|\/work\/|\/home\/|\/usr\//,
  /\b(zod|slonik|fastify|postgres|sqlstate|redis|bullmq|argon2|undefined)\b/i,
  /\b(select|insert|update|delete)\b.+\b(from|into|set|where)\b/i,
  /\b(relation|column|constraint|syntax|violates|out of range|encoding)\b/i,
  /\[object /,
]

/** @returns the fault of an answer to any request; undefined for a correct answer */
function findFault(request: FuzzRequest, answer: WireAnswer): string | undefined {
  const { status, headers, text } = answer
  if (status >= 500) return 'a server error'
  if (status < 200) return 'an informational status'
  if (request.method === 'HEAD') return text === '' ? undefined : 'a body for HEAD'
  if (status >= 400) return findFaultOfRefusal(request, answer)
  const route: Route = calls[request.name]
  if (!request.isOwn) return undefined
  if (status === 304) {
    if (!request.headers['if-none-match']) return 'status 304 for a client that has nothing'
    return text === '' ? undefined : 'a body with status 304'
  }
  if (status !== (route.status ?? 200)) return 'another success status than the contract has'
  if (route.response === 'file') {
    return headers['x-content-type-options'] === 'nosniff' ? undefined : 'a file without nosniff'
  }
  if (status === 204) return text === '' ? undefined : 'a body with status 204'
  const { error } = route.response.safeParse(JSON.parse(text))
  return error ? `another shape than the contract's: ${error.message}` : undefined
}

/** The fields that some refusals have besides the sentence */
const detailsOf: Record<string, readonly string[]> = {
  'price-changed': ['total'],
  'wrong-passcode': ['remainingAttempts'],
  'consent-needed': ['familyMemberId', 'name'],
  'confirmation-needed': ['questions'],
}

/** The answer to a laboratory's system besides the refusal */
const detailsOfMessage = ['problems', 'ack']

function findFaultOfRefusal({ name }: FuzzRequest, { headers, text }: WireAnswer): string | undefined {
  if (!headers['content-type']?.startsWith('application/json')) return 'a refusal that is not JSON'
  const body = JSON.parse(text)
  if (typeof body.error !== 'string' || body.error.length < 5) return 'a refusal without a sentence'
  if (!Object.hasOwn(errorCatalogue, body.code))
    return `a refusal without a code of the catalogue: ${body.code}`
  const known = ['error', 'code', 'message', ...(detailsOf[body.code] ?? [])]
  if (name === 'importHl7') known.push(...detailsOfMessage)
  const others = Object.keys(body).filter((key) => !known.includes(key))
  if (others.length > 0) return `a refusal with other fields: ${others}`
  // a FHIR refusal contains the name of a resource, up to 1,000 characters of the request
  if (text.length > 2_500) return 'a refusal that is too long'
  const leak = internals.find((pattern) => pattern.test(body.error))
  return leak ? `a refusal that shows internal details (${leak})` : undefined
}

/**
 * The same seed sends the same requests; FUZZ_PATH (printed with a failure) repeats the failed one. `npm run test:more` sends ten
 * thousand: enough for one accepted request to almost every route.
 */
const seed = Number(process.env.FUZZ_SEED ?? 20_260_101)
const runs = Number(process.env.FUZZ_RUNS ?? 500)
const path = process.env.FUZZ_PATH

// any request is sent, also of operators: consumers are paused and rewound, runs are asked for
const it = ownStackTest({ workers: false })

let wire: Wire
let changes: Changes
let fixture: MatrixFixture
let callers: Caller[]
let pools: Pools
const statuses: Record<number, number> = {}
const succeeded = new Set<CallName>()

it.beforeAll(async ({ stack }) => {
  wire = openWire(stack.url)
  fixture = await createFixture(stack)
  callers = await callersOf(fixture)
  pools = await fillPools(fixture, Math.min(1, runs / 10_000))
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

function wireRequestOf({ method, path, headers, body }: FuzzRequest, caller: Caller): WireRequest {
  return {
    method,
    path: pools.fill(path, caller.side),
    headers: { ...signed(caller.token), ...headers },
    body: body === undefined ? undefined : pools.fill(body, caller.side),
  }
}

/** Texts that a visitor must never receive, and that a customer must not receive of the other customer. */
function findBreach({ name, isOwn }: FuzzRequest, caller: Caller, answer: WireAnswer): string | undefined {
  const route: Route = calls[name]
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

/** For the requests: all callers */
function everyone() {
  return { count: callers.length, roleOf: (caller: number) => callers[caller]?.role, mayCall }
}

describe('any request', () => {
  it('gets an answer in our format, changes nothing if it is refused, and never causes a server error [V1.2.3 V2.2.1 V2.2.2 V3.5.3 V16.5.1]', async () => {
    await fc.assert(fc.asyncProperty(anyRequest(everyone()), check), {
      seed,
      numRuns: runs,
      ...(path && { path }),
    })
  }, 1_200_000)

  it.runIf(runs >= 10_000 && !path)(
    'includes accepted requests to every route',
    async () => {
      // they need a token that is sent by mail, a password, or a ticket that is given for one: these are random here
      const unreachable: CallName[] = [
        'resetPassword',
        'changePassword',
        'eraseMe',
        'exportMe',
        'answerSecondFactor',
        'beginSecondFactorChange',
        'addSecondFactor',
        'removeSecondFactor',
        'renewRecoveryCodes',
        // they need an order number, which a worker assigns, a barcode that was bound, cash that was taken, or a refund that is due
        'printLabels',
        'recordCustody',
        'findTube',
        'countCash',
        'settleRefund',
        'importHl7',
        // an empty installation, a file of a catalogue, the version of the catalogue, which every import changes
        ...(['loadStarterCatalogue', 'importCatalogue', 'saveParameter', 'saveItem', 'savePrices'] as const),
        ...(['previewCatalogue', 'matchPriceList', 'getAffected', 'endParameter'] as const),
        // the version of the facts
        'setFacts',
        // a draft, which only a pathologist signs; results, of an adult who has agreed; a parameter that has no such interval
        ...(['getReportDraft', 'signReport', 'returnReport'] as const),
        ...(['getHealthTrend', 'giveRelativeConsent', 'addInterval'] as const),
      ]
      const names = (Object.keys(calls) as CallName[]).filter((name) => !unreachable.includes(name))
      const missing = () => names.filter((name) => !succeeded.has(name))
      // chance left out a few
      for (const name of missing()) {
        for (const request of fc.sample(anyRequest(everyone(), [name]), { seed, numRuns: 1_000 }))
          if (!succeeded.has(name)) await check(request)
      }
      expect(missing()).toEqual([])
    },
    300_000,
  )
})

/** Other instants in each run */
const cutSeed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31))
const cutsOfEach = 3
/** Most calls take less */
const latestCutMs = 40
const resources = Map.groupBy(Object.entries<Route>(calls), ([, { path }]) => path.split('/')[2] ?? '')

describe('a call whose connection is cut at any instant', () => {
  let fixture: MatrixFixture
  let callers: Caller[]
  it.beforeAll(async ({ stack }) => {
    console.log(`FUZZ_SEED=${cutSeed} for the cuts`)
    fixture = await createFixture(stack)
    callers = await callersOf(fixture)
  })

  it.for([...resources])('a call that is cut holds nothing afterwards: %s', async ([, calls], { stack }) => {
    const instants = fc.sample(fc.nat(latestCutMs), { seed: cutSeed, numRuns: cutsOfEach })
    for (const [name, route] of calls) {
      for (const sample of samplesOf(name as CallName)) {
        const caller = await furthestCaller(callers, name as CallName, sample, fixture)
        const side = caller.side ?? fixture.sides[0]
        const bytes = encodeRequest(requestOf(route, await sample.build(fixture, side), caller))
        await Promise.all(instants.map((afterMs) => cutCall(stack.url, bytes, afterMs)))
      }
    }
    await expect.poll(filledGates).toEqual({})
    // otherwise the next calls would be refused before they take anything
    for (const { role, token } of callers)
      if (role) await createClient(stack.url, token).call(authCalls.getMe)
  })
})

/**
 * Fills the pools with objects of all kinds, in each state that a request can change.
 * @param share of the numbers that ten thousand requests need
 */
async function fillPools(fixture: MatrixFixture, share: number): Promise<Pools> {
  const pools = createPools()
  const times = (number: number) => Array.from({ length: Math.ceil(number * share) })
  for (const _ of times(20)) pools.seed('packageId', await createPackage(fixture.database))
  for (const side of fixture.sides) {
    const { customer, lab } = side
    pools.seed('customerId', customer.id, side)
    for (const _ of times(10)) {
      pools.seed('addressId', (await createAddress(fixture, side)).id, side)
      pools.seed('familyMemberId', (await createFamilyMember(fixture, side)).id, side)
      pools.seed('savedViewId', (await createSavedView(fixture, lab.id)).id, side)
      pools.seed('sessionId', (await createSession(fixture, customer.id)).id, side)
      const { id: person } = await createLabPerson(fixture, lab, 'collector')
      pools.seed('labPersonId', person, side)
      for (let session = 0; session < 2; session += 1) {
        pools.seed('labPersonSessionId', (await createSession(fixture, person)).id, side)
      }
    }
    for (const _ of times(6)) {
      const { id, linkId } = await createShare(customer.client)
      pools.seed('shareId', id, side)
      pools.seed('shareLink', linkId)
      pools.seed('shareTicket', await createFileTicket(customer.client))
    }
    pools.seed('intervalId', (await createInterval(fixture, lab.labPartnerId)).id, side)
    pools.seed('intervalId', (await createInterval(fixture)).id)
    pools.seed('labPartnerId', lab.labPartnerId, side)
    for (const _ of times(4)) {
      // a report can be released in the last two
      const statuses = ['pending', 'confirmed', 'lab-processing', 'lab-processing', 'completed'] as const
      for (const status of statuses) {
        pools.seed('bookingId', (await createBooking(fixture, side, status)).id, side)
      }
      // each can be confirmed or declined once
      for (let order = 0; order < 3; order += 1) {
        pools.seed('bookingId', (await createProposedOrder(fixture, side)).id, side)
      }
      pools.seed('prescriptionId', (await createPrescription(fixture, side)).id, side)
      pools.seed('reportId', (await createReport(fixture, side)).id, side)
      pools.seed('criticalCallId', (await createCriticalCall(fixture, side)).id, side)
      for (let n = 0; n < 2; n += 1) {
        pools.seed('completedBookingId', (await createBooking(fixture, side, 'completed')).id, side)
      }
      pools.seed('reviewId', (await createReview(fixture, side)).id, side)
    }
  }
  for (const _ of times(20)) pools.seed('priceListId', (await createPriceList(fixture)).id)
  for (const _ of times(8)) {
    pools.seed('labPartnerId', (await createApplication(fixture)).id)
    pools.seed('otherLabPartnerId', (await createApprovedApplication(fixture)).id)
    pools.seed('userId', await createUser(fixture.database, 'customer'))
    pools.seed('otherAdminId', await createUser(fixture.database, 'admin'))
    pools.seed('runId', (await createRun(fixture)).id)
    pools.seed('login', (await registerCustomer(fixture.url)).email)
  }
  for (const _ of times(60)) pools.seed('deadLetterId', (await createDeadLetter(fixture)).id)
  for (const _ of times(5)) pools.seed('messageId', (await createFailedMessage(fixture)).id)
  for (let n = 1; n <= 8; n += 1) pools.seed('eventPosition', String(n))
  for (const consumer of ['orders', 'reminders']) pools.seed('consumer', consumer)
  for (let n = 0; n < 3; n += 1) await createMaintenanceNotice(fixture)
  // nothing waits for what it does
  pools.seed('pausable', 'reminders')
  return pools
}
