import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { analyticsRoutes } from '@jaanch/contracts/http/analytics'
import { createPackage } from '@jaanch/tests/support/people'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { differencesOf } from './differences.ts'
import { openApi } from './http.ts'
import { numbersOfLog } from './log-numbers.ts'
import { simulate } from './simulation.ts'

const it = stackTest({ workers: false })
  .extend(
    'cast',
    { scope: 'file' },
    async ({ stack, admin, customer, otherCustomer, lab, otherLab, packageId }) => ({
      admin: admin.token,
      labs: [lab, otherLab],
      packages: [{ id: packageId }, { id: await createPackage(stack.database) }],
      customers: [customer, otherCustomer].map(({ token, addressId }) => ({
        token,
        addressId,
        city: 'Ahmedabad' as const,
      })),
    }),
  )
  .extend('api', { scope: 'file' }, async ({ stack }, { onCleanup }) => {
    const api = openApi(new URL(stack.url))
    onCleanup(() => api.close())
    return api
  })

describe('a simulation', () => {
  it('ends after its bookings, without an error, and leaves the numbers of the log on the dashboard', async ({
    stack,
    admin,
    cast,
    api,
  }) => {
    const plan = { rate: 100, seconds: 60, bookings: 40, signal: new AbortController().signal }
    const outcome = await simulate(api, cast, plan, () => {})
    expect([...outcome.errors]).toEqual([])
    expect(outcome).toMatchObject({ placed: 40, heldBack: 0 })
    const shown = await admin.client.call(analyticsRoutes.getDashboard)
    expect(shown.funnel.placed).toBe(40)
    const log = await numbersOfLog(stack.database.pool, shown.days[0]?.date ?? '', new Date())
    expect(differencesOf(shown, log)).toEqual([])
  })

  it('ends after its seconds', async ({ cast, api }) => {
    const plan = { rate: 20, seconds: 0.5, bookings: 1_000, signal: new AbortController().signal }
    const outcome = await simulate(api, cast, plan, () => {})
    expect(outcome.placed).toBeGreaterThan(0)
    expect(outcome.placed).toBeLessThanOrEqual(12)
    expect(outcome.seconds).toBeGreaterThanOrEqual(0.5)
  })

  it('is refused for any machine but this one, and without bounds', () => {
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
  })
})
