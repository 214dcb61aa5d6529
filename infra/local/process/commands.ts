/** Commands of this machine: run one, find one. */
import { type SpawnOptions, spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** How a command ended. `output` is its stdout and stderr in order, the last 64 KB of them. */
export type Outcome = { ok: boolean; output: string }

/** Runs a command to its end and prints nothing. A command that cannot be started is an outcome too. */
export function run(command: string, args: string[], options: SpawnOptions = {}): Promise<Outcome> {
  return new Promise((resolve) => {
    let output = ''
    const collect = (chunk: Buffer) => {
      output = (output + chunk).slice(-65_536)
    }
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', (error) => resolve({ ok: false, output: `${output}${error.message}` }))
    child.on('close', (code) => resolve({ ok: code === 0, output: output.trim() }))
  })
}

/** The full path of the first of these programs that is on the PATH; undefined if none is. */
export function findOnPath(...names: string[]): string | undefined {
  // On Debian the PATH of an ordinary user lacks the directories of system programs.
  const directories = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin']
  const candidates = names.flatMap((name) => directories.filter(Boolean).map((dir) => join(dir, name)))
  return candidates.find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
