import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readDisks } from './disks.ts'

it('directories of one file system are one disk, and a missing one is an error', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'disks-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const disks = await readDisks([tmpdir(), directory])
  expect(disks.map(({ path }) => path)).toEqual([tmpdir()])
  expect(disks[0]?.free).toBeLessThanOrEqual(disks[0]?.size ?? 0)
  await expect(readDisks([join(directory, 'none')])).rejects.toThrow('ENOENT')
})
