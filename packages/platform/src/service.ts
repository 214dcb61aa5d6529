import type { Log } from './logging.ts'

export type Closing = () => Promise<unknown> | unknown

/**
 * Runs a service: starts it, reports `ready` to the supervisor, and stops it on SIGTERM, SIGINT or when the supervisor has
 * disconnected. The functions that `start` returns are called in their order to stop the parts.
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
