/** Runs the commands in the process of the test: a process of its own would spend a second on its start. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { Console } from 'node:console'
import { Readable, Writable } from 'node:stream'
import { runProgram } from './program.ts'

export type Ran = { code: number | null; out: string; err: string }

/** What a command finds in its process */
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

/** Runs a command of the operators, without a terminal. @param env the addresses of its stack */
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
