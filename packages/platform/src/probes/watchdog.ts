import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Log } from '../logging.ts'
import { readLiveness } from './checks.ts'

/** Signs in the time that systemd waits for one: two may be late */
const signsPerWait = 3

const run = promisify(execFile)

type Options = {
  log: Log
  /** WATCHDOG_USEC and WATCHDOG_PID, which systemd sets where the unit has WatchdogSec */
  variables?: Record<string, string | undefined>
  /** Tells systemd; Node has no datagrams of Unix */
  notify?: () => Promise<unknown>
}

/**
 * Gives systemd a sign while the event loop turns and `/live` would say yes, also during the start and the longest rebuild. Without signs
 * systemd ends the process and starts it again. A sign costs 1.5 ms here and a
 * child of 30 ms on a busy core, every 20 s.
 * @returns ends the signs
 */
export function startWatchdog({
  log,
  variables = process.env,
  notify = () => run('systemd-notify', ['WATCHDOG=1'], { timeout: 5_000 }),
}: Options): () => void {
  const { WATCHDOG_USEC, WATCHDOG_PID = String(process.pid) } = variables
  const waitMs = Number(WATCHDOG_USEC ?? 0) / 1_000
  // a child inherits the variables, and nobody waits for it
  if (!(waitMs > 0) || WATCHDOG_PID !== String(process.pid)) return () => {}

  async function sign(): Promise<void> {
    const { isOk, reasons } = await readLiveness()
    if (isOk) await notify()
    else log.error({ reasons }, 'systemd gets no sign of life: this process hangs')
  }
  const give = () => void sign().catch((error) => log.warn({ err: error }, 'systemd got no sign of life'))
  give()
  const timer = setInterval(give, waitMs / signsPerWait).unref()
  return () => clearInterval(timer)
}
