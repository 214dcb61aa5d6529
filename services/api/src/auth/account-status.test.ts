import { expect, it } from 'vitest'
import { createAccountStatusCache } from './account-status.ts'

it('reads an account again after five seconds, and at once when it is invalidated', async () => {
  let now = 0
  let reads = 0
  const db = {
    async maybeOne() {
      reads += 1
      return { tokenVersion: reads, isActive: true }
    },
  }
  const cache = createAccountStatusCache(
    db as unknown as Parameters<typeof createAccountStatusCache>[0],
    () => now,
  )
  const versionOf = async (userId: string) => (await cache.get(userId))?.tokenVersion

  expect(await versionOf('asha')).toBe(1)
  now = 4_999
  expect(await versionOf('asha')).toBe(1)
  now = 5_000
  expect(await versionOf('asha')).toBe(2)
  cache.invalidate('ravi')
  expect(await versionOf('asha')).toBe(2)
  cache.invalidate('asha')
  expect(await versionOf('asha')).toBe(3)
  cache.invalidate()
  expect(await versionOf('asha')).toBe(4)
})
