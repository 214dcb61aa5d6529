/**
 * Measures how much a stack takes from polite clients, then sends three times as much for a minute, then the normal load again. What is
 * answered must be answered soon, all else refused with 503 and Retry-After, and every acknowledged booking must exist.
 */
import { setTimeout } from 'node:timers/promises'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { createRandom } from '@jaanch/infra/local/demo/random'
import { createClient, readPages } from '@jaanch/tests/support/client'
import { bookingInput } from '@jaanch/tests/support/inputs'
import { isAnswered, latency, type Outcome, runClosedLoop, runOpenLoop } from '@jaanch/tests/support/load'
import { createParticipants, customerPassword } from '@jaanch/tests/support/participants'
import { type Call, sendTo } from '@jaanch/tests/support/send'
import { proveContacts } from './prove-contacts.ts'
import type { Check } from './report.ts'
import type { ChaosStack } from './stack/chaos-stack.ts'

const politeClients = 32
const capacitySeconds = 15
const normalSeconds = 10
const floodSeconds = 60
const afterSeconds = 20
/** The flood in multiples of the capacity; normal load is half of it */
const floodFactor = 3
const normalFactor = 0.5

/** Limits: p99 of what is answered, ms: the deadline of a request and 200 ms; how long until p99 is normal again, s */
const maxP99Ms = 1_700
const maxRecoverySeconds = 5

export type Overload = { seed: number; checks: Check[] }

export async function runOverload(stack: ChaosStack, seed: number): Promise<Overload> {
  const client = createClient(stack.url)
  const { customers, packages } = await createParticipants(client, createRandom('overload', seed), 20, 'Pune')
  await proveContacts(stack.postgres.url)
  const placed = new Set<string>()

  /** Of 20 calls, 13 read the customer's bookings, 2 the catalogue, 4 place a booking, 1 signs in. */
  function call(n: number): Call {
    const { token, email, addressId } = customers[n % customers.length] as (typeof customers)[number]
    const kind = Math.floor(n / customers.length + n) % 20
    if (kind === 0)
      return { method: 'POST', path: '/api/auth/login', body: { email, password: customerPassword } }
    if (kind <= 2) return { method: 'GET', path: '/api/packages' }
    if (kind > 6) return { method: 'GET', path: '/api/bookings', token }
    const body = bookingInput(packages[n % packages.length]?.id ?? '', addressId)
    return { method: 'POST', path: '/api/bookings', token, body, idempotencyKey: crypto.randomUUID() }
  }
  const load = {
    send: sendTo(stack.url),
    call,
    onOutcome({ answer }: Outcome) {
      if (answer?.status === 201) placed.add((answer.body as { id: string }).id)
    },
  }
  const polite = {
    ...load,
    async onOutcome(outcome: Outcome) {
      load.onOutcome(outcome)
      if (isRefused(outcome)) await setTimeout(1_000)
    },
  }

  await runClosedLoop(polite, { clients: politeClients, seconds: 5 })
  const capacity = await runClosedLoop(polite, { clients: politeClients, seconds: capacitySeconds })
  const perSecond = capacity.filter(isAnswered).length / capacitySeconds
  report(`${politeClients} polite clients`, capacity, capacitySeconds)
  const normal = { rate: perSecond * normalFactor, seconds: normalSeconds }
  const before = await runOpenLoop(load, normal)
  report('Normal load (half of that)', before, normalSeconds)
  const flooding = runOpenLoop(load, { rate: perSecond * floodFactor, seconds: floodSeconds })
  await setTimeout(floodSeconds * 1_000)
  const floodEnd = performance.now()
  const after = await runOpenLoop(load, { ...normal, seconds: afterSeconds })
  const flood = await flooding
  report(`Flood (${floodFactor} times)`, flood, floodSeconds)
  report('Normal load again', after, afterSeconds)

  const recovery = secondsUntilNormal(after, floodEnd, latency(before, 0.99))
  const p99 = latency(flood, 0.99)
  const failed = [...capacity, ...before, ...flood, ...after].filter(
    (outcome) => !isAnswered(outcome) && !isRefused(outcome),
  )
  const listed = new Set<string>()
  for (const { token } of customers)
    for await (const { body } of readPages<{ id: string }>(
      client.as(token),
      `${bookingRoutes.listBookings.path}?limit=500`,
    ))
      for (const { id } of body) listed.add(id)
  return {
    seed,
    checks: [
      {
        name: `p99 of what was answered in the flood: ${p99.toFixed(0)} ms of ${maxP99Ms} ms`,
        problems: p99 <= maxP99Ms ? [] : [`${p99} ms`],
      },
      {
        name: `p99 is normal again ${recovery} s after the flood, at most ${maxRecoverySeconds} s`,
        problems: recovery <= maxRecoverySeconds ? [] : [`${recovery} s`],
      },
      {
        name: 'requests that were neither answered nor refused with 503 and Retry-After',
        problems: failed.map(({ call, answer }) => `${call.path}: ${answer?.status ?? 'no answer'}`),
      },
      {
        name: `${placed.size} bookings acknowledged, lost`,
        problems: placed.size > 0 ? [...placed].filter((id) => !listed.has(id)) : ['none was acknowledged'],
      },
    ],
  }
}

function isRefused({ answer }: Outcome): boolean {
  return answer?.status === 503 && /^[1-9]\d*$/.test(answer.headers.get('retry-after') ?? '')
}

function report(what: string, outcomes: readonly Outcome[], seconds: number): void {
  const answered = outcomes.filter(isAnswered).length
  const refused = outcomes.filter(isRefused).length
  console.log(
    `${what}: ${Math.round(outcomes.length / seconds)}/s offered, ${Math.round(answered / seconds)}/s answered, p50 ${latency(outcomes, 0.5).toFixed(0)} ms, p99 ${latency(outcomes, 0.99).toFixed(0)} ms, ${((refused / outcomes.length) * 100).toFixed(1)} % refused.`,
  )
}

/** The begin of the first three seconds after the flood without a refusal and with a p99 of at most twice the normal one. */
function secondsUntilNormal(outcomes: readonly Outcome[], floodEnd: number, normalP99: number): number {
  for (let from = 0; from <= afterSeconds - 3; from += 1) {
    const begin = floodEnd + from * 1_000
    const some = outcomes.filter(({ at }) => at >= begin && at < begin + 3_000)
    if (some.every(isAnswered) && latency(some, 0.99) <= 2 * normalP99) return from
  }
  return Number.POSITIVE_INFINITY
}
