import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { calls } from '@jaanch/api/calls'
import type { Route } from '@jaanch/contracts/http/route'
import type { FastifyInstance } from 'fastify'
import { describe, expect } from 'vitest'
import { pathOf } from '../../support/client.ts'
import { filesTokenOf } from '../../support/people.ts'
import { stackTest } from '../../support/test.ts'

const it = stackTest({ workers: false }).extend(
  'served',
  { scope: 'file' },
  async ({ stack }) => (await routesServedBy(() => stack.anotherApi())).served,
)

const declared = Object.values<Route>(calls).map(({ method, path }) => `${method} ${path}`)
/** Browsers ask them before a page of another site may call */
const preflights = Object.values<Route>(calls).flatMap(({ anyOrigin, path }) =>
  anyOrigin ? [`OPTIONS ${path}`] : [],
)

/** Swagger UI and the files of the built client, which are public and contain no data, and the dashboard of the queues, which has a test of its own. */
const pages =
  /^GET \/(api\/docs(\/.*)?|admin\/queues(\/\*)?|assets\/.*|[\w.-]+\.(html|js|svg|ico|png|webmanifest|txt)(\.(br|gz))?|\*?)$/

describe('the calls of the contracts', () => {
  it('are all served [S6.1]', ({ served }) => {
    expect(declared.filter((route) => !served.includes(route))).toEqual([])
  })

  it('are all that is served, except pages [V6.3.4 V13.4.5]', ({ served }) => {
    expect(
      served.filter((route) => ![...declared, ...preflights].includes(route) && !pages.test(route)),
    ).toEqual([])
  })

  it('are unique', () => {
    expect(new Set(declared).size).toBe(declared.length)
  })
})

const closed = Object.values<Route>(calls).filter(({ access }) => access !== 'public')

it.for(closed)(
  '$method $path takes a session by the token, and for files also by the cookie [S6.2 V7.2.1]',
  async (route, { stack, admin }) => {
    const id = '00000000-0000-4000-8000-00000000dead'
    const path = pathOf(route, { id, reportId: id })
    const { token } = admin
    const ask = async (to: string, headers: Record<string, string> = {}) =>
      (await fetch(stack.url + to, { method: route.method, headers })).status
    expect(await ask(path)).toBe(401)
    if (!route.cookie) expect(await ask(path, { cookie: `files_token=${filesTokenOf(admin)}` })).toBe(401)
    expect(await ask(`${path}?token=${token}&access_token=${token}`)).toBe(401)
  },
)

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
