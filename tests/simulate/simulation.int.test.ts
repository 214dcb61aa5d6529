import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { analyticsRoutes } from '@jaanch/contracts/http/analytics'
import {
  type Customer,
  createAdmin,
  createApprovedLab,
  createCustomer,
  createPackage,
  type Person,
} from '@jaanch/tests/support/people'
import { type Stack, startStack } from '@jaanch/tests/support/stack'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Cast } from './cast.ts'
import { differencesOf } from './differences.ts'
import { type Api, openApi } from './http.ts'
import { numbersOfLog } from './log-numbers.ts'
import { simulate } from './simulation.ts'

let stack: Stack
let admin: Person
let cast: Cast
let api: Api

beforeAll(async () => {
  stack = await startStack({ workers: false })
  admin = await createAdmin(stack)
  const customers = [await createCustomer(stack), await createCustomer(stack)]
  const labs = [await createApprovedLab(stack.url, admin), await createApprovedLab(stack.url, admin)]
  const packages = [{ id: await createPackage(stack.database) }, { id: await createPackage(stack.database) }]
  const asCast = ({ token, addressId }: Customer) => ({ token, addressId, city: 'Ahmedabad' as const })
  cast = { admin: admin.token, labs, packages, customers: customers.map(asCast) }
  api = openApi(new URL(stack.url))
})
afterAll(async () => {
  api.close()
  await stack.close()
})

describe('a simulation', () => {
  it('ends after its bookings, without an error, and leaves the numbers of the log on the dashboard', async () => {
    const plan = { rate: 100, seconds: 60, bookings: 40, signal: new AbortController().signal }
    const outcome = await simulate(api, cast, plan, () => {})
    expect([...outcome.errors]).toEqual([])
    expect(outcome).toMatchObject({ placed: 40, heldBack: 0 })
    const shown = await admin.client.call(analyticsRoutes.getDashboard)
    expect(shown.funnel.placed).toBe(40)
    const log = await numbersOfLog(stack.database.pool, shown.days[0]?.date ?? '', new Date())
    expect(differencesOf(shown, log)).toEqual([])
  })

  it('ends after its seconds', async () => {
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
