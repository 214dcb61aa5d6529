import type { FastifyInstance } from 'fastify'
import type { Log } from '../logging.ts'

type Repeated = {
  everyMs: number
  /** For the log, if it fails */
  what: string
  work: () => Promise<unknown>
}

/** Repeats some work until the API closes, which waits for it. A failure is logged and the work tried again the next time. */
export function repeatWhileOpen(
  app: FastifyInstance,
  { log }: { log: Log },
  { everyMs, what, work }: Repeated,
): void {
  let running: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    running = Promise.all([running, work().catch((error) => log.error({ err: error }, `${what} failed`))])
  }, everyMs)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await running
  })
}
