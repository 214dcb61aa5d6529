import { AsyncLocalStorage } from 'node:async_hooks'
import { type ChildProcess, spawn } from 'node:child_process'
import { Console } from 'node:console'
import { Readable, Writable } from 'node:stream'
import type { ownStackTest } from '@jaanch/tests/support/test'
import { expect, vi } from 'vitest'
import { inRepository, toolEnvironment } from '../local/paths.ts'
import { runProgram } from './program.ts'

export type Ran = { code: number | null; out: string; err: string }

/** The outcome of a command that is refused with a sentence, for `toMatchObject`. */
export const refusal = (sentence: string, code = 1) => ({
  code,
  out: '',
  err: expect.stringContaining(sentence),
})

/** The parts of the process that a command sees */
type Surroundings = {
  env: NodeJS.ProcessEnv
  stdin: Readable
  stdout: Writable
  stderr: Writable
  console: Console
  exit: (code?: number) => never
}

const running = new AsyncLocalStorage<Surroundings>()

/** Gives each command its own: others run at the same time, and so does the stack. */
function surround(owner: object, key: keyof Surroundings): void {
  let outside = Reflect.get(owner, key)
  Object.defineProperty(owner, key, {
    get: () => running.getStore()?.[key] ?? outside,
    set: (value) => {
      outside = value
    },
  })
}

surround(globalThis, 'console')
for (const key of ['env', 'stdin', 'stdout', 'stderr', 'exit'] as const) surround(process, key)

const signals = ['SIGINT', 'SIGTERM'] as const

/**
 * Runs a command of the operators, without a terminal, in the process of the test: a process of its own would spend a second on its start.
 * @param env the addresses of its stack
 */
export function runOps(env: Record<string, string>, ...args: string[]): Promise<Ran> {
  return runInSurroundings(env, () => runProgram(args))
}

/** @param program returns its exit code @throws if the program calls process.exit, which would end the tests */
async function runInSurroundings(env: Record<string, string>, program: () => Promise<number>): Promise<Ran> {
  const ran = { out: '', err: '' }
  const writeTo = (name: keyof typeof ran) =>
    new Writable({
      write(chunk, _encoding, done) {
        ran[name] += chunk
        done()
      },
    })
  const [stdout, stderr] = [writeTo('out'), writeTo('err')]
  let exit: Error | undefined
  const surroundings: Surroundings = {
    env: { ...process.env, ...env },
    stdin: Readable.from([]),
    stdout,
    stderr,
    console: new Console(stdout, stderr),
    exit(code) {
      exit = new Error(`The command called process.exit(${code})`)
      throw exit
    },
  }
  const listeners = signals.map((name) => process.listeners(name))
  try {
    const code = await running.run(surroundings, program)
    if (exit) throw exit
    return { code, ...ran }
  } finally {
    // a command listens until its process ends
    for (const [index, name] of signals.entries())
      for (const listener of process.listeners(name))
        if (!listeners[index]?.includes(listener)) process.off(name, listener)
  }
}

/** Runs a command against the stack of the test. */
export type Ops = {
  (...args: string[]): Promise<Ran>
  /** The addresses that commands get */
  env: Record<string, string>
  /** @returns what a command prints with --json */
  json(...args: string[]): Promise<ReturnType<typeof JSON.parse>>
}

/** Adds the fixture `ops` to an `it`. @param asOwner commands get the owner of the database */
export function withOps(it: ReturnType<typeof ownStackTest>, { asOwner = false } = {}) {
  return it.extend('ops', { scope: 'file' }, ({ stack }, { onCleanup }): Ops => {
    const { url, serviceUrl, asOwner: query } = stack.database
    const env = { DATABASE_URL: asOwner ? url : serviceUrl, REDIS_URL: stack.redisUrl }
    const ops = (...args: string[]) => runOps(env, ...args)
    const json = async (...args: string[]) => JSON.parse((await ops(...args, '--json')).out)
    const readOpen = async () =>
      (
        await query(
          "select application_name from pg_stat_activity where datname = current_database() and application_name like 'ops%'",
        )
      ).rows
    // a process with an open connection would not end
    onCleanup(() => vi.waitFor(async () => expect(await readOpen()).toEqual([]), 60_000))
    return Object.assign(ops, { env, json })
  })
}

export type Running = { child: ChildProcess; ended: Promise<Ran> }

/** Runs a command as an operator does: as a process, with the stack's addresses in its environment. */
export function startOps(env: Record<string, string>, ...args: string[]): Running {
  const child = spawn(process.execPath, [inRepository('infra/ops/main.ts'), ...args], {
    env: { ...toolEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ran = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    ran.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    ran.err += chunk
  })
  const ended = new Promise<Ran>((done) => child.once('close', (code) => done({ code, ...ran })))
  return { child, ended }
}
