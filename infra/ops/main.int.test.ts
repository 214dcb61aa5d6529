/** The program as a process of its own, as operators run it. The other tests run its commands in their own process. */
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { placeBooking } from '@jaanch/tests/support/people'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { startOps } from './testing/start-ops.ts'

const it = stackTest({ workers: false }).extend('env', { scope: 'file' }, ({ stack }) => ({
  DATABASE_URL: stack.database.serviceUrl,
  REDIS_URL: stack.redisUrl,
}))

describe("the operators' program", () => {
  it('ends with the exit code of its command, and prints results and refusals apart', async ({ env }) => {
    const [done, refused, unknown, away] = await Promise.all(
      [
        startOps(env, 'status'),
        startOps(env, 'message', '00000000-0000-4000-8000-00000000dead'),
        startOps(env, 'statsu'),
        startOps({ ...env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, 'status'),
      ].map(({ ended }) => ended),
    )
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining('Read tables'), err: '' })
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('There is no message') })
    expect(unknown).toMatchObject({ code: 2, out: '', err: expect.stringContaining('Did you mean status?') })
    expect(away).toMatchObject({ code: 3, out: '', err: expect.stringContaining('ECONNREFUSED') })
  })

  it('follows the log until it is interrupted', async ({ env, customer, packageId }) => {
    const { id: first } = await placeBooking(customer, packageId)
    const { child, ended } = startOps(env, 'events', '--follow', '--json')
    let out = ''
    child.stdout?.on('data', (chunk) => {
      out += chunk
    })
    await expect.poll(() => out).toContain(first)
    const { id: second } = await placeBooking(customer, packageId)
    await expect.poll(() => out).toContain(second)
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 0, err: '' })
  })

  it('ends quietly when the reader of its output has gone, as head does', async ({
    env,
    customer,
    packageId,
  }) => {
    await placeBooking(customer, packageId)
    const { child, ended } = startOps(env, 'events', '--follow', '--json')
    await once(child.stdout as Readable, 'data')
    child.stdout?.destroy()
    await placeBooking(customer, packageId)
    expect(await ended).toMatchObject({ code: 0, err: '' })
  })
})
