/**
 * Servers run in their own process group, so that a Ctrl-C in the terminal reaches only us and we stop them in order.
 * Nothing would end them if we are killed with -9. On Linux `setpriv` (util-linux, on every Debian) solves this: the
 * kernel sends the server a signal when its parent dies. On macOS a server may outlive us; the next start on the same
 * data directory ends it.
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, fstatSync, mkdirSync, openSync, readSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { findOnPath } from './commands.ts'

const ROTATE_AT_BYTES = 20 * 1024 * 1024
const TAIL_BYTES = 4096

export type ChildSpec = {
  /** for messages: 'PostgreSQL', 'The service api' */
  name: string
  command: string
  args: string[]
  env: NodeJS.ProcessEnv
  cwd?: string
  uid?: number
  gid?: number
  /** absolute path; stdout and stderr are appended to the file */
  logFile: string
  /** resolves when the child is ready; without it the child gets an IPC channel and sends `{ type: 'ready' }` */
  isReady?: (pid: number, signal: AbortSignal) => Promise<unknown>
}

/** Starts a child in its own process group, with an IPC channel unless there is an `isReady`. */
export function spawnChild({ command, args, env, cwd, uid, gid, logFile, isReady }: ChildSpec): ChildProcess {
  const output = openLog(logFile)
  try {
    return spawn(command, args, {
      env,
      cwd,
      uid,
      gid,
      detached: true,
      stdio: ['ignore', output, output, isReady ? 'ignore' : 'ipc'],
    })
  } finally {
    closeSync(output)
  }
}

/** Resolves when the child sends the message `{ type: 'ready' }`. */
export function waitForReadyMessage(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.on('message', (message) => {
      if ((message as { type?: unknown }).type === 'ready') resolve()
    })
  })
}

/** Waits for the end of the child. @returns how it ended: 'exit code 1', 'SIGKILL', or why it could not start */
export function describeExit(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      if (child.pid === undefined) resolve(error.message)
    })
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })
}

/** Signals the child and its own children. */
export function signalGroup(child: ChildProcess | undefined, signal: NodeJS.Signals) {
  if (child?.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // it has ended
  }
}

/** The last lines of a log, at most 4 KB; empty if there is no log. */
export function readLastLines(path: string, count = 10): string {
  if (!statSync(path, { throwIfNoEntry: false })) return ''
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES))
    readSync(file, tail, 0, tail.length, size - tail.length)
    return tail.toString().trimEnd().split('\n').slice(-count).join('\n')
  } finally {
    closeSync(file)
  }
}

/**
 * Opens a log for appending. The child writes to the file descriptor directly, so its output is stored even after we
 * have ended. A log over 20 MB is first renamed to `<path>.1`.
 */
function openLog(path: string): number {
  mkdirSync(dirname(path), { recursive: true })
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > ROTATE_AT_BYTES) renameSync(path, `${path}.1`)
  return openSync(path, 'a', 0o640)
}

/** A system user, by number. */
export type Account = { uid: number; gid: number }

type ServerCommand = {
  command: string
  args: string[]
  parentDeathSignal: NodeJS.Signals
  /** the user that runs it; default: our own user */
  account?: Account | undefined
  /**
   * Allows access to directories that are closed to the account, such as /root. This is the capability dac_override:
   * a user who can command the server can then read and write all files.
   */
  passClosedDirectories?: boolean
}

// Postgres checks with access(2) that its own program can be run. That call ignores the capabilities of a user other
// than root, unless the secure bit no_setuid_fixup is set.
const PASS_CLOSED_DIRECTORIES = [
  '--securebits=+no_setuid_fixup',
  '--inh-caps=+dac_override',
  '--ambient-caps=+dac_override',
]

/** Whether this system supports a parent-death signal and access to closed directories. */
export function hasSetpriv(): boolean {
  return process.platform === 'linux' && findOnPath('setpriv') !== undefined
}

/** The command that starts a server with a parent-death signal. It becomes the server (same pid). */
export function withParentDeathSignal({
  command,
  args,
  parentDeathSignal,
  account,
  passClosedDirectories,
}: ServerCommand): { command: string; args: string[]; uid?: number; gid?: number } {
  if (!hasSetpriv()) return { command, args, ...account }
  const identity = account ? [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'] : []
  const capability = passClosedDirectories ? PASS_CLOSED_DIRECTORIES : []
  const signal = `--pdeathsig=${parentDeathSignal.replace('SIG', '')}`
  return { command: 'setpriv', args: [...identity, ...capability, signal, '--', command, ...args] }
}
