import { randomInt } from 'node:crypto'
import { authRoutes } from '@jaanch/contracts/http/auth'
import type { Route } from '@jaanch/contracts/http/route'
import { type RouteName, routes } from '@jaanch/contracts/http/routes'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { createClient, pathOf } from '../../support/client.ts'
import { cutCall, encodeRequest, filledGates } from '../../support/cut-call.ts'
import { ownStackTest } from '../../support/test.ts'
import { signed } from '../../support/wire.ts'
import { asAnother, type Caller, callersOf } from '../matrix/callers.ts'
import { createFixture, type MatrixFixture } from '../matrix/fixture.ts'
import type { Policy } from '../matrix/row.ts'
import { rows } from '../matrix/rows.ts'

const seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31))
const cutsOfEach = 5
/** Most calls take less */
const latestMs = 40

const it = ownStackTest({ workers: false })

let fixture: MatrixFixture
let callers: Caller[]
it.beforeAll(async ({ stack }) => {
  console.log(`FUZZ_SEED=${seed}`)
  fixture = await createFixture(stack)
  callers = await callersOf(fixture)
}, 180_000)

/** Who gets furthest with it: the visitor, the first customer, the first lab or the admin. */
async function callerFor(route: Route, policy: Policy): Promise<Caller> {
  const column = Math.max(
    0,
    policy.findLastIndex((word) => /^(yes|own)/.test(word)),
  )
  const roles = [undefined, 'customer', 'lab-partner', 'admin'] as const
  const caller = callers.find(({ role }) => role === roles[column]) as Caller
  const endsSession = route === routes.signOutEverywhere || route === routes.logout
  return endsSession ? asAnother(caller, fixture) : caller
}

describe('a call whose connection is cut at any instant', () => {
  it.for(Object.entries<Route>(routes))('holds nothing afterwards: %s', async ([name, route], { stack }) => {
    const instants = fc.sample(fc.nat(latestMs), { seed, numRuns: cutsOfEach })
    for (const [policy, build] of Object.values(rows[name as RouteName])) {
      const caller = await callerFor(route, policy)
      const side = caller.side ?? fixture.sides[0]
      const parts = await build(fixture, side)
      const body = typeof parts.body === 'function' ? parts.body(caller.side) : parts.body
      const bytes = encodeRequest({
        method: route.method,
        path: pathOf(route, parts.params, parts.query),
        headers: { ...signed(route, caller.token), ...(body && { 'content-type': 'application/json' }) },
        body: body && JSON.stringify(body),
      })
      await Promise.all(instants.map((afterMs) => cutCall(stack.url, bytes, afterMs)))
    }
    await expect.poll(filledGates, { timeout: 30_000 }).toEqual({})
    // otherwise the next calls would be refused before they take anything
    for (const { role, token } of callers)
      if (role) await createClient(stack.url, token).call(authRoutes.getMe)
  })
})
