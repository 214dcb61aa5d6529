import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'

/** Lists every route, such as `GET /api/bookings`, of the Fastify apps that `start` starts. HEAD is left out: Fastify adds it to each GET. */
export async function routesServedBy<Started>(
  start: () => Promise<Started>,
): Promise<{ started: Started; served: string[] }> {
  const served = new Set<string>()
  function listen(message: unknown): void {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) if (one !== 'HEAD') served.add(`${one} ${url}`)
    })
  }
  subscribe('fastify.initialization', listen)
  try {
    const started = await start()
    return { started, served: [...served] }
  } finally {
    unsubscribe('fastify.initialization', listen)
  }
}
