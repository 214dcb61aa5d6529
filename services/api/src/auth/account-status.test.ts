import { expect, it } from 'vitest'
import { createAccountStatusCache } from './account-status.ts'

it('reads an account again after five seconds, and at once when it is invalidated', async () => {
  let now = 0
  let reads = 0
  const db = {
    async query({ values: [ids] }: { values: [string[]] }) {
      reads += 1
      return { rows: ids.map((id) => ({ id, tokenVersion: reads, isActive: true })) }
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

it('reads the accounts that are unknown at one moment together, and a lost one again', async () => {
  const queried: string[][] = []
  const db = {
    async query({ values: [ids] }: { values: [string[]] }) {
      queried.push(ids)
      if (queried.length === 1) throw new Error('Connection terminated unexpectedly')
      return {
        rows: ids.filter((id) => id !== 'nobody').map((id) => ({ id, tokenVersion: 1, isActive: true })),
      }
    },
  }
  const cache = createAccountStatusCache(db as unknown as Parameters<typeof createAccountStatusCache>[0])
  await expect(cache.load(['asha'])).rejects.toThrow('Connection terminated')
  await cache.load(['asha', 'ravi', 'asha', 'nobody'])
  expect(await Promise.all(['ravi', 'nobody'].map(cache.get))).toEqual([
    expect.objectContaining({ tokenVersion: 1 }),
    undefined,
  ])
  expect(queried).toEqual([['asha'], ['asha', 'ravi', 'nobody']])
})
