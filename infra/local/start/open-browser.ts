import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { findOnPath } from '../process/commands.ts'

/**
 * Opens an address in the browser of this desktop.
 * @param machine what decides whether there is one; by default this machine
 * @param failsWithinMs some openers run until the browser is closed: one that has not failed by then has opened it
 * @returns a sentence if it could not be opened, undefined if it was
 */
export async function openBrowser(
  url: string,
  { platform = process.platform, uid = process.getuid?.(), env = process.env } = {},
  failsWithinMs = 2_000,
): Promise<string | undefined> {
  const yourself = `open ${url} yourself.`
  // Chromium ends at once as root, and Firefox would use root's files
  if (uid === 0) return `Browsers do not run as root: ${yourself}`
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY)
    return `This session has no screen to open a browser on: ${yourself}`
  const name = platform === 'darwin' ? 'open' : 'xdg-open'
  const opener = findOnPath(name)
  if (!opener) return `There is no ${name} here (Debian: apt-get install xdg-utils): ${yourself}`
  const failure = await run([opener, url], env, failsWithinMs)
  return failure && `The browser could not be opened (${name}: ${failure}): ${yourself}`
}

/** @returns why it failed; undefined if it did not */
function run(
  [opener, url]: [string, string],
  env: NodeJS.ProcessEnv,
  failsWithinMs: number,
): Promise<string | undefined> {
  // of its own process group: the browser stays open after our Ctrl-C
  const child = spawn(opener, [url], { env, detached: true, stdio: 'ignore' })
  child.unref()
  const ended = new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(code === 0 ? undefined : (signal ?? `exit code ${code}`)))
  })
  return Promise.race([ended, sleep(failsWithinMs, undefined, { ref: false })])
}
