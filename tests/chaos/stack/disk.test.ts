import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mountDisk } from './disk.ts'

it('a disk is not mounted where other processes would see it', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'jaanch-disk-'))
  expect(await mountDisk(join(directory, 'data'), 1)).toBeUndefined()
  expect(await readdir(directory)).toEqual(['data'])
  await rm(directory, { recursive: true })
})
