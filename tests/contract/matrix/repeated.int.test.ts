import { type CallName, calls } from '@jaanch/api/calls'
import type { Route } from '@jaanch/contracts/http/route'
import { afterAll, expect } from 'vitest'
import { headOf } from '../../support/read-tables.ts'
import { stackTest } from '../../support/test.ts'
import { openWire, sendUntilCurrent, type Wire } from '../../support/wire.ts'
import { type Caller, callersOf, furthestCaller } from './callers.ts'
import { createFixture, type MatrixFixture } from './fixture.ts'
import { requestOf } from './sample.ts'
import { samplesOf } from './samples.ts'

const it = stackTest({ workers: false })

let wire: Wire
let fixture: MatrixFixture
let callers: Caller[]
it.beforeAll(async ({ stack }) => {
  wire = openWire(stack.url)
  fixture = await createFixture(stack)
  callers = await callersOf(fixture)
})
afterAll(() => wire.close())

const repeatable = Object.entries<Route>(calls).filter(([, { creates, commands }]) => creates || commands)

it.for(repeatable)(
  '%s has one effect when a request is repeated with its Idempotency-Key [V2.3.4]',
  async ([name, route]) => {
    for (const sample of samplesOf(name as CallName).filter(({ status }) => !status)) {
      const caller = await furthestCaller(callers, name as CallName, sample, fixture)
      const side = caller.side ?? fixture.sides[0]
      const request = requestOf(route, await sample.build(fixture, side), { token: caller.token, side })
      request.headers['idempotency-key'] = crypto.randomUUID()
      const first = await sendUntilCurrent(wire, request)
      expect(first.status, first.text).toBe(route.status ?? 200)
      const head = await headOf(fixture.database)
      const again = await sendUntilCurrent(wire, request)
      expect(again.status, again.text).toBe(first.status)
      expect(await headOf(fixture.database)).toBe(head)
      expect(idOf(again.text)).toBe(idOf(first.text))
    }
  },
)

/** The id of what a JSON answer shows, if it has one */
function idOf(text: string): unknown {
  return text.startsWith('{') ? JSON.parse(text).id : undefined
}
