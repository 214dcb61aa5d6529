/** Runs the programs of the container engine. */
import { spawn } from 'node:child_process'
import { inRepository } from '@jaanch/infra/local/paths'

export type Ran = { code: number | null; out: string; err: string }

/** @param program and arguments @returns what it printed, whatever its exit code */
export function tryRun(command: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<Ran> {
  const [program = '', ...args] = command
  const child = spawn(program, args, { cwd: inRepository(), env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ran = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    ran.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    ran.err += chunk
  })
  return new Promise((done) => {
    child.once('error', ({ message }) => done({ code: null, out: '', err: message }))
    child.once('close', (code) => done({ code, ...ran }))
  })
}

/** @returns what it printed @throws Error if its exit code is not 0 */
export async function run(command: readonly string[], env?: NodeJS.ProcessEnv): Promise<string> {
  const { code, out, err } = await tryRun(command, env)
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${out}${err}`)
  return out.trim()
}
