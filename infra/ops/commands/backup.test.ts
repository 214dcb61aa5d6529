import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useTempDir } from '../../local/testing.ts'
import { deleteOldBackups, describeBackupError, nameAt } from './backup.ts'

const errorWith = (properties: object) => Object.assign(new Error('failed'), properties)

describe('an error while a backup is written', () => {
  it('is a sentence about the disk or the directory', () => {
    expect(describeBackupError(errorWith({ code: 'ENOSPC', syscall: 'write' }))?.message).toMatch(
      /^The disk is full/,
    )
    expect(
      describeBackupError(errorWith({ code: 'EACCES', syscall: 'mkdir', path: '/backups' }))?.message,
    ).toBe('The backup cannot be written (EACCES /backups).')
  })

  it('is a sentence about the connection', () => {
    const error = errorWith({ code: '57P01', message: 'terminating connection' })
    expect(describeBackupError(error)?.message).toContain(
      'could not be read to the end (terminating connection)',
    )
  })

  it('is left alone if its cause is unknown', () => {
    expect(describeBackupError(new Error('a query failed'))).toBeUndefined()
    expect(describeBackupError(errorWith({ code: '42P01' }))).toBeUndefined()
  })
})

const now = new Date('2026-11-23T02:15:04.567Z')
const parent = useTempDir()

async function make(name: string, file: string): Promise<void> {
  await mkdir(join(parent.path, name))
  await writeFile(join(parent.path, name, file), '{}')
}
const complete = (name: string) => make(name, 'manifest.json')
const incomplete = (name: string) => make(name, 'manifest.json.partial')

it('a backup is named by its second in UTC', () => {
  expect(nameAt(now)).toBe('2026-11-23T02-15-04Z')
})

it('the newest complete backups stay, whatever the order of the directory', async () => {
  for (const day of ['21', '19', '23', '20', '22']) await complete(`2026-11-${day}T02-15-04Z`)
  expect(await deleteOldBackups(parent.path, 2, now)).toEqual([
    '2026-11-19T02-15-04Z',
    '2026-11-20T02-15-04Z',
    '2026-11-21T02-15-04Z',
  ])
  expect((await readdir(parent.path)).sort()).toEqual(['2026-11-22T02-15-04Z', '2026-11-23T02-15-04Z'])
})

it('an incomplete one does not count, and is deleted when it is older than two days', async () => {
  await complete('2026-11-18T02-15-04Z')
  await incomplete('2026-11-20T02-15-04Z')
  await incomplete('2026-11-23T01-15-04Z')
  expect(await deleteOldBackups(parent.path, 1, now)).toEqual(['2026-11-20T02-15-04Z'])
  expect((await readdir(parent.path)).sort()).toEqual(['2026-11-18T02-15-04Z', '2026-11-23T01-15-04Z'])
})

it('what has another name stays', async () => {
  for (const name of ['2026-11-18', 'before-the-move', '2026-11-18T02-15-04Z.tar.age']) await complete(name)
  expect(await deleteOldBackups(parent.path, 1, now)).toEqual([])
  expect(await readdir(parent.path)).toHaveLength(3)
})
