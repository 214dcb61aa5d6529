import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { readRelease } from '@jaanch/platform/release'
import { beforeEach, expect, test } from 'vitest'
import { format, readMarker } from './bootstrap/data-dir/contents.mjs'
import { claimDataDir } from './data-dir.ts'
import { useTempDir } from './testing.ts'

const temp = useTempDir()
let dataDir: string
const holder = () => Number(readFileSync(join(dataDir, 'stack.lock'), 'utf8'))

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

test('refuses a directory that a stack cannot use', () => {
  writeFileSync(join(dataDir, 'file'), '')

  expect(() => claimDataDir(join(dataDir, 'file', 'data'))).toThrow(`${dataDir}/file is not a directory`)
})

test('names the format and the release in a claimed directory', () => {
  claimDataDir(dataDir)()
  expect(readMarker(dataDir)).toEqual({ format, release: readRelease().version })
})

/** A process that claims the directories that it is told, and holds them until it is killed. */
function startClaimant() {
  const script = `
    import { createInterface } from 'node:readline'
    import { claimDataDir } from ${JSON.stringify(new URL('data-dir.ts', import.meta.url).href)}
    globalThis.releases = []
    for await (const line of createInterface({ input: process.stdin })) {
      const { directory, at } = JSON.parse(line)
      while (Date.now() < at);
      try { releases.push(claimDataDir(directory)); console.log('claimed') }
      catch (error) { console.log(error.message) }
    }`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    pid: child.pid as number,
    async claim(directory: string, at: number): Promise<string> {
      child.stdin.write(`${JSON.stringify({ directory, at })}\n`)
      return String((await answers.next()).value)
    },
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

test('one of eight that start in the same instant takes over the claim of a killed process', async () => {
  const claimants = Array.from({ length: 8 }, startClaimant)
  const parent = dataDir
  for (let round = 0; round < 20; round += 1) {
    dataDir = join(parent, String(round))
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'stack.lock'), '4194305')
    // together, so that the eight do not start one after the other
    const at = Date.now() + 20
    const answers = await Promise.all(claimants.map(({ claim }) => claim(dataDir, at)))
    expect(answers.filter((answer) => answer === 'claimed')).toHaveLength(1)
    expect(answers.filter((answer) => answer !== 'claimed' && !answer.startsWith('Another Jaanch'))).toEqual(
      [],
    )
    const winner = claimants[answers.indexOf('claimed')]
    expect(holder()).toBe(winner?.pid)
    expect(() => claimDataDir(dataDir)).toThrow(`process ${winner?.pid}`)
  }
  await Promise.all(claimants.map(({ kill }) => kill()))
  claimDataDir(dataDir)
  expect(holder()).toBe(process.pid)
})
