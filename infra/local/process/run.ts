import { type SpawnOptions, spawn } from 'node:child_process'

/** How a command ended. `output` is its stdout and stderr as they came, the last 64 KB of them. */
export type Outcome = { ok: boolean; output: string }

/** Runs a command to its end, quietly. A command that could not be started is an outcome too. */
export function run(command: string, args: string[], options: SpawnOptions = {}): Promise<Outcome> {
  return new Promise((resolve) => {
    let output = ''
    const gather = (chunk: Buffer) => {
      output = (output + chunk).slice(-65_536)
    }
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.on('data', gather)
    child.stderr.on('data', gather)
    child.on('error', (error) => resolve({ ok: false, output: `${output}${error.message}` }))
    child.on('close', (code) => resolve({ ok: code === 0, output: output.trim() }))
  })
}
