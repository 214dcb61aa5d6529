import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Route } from '@jaanch/contracts/http/route'
import { routes } from '@jaanch/contracts/http/routes'
import type { FastifyInstance } from 'fastify'
import { describe, expect } from 'vitest'
import { stackTest } from '../../support/test.ts'

const it = stackTest({ workers: false }).extend(
  'served',
  { scope: 'file' },
  async ({ stack }) => (await routesServedBy(() => stack.anotherApi())).served,
)

const declared = Object.values<Route>(routes).map(({ method, path }) => `${method} ${path}`)

/** Swagger UI and the files of the built client, which are public and contain no data, and the dashboard of the queues, which has a test of its own. */
const pages =
  /^GET \/(api\/docs(\/.*)?|admin\/queues(\/\*)?|assets\/.*|[\w.-]+\.(html|js|svg|ico|png|webmanifest|txt)(\.(br|gz))?|\*?)$/

describe('the routes of the contracts', () => {
  it('are all served [S6.1]', ({ served }) => {
    expect(declared.filter((route) => !served.includes(route))).toEqual([])
  })

  it('are all that is served, except pages [V6.3.4 V13.4.5]', ({ served }) => {
    expect(served.filter((route) => !declared.includes(route) && !pages.test(route))).toEqual([])
  })

  it('are unique', () => {
    expect(new Set(declared).size).toBe(declared.length)
  })
})

/** Lists every route, such as `GET /api/bookings`, of the Fastify apps that `start` starts. HEAD is left out: Fastify adds it to each GET. */
async function routesServedBy<Started>(
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
