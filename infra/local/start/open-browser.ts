import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Opens an address in the browser of this desktop.
 * @param opener is found on the PATH
 * @param failsWithinMs some openers run until the browser is closed: one that has not failed by then has opened it
 * @returns a sentence if it could not be opened, undefined if it was
 */
export async function openBrowser(
  url: string,
  opener = process.platform === 'darwin' ? 'open' : 'xdg-open',
  failsWithinMs = 2_000,
): Promise<string | undefined> {
  // of its own process group: the browser stays open after our Ctrl-C
  const child = spawn(opener, [url], { detached: true, stdio: 'ignore' })
  child.unref()
  const failed = new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(code === 0 ? undefined : (signal ?? `exit code ${code}`)))
  })
  const failure = await Promise.race([failed, sleep(failsWithinMs, undefined, { ref: false })])
  return failure && `The browser could not be opened (${opener}: ${failure}): open ${url} yourself.`
}
