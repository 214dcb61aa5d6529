import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync } from 'node:fs'
import { openLog } from './log-file.ts'

export type ChildSpec = {
  /** for people: 'api', 'PostgreSQL' */
  name: string
  command: string
  args: string[]
  env: NodeJS.ProcessEnv
  cwd?: string
  uid?: number
  gid?: number
  /** absolute path; stdout and stderr are appended to it */
  logFile: string
  /** resolves when the child serves; without it the child gets an IPC channel and says so itself */
  isReady?: (pid: number, signal: AbortSignal) => Promise<unknown>
}

/** Starts it in a process group of its own; with an IPC channel unless `isReady` is given. */
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
export function saysReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.on('message', (message) => {
      if ((message as { type?: unknown }).type === 'ready') resolve()
    })
  })
}

/** How the child ended, for people: 'exit code 1', 'SIGKILL', or why it could not even start. */
export function endOf(child: ChildProcess): Promise<string> {
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
    // It is gone already.
  }
}
