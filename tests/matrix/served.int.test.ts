import type { Route } from '@jaanch/contracts/http/route'
import { routes } from '@jaanch/contracts/http/routes'
import { describe, expect } from 'vitest'
import { routesServedBy } from '../support/served-routes.ts'
import { stackTest } from '../support/test.ts'

const it = stackTest({ workers: false }).extend(
  'served',
  { scope: 'file' },
  async ({ stack }) => (await routesServedBy(() => stack.anotherApi())).served,
)

const declared = Object.values<Route>(routes).map(({ method, path }) => `${method} ${path}`)

/** The documentation's own page and the built client's files: anyone may read them, nothing is behind them. */
const pages =
  /^GET \/(api\/docs(\/.*)?|assets\/.*|[\w.-]+\.(html|js|svg|ico|png|webmanifest|txt)(\.(br|gz))?|\*?)$/

describe('the table of routes', () => {
  it('is served to its last line', ({ served }) => {
    expect(declared.filter((route) => !served.includes(route))).toEqual([])
  })

  it('is all that is served, beside pages that anyone may read', ({ served }) => {
    expect(served.filter((route) => !declared.includes(route) && !pages.test(route))).toEqual([])
  })

  it('names each call once', () => {
    expect(new Set(declared).size).toBe(declared.length)
  })
})
