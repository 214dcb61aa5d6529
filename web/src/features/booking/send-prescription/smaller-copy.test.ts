import { expect, test, vi } from 'vitest'
import { smallerCopy } from './smaller-copy'

const limit = 5 * 1024 ** 2
const photo = new File(['x'], 'dr. mehta.png', { type: 'image/png' })
const ofSize = (size: number) => new Blob([new Uint8Array(size)])

test('the copy is the largest one that is accepted, a JPEG with the same name', async () => {
  const sizes = [limit + 1, limit]
  const encode = vi.fn(async () => ofSize(sizes.shift() ?? 0))
  const copy = await smallerCopy(photo, encode)
  expect(encode).toHaveBeenCalledTimes(2)
  expect(copy).toMatchObject({ name: 'dr. mehta.jpg', type: 'image/jpeg', size: limit })
})

test('there is none if the smallest one is too large, and the reason of a picture that cannot be read is passed on', async () => {
  expect(await smallerCopy(photo, async () => ofSize(limit + 1))).toBeUndefined()
  await expect(smallerCopy(photo, () => Promise.reject(new Error('damaged')))).rejects.toThrow('damaged')
})
