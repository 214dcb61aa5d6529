import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { watchDisk } from './disk-reserve.ts'

const megabyte = 1_024 ** 2

/** A disk that has room at first, and whose free space is `left` from the second look on. */
function shrinking(left: number) {
  let looks = 0
  return async () => (looks++ === 0 ? 1_000 * megabyte : left)
}

it.each([
  ['on the same disk', tmpdir()],
  ['where nobody says', undefined],
  ['in another container', '/not/here'],
])(
  'a backup does not begin while less than the reserve is free, with the database %s',
  async (_, directory) => {
    const options = { reserved: 100 * megabyte, freeBytesOf: async () => 99 * megabyte }
    await expect(watchDisk(directory, tmpdir(), options)).rejects.toThrow(/^Only .* are free on the disk of/)
  },
)

it('a backup stops when less than the reserve is free', async () => {
  const options = { reserved: 100 * megabyte, freeBytesOf: shrinking(99 * megabyte) }
  const disk = await watchDisk(undefined, tmpdir(), options)
  await disk.wrote(15 * megabyte)
  await expect(disk.wrote(megabyte)).rejects.toThrow(/^Only .* are free/)
})

it('a backup on another disk than the database may fill it', async () => {
  const options = { reserved: 100 * megabyte, freeBytesOf: async () => 0 }
  const disk = await watchDisk('/proc', tmpdir(), options)
  await disk.wrote(1_000 * megabyte)
})
