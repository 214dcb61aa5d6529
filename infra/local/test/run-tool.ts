import { spawn } from 'node:child_process'
import { inRepository, toolEnvironment } from '../start/paths.ts'

/**
 * Runs a tool of node_modules/.bin in the repository, its output straight to the terminal.
 *
 * @param signal ends it
 * @returns whether it exited with 0
 */
export function runTool(name: string, args: string[], signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(inRepository('node_modules', '.bin', name), args, {
      cwd: inRepository(),
      env: toolEnvironment(),
      stdio: ['ignore', 'inherit', 'inherit'],
      signal,
    })
    child.on('error', (error) => {
      // Ended by the signal: its exit follows.
      if (child.pid !== undefined) return
      console.error(error.message)
      resolve(false)
    })
    child.on('exit', (code) => resolve(code === 0))
  })
}
