import type { Log } from './logging.ts'

export type Closing = () => Promise<unknown> | unknown

/**
 * Runs a service: starts it, tells the supervisor that it is ready, and stops it in order on SIGTERM, SIGINT or when
 * the supervisor is gone. What `start` hands over is closed in the order given.
 */
export async function runService(log: Log, start: () => Promise<Closing[]>): Promise<void> {
  let stopping = false
  let closings: Closing[] = []

  async function stop(reason: string): Promise<void> {
    if (stopping) return
    stopping = true
    log.info({ reason }, 'stopping')
    setTimeout(() => process.exit(1), 8_000).unref()
    for (const close of closings) {
      try {
        await close()
      } catch (error) {
        log.error({ err: error }, 'a part did not close')
      }
    }
    log.info('stopped')
    process.exit(0)
  }

  process.on('SIGTERM', () => void stop('SIGTERM'))
  process.on('SIGINT', () => void stop('SIGINT'))
  if (process.send) process.on('disconnect', () => void stop('the supervisor is gone'))
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'unhandled rejection')
    process.exit(1)
  })

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
