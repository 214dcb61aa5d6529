import { spawn } from 'node:child_process'
import { inRepository, toolEnvironment } from '../paths.ts'
import { type Outcome, run } from '../process/commands.ts'

/**
 * Runs a tool of node_modules/.bin in the repository, with its output in the terminal.
 *
 * @param signal ends it
 * @param env is added to the environment
 * @returns whether it exited with 0
 */
export function runTool(
  name: string,
  args: string[],
  signal: AbortSignal,
  env: Record<string, string> = {},
): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(inRepository('node_modules', '.bin', name), args, {
      cwd: inRepository(),
      env: { ...toolEnvironment(), ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
      signal,
    })
    child.on('error', (error) => {
      // After an abort, 'exit' follows.
      if (child.pid !== undefined) return
      console.error(error.message)
      resolve(false)
    })
    child.on('exit', (code) => resolve(code === 0))
  })
}

/** The same, with its output as the result. */
export function collectTool(name: string, args: string[], signal: AbortSignal): Promise<Outcome> {
  const env = toolEnvironment()
  return run(inRepository('node_modules', '.bin', name), args, { cwd: inRepository(), env, signal })
}
