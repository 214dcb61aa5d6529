import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { claimDataDir } from './data-dir.ts'
import { startedAt } from './process/inspect.ts'
import { useTempDir } from './testing.ts'

const temp = useTempDir()
let dataDir: string
const writeClaim = (pid: number, since: string | undefined) =>
  writeFileSync(join(dataDir, 'stack.lock'), JSON.stringify({ pid, since }))
const holder = () => JSON.parse(readFileSync(join(dataDir, 'stack.lock'), 'utf8')).pid

beforeEach(() => {
  dataDir = temp.path
})

test('claims a directory that does not exist yet, and releases it', () => {
  const directory = join(dataDir, 'deep', 'er')

  const release = claimDataDir(directory)
  expect(() => claimDataDir(directory)).toThrow(`Another Jaanch (process ${process.pid})`)

  release()
  claimDataDir(directory)()
})

test('refuses a directory that a running stack has claimed', () => {
  writeClaim(process.ppid, startedAt(process.ppid))

  expect(() => claimDataDir(dataDir)).toThrow(`process ${process.ppid}`)
})

test('takes over the claim of a process that has ended', () => {
  writeClaim(4_194_305, '1')
  claimDataDir(dataDir)

  expect(holder()).toBe(process.pid)
})

test('takes over the claim if a later process got the same pid', () => {
  writeClaim(process.ppid, 'another time')
  claimDataDir(dataDir)

  expect(holder()).toBe(process.pid)
})

test('takes over a claim that is incomplete because its process was killed', () => {
  writeFileSync(join(dataDir, 'stack.lock'), '')
  claimDataDir(dataDir)

  expect(holder()).toBe(process.pid)
})

test('reports that the directory cannot be created', () => {
  writeFileSync(join(dataDir, 'file'), '')

  expect(() => claimDataDir(join(dataDir, 'file', 'data'))).toThrow('cannot be written (ENOTDIR)')
})
