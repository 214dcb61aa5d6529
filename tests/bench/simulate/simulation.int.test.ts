import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { createRandom } from '@jaanch/infra/local/demo/random'
import { createPackage } from '@jaanch/tests/support/people'
import { ownStackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { simulate } from './simulation.ts'

const random = createRandom('simulation')

const it = ownStackTest({ workers: false }).extend(
  'participants',
  { scope: 'file' },
  async ({ stack, admin, customer, otherCustomer, lab, otherLab, packageId }) => ({
    admin: admin.token,
    labs: [lab, otherLab],
    packages: [packageId, await createPackage(stack.database)].map((id) => ({ id, price: 499 })),
    customers: [customer, otherCustomer].map(({ token, addressId }) => ({
      ...{ email: '', token, addressId, city: 'Ahmedabad' as const },
    })),
  }),
)

describe('a simulation', () => {
  it('ends after its bookings without an error', async ({ participants, visitor }) => {
    const plan = { rate: 100, seconds: 60, bookings: 40, random, signal: new AbortController().signal }
    const result = await simulate(visitor, participants, plan, () => {})
    expect([...result.errors]).toEqual([])
    expect(result).toMatchObject({ placed: 40, skipped: 0 })
  }, 120_000)

  it('ends after its duration', async ({ participants, visitor }) => {
    const plan = { rate: 20, seconds: 1, bookings: 1_000, random, signal: new AbortController().signal }
    const result = await simulate(visitor, participants, plan, () => {})
    expect(result.placed).toBeGreaterThan(0)
    // as many as its rate allows until it ended, which a busy machine notices late
    expect(result.placed).toBeLessThanOrEqual(20 * result.seconds)
    expect(result.seconds).toBeGreaterThanOrEqual(1)
  }, 120_000)

  it('rejects other machines and an unlimited duration', () => {
    const run = (...options: string[]) => {
      const { status, stderr } = spawnSync(
        process.execPath,
        [resolve(import.meta.dirname, 'run.ts'), ...options],
        {
          encoding: 'utf8',
        },
      )
      return { status, stderr }
    }
    expect(run('--url', 'https://jaanch.example')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('only this machine'),
    })
    expect(run('--seconds', 'Infinity')).toMatchObject({ status: 2 })
  }, 120_000)
})
