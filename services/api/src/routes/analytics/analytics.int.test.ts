import { analyticsRoutes } from '@jaanch/contracts/http/analytics'
import { aCustomer, anAdmin, applyAsLab, insertPackage } from '@jaanch/tests/support/people'
import { type Stack, startStack } from '@jaanch/tests/support/stack'
import { afterAll, beforeAll, expect, it } from 'vitest'

let stack: Stack

beforeAll(async () => {
  stack = await startStack({ workers: false })
})
afterAll(() => stack.close())

it('counts everyone with an account and every package that was not deleted, at once', async () => {
  const admin = await anAdmin(stack)
  const dashboard = () => admin.client.call(analyticsRoutes.getDashboard)
  expect(await dashboard()).toEqual({ totalUsers: 1, totalPackages: 0 })
  await aCustomer(stack)
  await applyAsLab(stack.url)
  const packageId = await insertPackage(stack.database)
  await insertPackage(stack.database)
  expect(await dashboard()).toEqual({ totalUsers: 3, totalPackages: 2 })
  await stack.database.asOwner('update packages set is_active = false where id = $1', [packageId])
  expect((await dashboard()).totalPackages).toBe(2)
  await stack.database.asOwner('update packages set deleted_at = now() where id = $1', [packageId])
  expect((await dashboard()).totalPackages).toBe(1)
})
