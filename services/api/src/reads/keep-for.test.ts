import { expect, it } from 'vitest'
import { keepFor } from './keep-for.ts'

it('reads once in the time that an answer is kept, and again at once after a failure', async () => {
  let now = 0
  let reads = 0
  let isFailing = false
  const read = keepFor(
    1_000,
    async () => {
      reads += 1
      if (isFailing) throw new Error('Postgres is unavailable')
      return reads
    },
    () => now,
  )
  expect(await Promise.all([read(), read()])).toEqual([1, 1])
  now = 999
  expect(await read()).toBe(1)
  now = 1_000
  isFailing = true
  await expect(read()).rejects.toThrow('unavailable')
  isFailing = false
  expect(await read()).toBe(3)
})
