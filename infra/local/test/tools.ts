import { spawn } from 'node:child_process'
import { inRepository, toolEnvironment } from '../paths.ts'
import { Problem } from '../problem.ts'
import { canInstallPackages, findOnPath, installPackage, type Outcome, run } from '../process/commands.ts'

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

/**
 * Installs curl if it is missing (a minimal Debian has none): a test runs the commands of docs/api-tour.md.
 *
 * @throws Problem if it is missing and cannot be installed
 */
export async function ensureCurl(log: (line: string) => void): Promise<void> {
  if (findOnPath('curl')) return
  if (!canInstallPackages()) throw new Problem('The tests need curl: install it and start again.')
  log('Installing curl …')
  const outcome = await installPackage('curl')
  if (!findOnPath('curl')) throw new Problem(`curl could not be installed with apt-get:\n${outcome.output}`)
}

/** Installs ClamAV's daemon if that is possible: the test that scans with it is skipped without it. */
export async function tryToInstallClamd(log: (line: string) => void): Promise<void> {
  if (findOnPath('clamd') || !canInstallPackages()) return
  log('Installing clamd …')
  await installPackage('clamav-daemon')
}
