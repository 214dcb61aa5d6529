import fastifyCookie from '@fastify/cookie'
import { createLog } from '@jaanch/platform/logging'
import { createSlonikPool } from '@jaanch/platform/slonik'
import { useTestDatabase } from '@jaanch/tests/support/database'
import Fastify from 'fastify'
import type { DatabasePool } from 'slonik'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDevices } from '../auth/devices.ts'
import { bounds } from '../bounds.ts'
import type { Context } from '../context.ts'
import { createPushHealth } from '../gateway/push-health.ts'
import { createBodyMemory } from '../http/body-memory.ts'
import { createRequestGates } from '../http/request-gates.ts'
import { registerErrorHandler } from '../plugins/error-handler.ts'
import { registerHealthRoutes } from './health.ts'

const database = useTestDatabase()
let accountsDb: DatabasePool

beforeAll(async () => {
  accountsDb = await createSlonikPool({ url: database.url, name: 'test' })
})
afterAll(() => accountsDb.end())

beforeEach(() => database.asOwner('delete from processes'))

/** A process that reported `silentMs` some time ago. */
async function report({ silentMs = 500, seconds = 0, service = 'api' } = {}): Promise<void> {
  await database.asOwner(
    `insert into processes (id, service, details, seen_at)
     values (gen_random_uuid(), $1, $2, clock_timestamp() - make_interval(secs => $3))`,
    [service, { tail: { silentMs } }, seconds],
  )
}

function startApp(db: Pick<DatabasePool, 'exists'> = accountsDb) {
  let now = 0
  const pushHealth = createPushHealth(createLog('test', 'silent'), () => now)
  const app = Fastify()
  app.register(fastifyCookie)
  registerErrorHandler(app)
  const context = {
    barrier: { readView: async () => ({}) },
    accountsDb: db,
    pushHealth,
    bounds,
    requestGates: createRequestGates(bounds),
    bodyMemory: createBodyMemory(bounds),
    devices: createDevices('secret of the tests'),
    publicUrl: 'http://localhost',
    stopping: new AbortController().signal,
  }
  registerHealthRoutes(app, context as unknown as Context)
  return {
    pushHealth,
    pass: (ms: number) => (now += ms),
    ready: async () => (await app.inject('/api/ready')).statusCode,
  }
}

describe('a process whose push has stood still for 30 s, although Postgres answers,', () => {
  it('is not ready while the push of another one works', async () => {
    const { pushHealth, pass, ready } = startApp()
    await report()
    expect(await ready()).toBe(200)
    pass(30_001)
    expect(await ready()).toBe(503)
    pushHealth.passed({ position: 7, lag: 0 })
    expect(await ready()).toBe(200)
    pass(30_000)
    expect(await ready()).toBe(200)
    pass(1)
    expect(await ready()).toBe(503)
    expect(pushHealth.details()).toEqual({ position: 7, lag: 0, silentMs: 30_001, unpresentable: 0 })
  })

  it('is ready while it is the only one, or the push of all others stands still too', async () => {
    const { pass, ready } = startApp()
    pass(30_001)
    expect(await ready()).toBe(200)
    // the last reports of two that stalled at the same time, of one that was killed, and of other services
    await report({ silentMs: 26_000, seconds: 4 })
    await report({ silentMs: 29_000 })
    await report({ seconds: 40 })
    await report({ service: 'projector' })
    await database.asOwner("insert into processes (id, service) values (gen_random_uuid(), 'api')")
    expect(await ready()).toBe(200)
    await report({ silentMs: 1_000, seconds: 5 })
    expect(await ready()).toBe(503)
  })

  it('is ready if it cannot find out, and asks once for all requests that arrive meanwhile', async () => {
    const answer = Promise.withResolvers<boolean>()
    let asked = 0
    const { pass, ready } = startApp({
      exists() {
        asked += 1
        return answer.promise
      },
    })
    pass(30_001)
    const answers = Array.from({ length: 20 }, ready)
    await expect.poll(() => asked).toBe(1)
    answer.reject(new Error('busy'))
    expect(new Set(await Promise.all(answers))).toEqual(new Set([200]))
  })
})
