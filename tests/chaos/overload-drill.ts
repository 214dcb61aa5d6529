/**
 * `npm run drill:overload`: measures how much a stack takes from polite clients, then sends three times as much for a minute,
 * then the normal load again. What is answered must be answered soon, all else refused with 503 and Retry-After; the memory of the
 * API must stay bounded, and every acknowledged booking must exist.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { quantile } from '@jaanch/tests/support/quantile'
import { type Customer, createCustomer, customerPassword } from './customer.ts'
import { type Call, createSender, type Outcome, runClosedLoop, runOpenLoop } from './load.ts'
import { startStackProcess } from './stack-process.ts'

const customersCount = 20
const politeClients = 32
const capacityMs = 15_000
const normalMs = 10_000
const floodMs = 60_000
const afterMs = 20_000
/** The flood in multiples of the capacity; normal load is half of it */
const floodFactor = 3
const normalFactor = 0.5

/** Limits: p99 of what is answered, ms: the deadline of a request and 200 ms; how long until p99 is normal again, s */
const maxP99Ms = 1_700
const maxRecoverySeconds = 5

// all calls come from one address
const stack = await startStackProcess({ LOG_LEVEL: 'warn' })
const { send, close } = createSender(stack.url)
try {
  const customers: Customer[] = []
  for (let n = 0; n < customersCount; n += 1) customers.push(await createCustomer(stack.url))
  const placed = new Map<Customer, Set<string>>(customers.map((customer) => [customer, new Set()]))
  let calls = 0

  /** Of 20 calls, 13 read the customer's bookings, 2 the catalogue, 4 place a booking, 1 signs in. */
  async function sendNext(): Promise<Outcome> {
    calls += 1
    const customer = customers[calls % customers.length] as Customer
    const kind = Math.floor(calls / customers.length + calls) % 20
    if (kind === 0) return send(logIn(customer))
    if (kind <= 2) return send({ kind: 'catalogue', method: 'GET', path: '/api/packages', headers: {} })
    if (kind > 6)
      return send(authorised(customer, { kind: 'list', method: 'GET', path: '/api/bookings', headers: {} }))
    const outcome = await send(authorised(customer, place(customer)))
    if (outcome.status === 201) placed.get(customer)?.add((JSON.parse(outcome.body) as { id: string }).id)
    return outcome
  }

  const memory = watchMemory(stack.listPids('api')[0] ?? 0)
  await runClosedLoop(sendNext, politeClients, 5_000)
  const capacity = await runClosedLoop(sendNext, politeClients, capacityMs)
  const perSecond = capacity.filter(isAnswered).length / (capacityMs / 1_000)
  report(`${politeClients} polite clients`, capacity, capacityMs)

  const before = await runOpenLoop(sendNext, perSecond * normalFactor, normalMs)
  report('Normal load (half of that)', before, normalMs)
  const atStart = memory.now()

  const flooding = runOpenLoop(sendNext, perSecond * floodFactor, floodMs)
  await setTimeout(floodMs)
  const floodEnd = performance.now()
  const peak = memory.peak()
  const after = await runOpenLoop(sendNext, perSecond * normalFactor, afterMs)
  const flood = await flooding
  report(`Flood (${floodFactor} times)`, flood, floodMs)
  for (const [kind, some] of Map.groupBy(flood, ({ kind }) => kind)) report(`  ${kind}`, some, floodMs)
  report('Normal load again', after, afterMs)
  const recovery = secondsUntilNormal(after, floodEnd, quantile(latencies(before), 0.99))
  console.log(
    `Memory of the API: ${atStart} MB before, at most ${peak} MB in the flood, ${memory.now()} MB after.`,
  )
  console.log(
    `p99 is normal again ${recovery} s after the flood, at most ${maxRecoverySeconds} s are allowed.`,
  )
  const p99 = quantile(latencies(flood), 0.99)
  console.log(
    `p99 of what was answered in the flood: ${p99.toFixed(0)} ms, at most ${maxP99Ms} ms are allowed.`,
  )
  memory.stop()

  const lost = await countLost(placed)
  const all = [...capacity, ...before, ...flood, ...after]
  const failed = all.filter((outcome) => !isAnswered(outcome) && !isRefused(outcome))
  const bookings = [...placed.values()].reduce((sum, ids) => sum + ids.size, 0)
  console.log(`${bookings} bookings acknowledged, ${lost} of them lost. ${failed.length} other failures.`)
  for (const [what, some] of Map.groupBy(failed, ({ status, body }) => `${status} ${body.slice(0, 120)}`)) {
    console.log(`  ${some.length} × ${what}`)
  }
  const isGood = failed.length === 0 && lost === 0 && p99 <= maxP99Ms && recovery <= maxRecoverySeconds
  process.exitCode = isGood ? 0 : 1
} finally {
  close()
  await stack.stop()
}

function logIn({ email }: Customer): Call {
  const body = JSON.stringify({ email, password: customerPassword })
  return {
    kind: 'login',
    method: 'POST',
    path: '/api/auth/login',
    headers: { 'content-type': 'application/json' },
    body,
  }
}

function place({ bookingRequest }: Customer): Call {
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  return {
    kind: 'booking',
    method: 'POST',
    path: '/api/bookings',
    headers,
    body: JSON.stringify(bookingRequest),
  }
}

function authorised({ token }: Customer, call: Call): Call {
  return { ...call, headers: { ...call.headers, authorization: `Bearer ${token}` } }
}

function isAnswered({ status }: Outcome): boolean {
  return status >= 200 && status < 300
}

function isRefused({ status, retryAfter }: Outcome): boolean {
  return status === 503 && /^[1-9]\d*$/.test(retryAfter ?? '')
}

function latencies(outcomes: readonly Outcome[]): number[] {
  return outcomes.filter(isAnswered).map(({ ms }) => ms)
}

function report(what: string, outcomes: readonly Outcome[], durationMs: number): void {
  const sent = Math.max(...outcomes.map(({ at }) => at)) - Math.min(...outcomes.map(({ at }) => at))
  const seconds = Math.max(durationMs, sent) / 1_000
  const ms = latencies(outcomes)
  const refused = outcomes.filter(isRefused)
  const line = [
    `${(outcomes.length / seconds).toFixed(0)}/s offered`,
    `${(ms.length / seconds).toFixed(0)}/s answered`,
    `p50 ${quantile(ms, 0.5).toFixed(0)} ms, p99 ${quantile(ms, 0.99).toFixed(0)} ms`,
    `${((refused.length / outcomes.length) * 100).toFixed(1)} % refused with 503 (p99 ${quantile(
      refused.map(({ ms }) => ms),
      0.99,
    ).toFixed(0)} ms)`,
    `${outcomes.length - ms.length - refused.length} failed`,
  ]
  console.log(`${what}: ${line.join(', ')}.`)
}

/** The begin of the first three seconds after the flood without a refusal and with a p99 of at most twice the normal one. */
function secondsUntilNormal(outcomes: readonly Outcome[], floodEnd: number, normalP99: number): number {
  for (let from = 0; from <= afterMs / 1_000 - 3; from += 1) {
    const some = outcomes.filter(
      ({ at }) => at >= floodEnd + from * 1_000 && at < floodEnd + (from + 3) * 1_000,
    )
    if (some.every(isAnswered) && quantile(latencies(some), 0.99) <= 2 * normalP99) return from
  }
  return Number.POSITIVE_INFINITY
}

/** The resident memory of a process in MB, read four times a second. */
function watchMemory(pid: number) {
  const now = () => {
    const kB = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
    return Math.round(kB / 1_024)
  }
  let highest = 0
  const timer = setInterval(() => {
    highest = Math.max(highest, now())
  }, 250)
  return { now, peak: () => highest, stop: () => clearInterval(timer) }
}

async function countLost(placed: ReadonlyMap<Customer, ReadonlySet<string>>): Promise<number> {
  let lost = 0
  for (const [customer, ids] of placed) {
    const listed = (await customer.listBookings()).map(({ id }) => id)
    lost += [...ids].filter((id) => listed.filter((each) => each === id).length !== 1).length
  }
  return lost
}
