import { spawn } from 'node:child_process'
import { toolEnvironment } from '../local/paths.ts'

type Result = { ok: boolean; stdout: string }

/**
 * Runs a script of package.json in a checkout.
 * @param parameters what follows the name of the script
 * @param options `isSilent` collects stdout and does not show it
 */
export type RunScript = (
  root: string,
  script: string,
  parameters?: readonly string[],
  options?: { isSilent?: boolean },
) => Promise<Result>

/** With npm, and the output in the terminal. */
export const runScript: RunScript = (root, script, parameters = [], { isSilent = false } = {}) => {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const rest = parameters.length > 0 ? ['--', ...parameters] : []
  const child = spawn('npm', ['run', '--silent', script, ...rest], {
    cwd: root,
    env: toolEnvironment(),
    stdio: ['ignore', isSilent ? 'pipe' : 'inherit', 'inherit'],
  })
  let stdout = ''
  child.stdout?.on('data', (chunk) => {
    stdout += chunk
  })
  child.on('error', reject)
  child.on('close', (code) => resolve({ ok: code === 0, stdout }))
  return promise
}
