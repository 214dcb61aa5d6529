import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Config } from './config.ts'
import type { Log } from './logging.ts'
import { beginStopping, readLiveness } from './probes.ts'

export type Closing = () => Promise<unknown> | unknown

/** Over which time a process that drains closes its sockets, ms */
export const closeSocketsOverMs = 5_000
/**
 * For what is under way, ms: requests, rows that a worker handles, a batch of the projector. `npm start` kills after 10 s; a process
 * that drains has 30 s, and the 10 s that a mail server may take to answer fit
 */
const finishWithinMs = { atOnce: 8_000, drained: 13_000 }

/**
 * The longest time from the order to stop to the end of the process, ms: 23,000 after a drain of 5 s, 28,000 after the longest.
 * @param drainSeconds DRAIN_SECONDS
 */
export function stopWithinMs(drainSeconds: number): number {
  if (drainSeconds === 0) return finishWithinMs.atOnce
  return drainSeconds * 1_000 + closeSocketsOverMs + finishWithinMs.drained
}

/**
 * Runs a service: starts it, reports `ready` to the supervisor, and stops it on SIGTERM, SIGINT or when the supervisor has
 * disconnected. The functions that `start` returns are called in their order to stop the parts; a process that has not ended after
 * `stopWithinMs` ends with exit code 1.
 */
export async function runService(
  log: Log,
  { drainSeconds }: Pick<Config, 'drainSeconds'>,
  start: () => Promise<Closing[]>,
): Promise<void> {
  let isStopping = false
  let closings: Closing[] = []

  async function stop(reason: string): Promise<void> {
    if (isStopping) return
    isStopping = true
    beginStopping()
    log.info({ reason }, 'stopping')
    setTimeout(() => {
      log.error('not everything ended in time: what is left is cut off')
      process.exit(1)
    }, stopWithinMs(drainSeconds)).unref()
    for (const close of closings) {
      try {
        await close()
      } catch (error) {
        log.error({ err: error }, 'a part failed to close')
      }
    }
    log.info('stopped')
    process.exit(0)
  }

  process.on('SIGTERM', () => void stop('SIGTERM'))
  process.on('SIGINT', () => void stop('SIGINT'))
  if (process.send) process.on('disconnect', () => void stop('the supervisor disconnected'))
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'unhandled rejection')
    process.exit(1)
  })

  // from the start on, which may take long
  startWatchdog({ log })
  try {
    closings = await start()
  } catch (error) {
    log.fatal({ err: error }, 'could not start')
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
  process.send?.({ type: 'ready' })
  log.info('ready')
}

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
