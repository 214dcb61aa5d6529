import { accountUpkeep } from '@jaanch/account/upkeep'
import type { Log } from '@jaanch/platform/logging'
import type { FastifyInstance } from 'fastify'

const everyMs = 10 * 60 * 1_000

type Services = Parameters<(typeof accountUpkeep)[number]['work']>[0] & { log: Log }

/** Repeats the upkeep until the API closes, which waits for it. A failure is logged and the work tried again the next time. */
export function repeatUpkeep(app: FastifyInstance, services: Services): void {
  let running: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    const works = accountUpkeep.map(({ what, work }) =>
      work(services).catch((error) => services.log.error({ err: error }, `${what} failed`)),
    )
    running = Promise.all([running, ...works])
  }, everyMs)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await running
  })
}
