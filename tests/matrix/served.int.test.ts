import type { Route } from '@jaanch/contracts/http/route'
import { routes } from '@jaanch/contracts/http/routes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routesServedBy } from '../support/served-routes.ts'
import { type Stack, startStack } from '../support/stack.ts'

let stack: Stack
let served: string[]

beforeAll(async () => {
  ;({ started: stack, served } = await routesServedBy(() => startStack({ workers: false })))
})
afterAll(() => stack.close())

const declared = Object.values<Route>(routes).map(({ method, path }) => `${method} ${path}`)

/** The documentation's own page and the built client's files: anyone may read them, nothing is behind them. */
const pages =
  /^GET \/(api\/docs(\/.*)?|assets\/.*|[\w.-]+\.(html|js|svg|ico|png|webmanifest|txt)(\.(br|gz))?|\*?)$/

describe('the table of routes', () => {
  it('is served to its last line', () => {
    expect(declared.filter((route) => !served.includes(route))).toEqual([])
  })

  it('is all that is served, beside pages that anyone may read', () => {
    expect(served.filter((route) => !declared.includes(route) && !pages.test(route))).toEqual([])
  })

  it('names each call once', () => {
    expect(new Set(declared).size).toBe(declared.length)
  })
})
