import { AppError } from '@jaanch/contracts/errors'
import { createLog } from '@jaanch/platform/logging'
import { createSlonikPool } from '@jaanch/platform/slonik'
import { useTestDatabase } from '@jaanch/tests/support/database'
import type { DatabasePool } from 'slonik'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPushHealth } from './gateway/push-health.ts'
import { createReadyCheck } from './health-routes.ts'

const database = useTestDatabase()
let accountsDb: DatabasePool

beforeAll(async () => {
  accountsDb = await createSlonikPool({ url: database.url, name: 'test' })
})
afterAll(() => accountsDb.end())

beforeEach(() => database.asOwner('delete from processes'))

/** A process that reported `silentMs` some time ago. Default: in an hour, so that the report is new however long the test takes */
async function report({ silentMs = 500, seconds = -3_600, service = 'api' } = {}): Promise<void> {
  await database.asOwner(
    `insert into processes (id, service, details, seen_at)
     values (gen_random_uuid(), $1, $2, clock_timestamp() - make_interval(secs => $3))`,
    [service, { tail: { silentMs } }, seconds],
  )
}

const view = { generation: 1, position: 0, head: 0, epoch: 'e', lsn: null }

function startCheck(db: Pick<DatabasePool, 'exists'> = accountsDb) {
  let now = 0
  const pushHealth = createPushHealth(createLog('test', 'silent'), () => now)
  const check = createReadyCheck({
    accountsDb: db,
    barrier: { readView: async () => view },
    pushHealth,
    stopping: new AbortController().signal,
  })
  return {
    pushHealth,
    pass: (ms: number) => (now += ms),
    /** The status that `/api/ready` answers with */
    ready: () => check().then(() => 200, statusOf),
  }
}

function statusOf(error: unknown): number {
  if (error instanceof AppError) return error.status
  throw error
}

describe('a process whose push has stood still for 30 s, although Postgres answers,', () => {
  it('is not ready while the push of another one works', async () => {
    const { pushHealth, pass, ready } = startCheck()
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
    const { pass, ready } = startCheck()
    pass(30_001)
    expect(await ready()).toBe(200)
    // the last reports of two that stalled at the same time, of one that was killed, and of other services
    await report({ silentMs: 26_000, seconds: 4 })
    await report({ silentMs: 29_000, seconds: 0 })
    await report({ seconds: 40 })
    await report({ service: 'projector' })
    await database.asOwner("insert into processes (id, service) values (gen_random_uuid(), 'api')")
    expect(await ready()).toBe(200)
    await report({ silentMs: 1_000 })
    expect(await ready()).toBe(503)
  })

  it('is ready if it cannot find out, and asks once for all requests that arrive meanwhile', async () => {
    const answer = Promise.withResolvers<boolean>()
    let asked = 0
    const { pass, ready } = startCheck({
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
