import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { beforeEach, expect, test } from 'vitest'
import { claimDataDir } from './data-dir.ts'
import { useTempDir } from './testing.ts'

const temp = useTempDir()
let dataDir: string
const holder = () => Number(readFileSync(join(dataDir, 'stack.lock'), 'utf8'))

beforeEach(() => {
  dataDir = temp.path
})

test('a directory that does not exist yet is claimed and released', () => {
  const directory = join(dataDir, 'deep', 'er')

  const release = claimDataDir(directory)
  expect(() => claimDataDir(directory)).toThrow(`Another Jaanch (process ${process.pid})`)

  release()
  claimDataDir(directory)()
})

test('a directory that cannot be used is refused with the message of the system, and with advice', () => {
  writeFileSync(join(dataDir, 'file'), '')
  expect(() => claimDataDir(join(dataDir, 'file', 'data'))).toThrow(
    /cannot be used: ENOTDIR.* Choose another: DATA_DIR=/,
  )
})

test('a directory with files of others is refused, unless a stack has used it before', () => {
  const [home, used, disk] = ['home', 'used', 'disk'].map((name) => join(dataDir, name)) as [
    string,
    string,
    string,
  ]
  mkdirSync(join(home, 'redis'), { recursive: true })
  writeFileSync(join(home, 'letters'), '')
  expect(() => claimDataDir(home)).toThrow("files that are not Jaanch's (letters)")
  expect(readdirSync(home)).toEqual(['letters', 'redis'])

  claimDataDir(used)()
  writeFileSync(join(used, 'letters'), '')
  claimDataDir(used)()
  mkdirSync(join(disk, 'lost+found'), { recursive: true })
  claimDataDir(disk)()
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
  for (let round = 0; round < 5; round += 1) {
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
