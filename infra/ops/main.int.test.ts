/** The program as a process of its own, as operators run it. The other tests run its commands in their own process. */
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { refusal, startOps } from './testing.ts'

const it = stackTest({ workers: false }).extend('env', { scope: 'file' }, ({ stack }) => ({
  DATABASE_URL: stack.database.serviceUrl,
  REDIS_URL: stack.redisUrl,
}))

describe("the operators' program", () => {
  it('ends with the exit code of its command, and prints results and refusals apart', async ({ env }) => {
    const [done, refused, unknown, away] = await Promise.all(
      [
        startOps(env, 'status'),
        startOps(env, 'dead', 'retry', '4711'),
        startOps(env, 'statsu'),
        startOps({ ...env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, 'status'),
      ].map(({ ended }) => ended),
    )
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining('Read tables'), err: '' })
    expect(refused).toMatchObject(refusal('No dead letter 4711 waits'))
    expect(unknown).toMatchObject(refusal('Did you mean status?', 2))
    expect(away).toMatchObject(refusal('ECONNREFUSED', 3))
  })
})
