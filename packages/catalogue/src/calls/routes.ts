import { AppError } from '@jaanch/contracts/errors'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { catalogueCalls } from '../api.ts'
import { planHere } from '../plan-change.ts'
import { changeCatalogue, checked } from './change-catalogue.ts'
import { registerImportCatalogue } from './import-catalogue.ts'
import { registerReadCatalogue } from './read-catalogue.ts'

type Parts = Parameters<typeof registerReadCatalogue>[1] &
  Parameters<typeof registerImportCatalogue>[1] &
  Parameters<typeof registerEditCatalogue>[1]

export function registerCatalogueRoutes(app: FastifyInstance, parts: Parts): void {
  registerReadCatalogue(app, parts)
  registerImportCatalogue(app, parts)
  registerEditCatalogue(app, parts)
}

/** The calls of the page: one parameter, test or package at a time. */
function registerEditCatalogue(app: FastifyInstance, { logDb }: { logDb: pg.Pool }): void {
  app.serve(catalogueCalls.saveParameter, ({ params: { id: code }, body, caller, request }) => {
    const { version, parameter, intervals } = body
    if (parameter.code !== code) throw new AppError('invalid', 'parameter.code: a code never changes.')
    const other = intervals.find((one) => one.parameter !== code)
    if (other) throw new AppError('invalid', `intervals: ${other.parameter} is another parameter.`)
    return changeCatalogue(
      logDb,
      { source: 'page', caller, requestId: request.id, version },
      planHere((stored) =>
        checked(stored, {
          ...stored.catalogue,
          parameters: replaced(stored.catalogue.parameters, parameter),
          intervals: [...stored.catalogue.intervals.filter((one) => one.parameter !== code), ...intervals],
        }),
      ),
    )
  })

  app.serve(catalogueCalls.endParameter, async ({ params: { id: code }, caller, request }) => {
    const plan = planHere(({ catalogue }) => {
      const measuring = catalogue.items.filter(({ parameters }) => parameters.includes(code))
      if (measuring.length > 0)
        throw new AppError(
          'wrong-status',
          `Measured by ${measuring
            .map(({ name }) => name)
            .slice(0, 3)
            .join('; ')}. Remove it there first.`,
        )
      const parameters = catalogue.parameters.filter((one) => one.code !== code)
      if (parameters.length === catalogue.parameters.length)
        throw new AppError('not-found', 'The catalogue has no such parameter.')
      return {
        ...catalogue,
        parameters,
        intervals: catalogue.intervals.filter(({ parameter }) => parameter !== code),
      }
    })
    await changeCatalogue(logDb, { source: 'page', caller, requestId: request.id }, plan)
    return undefined
  })

  app.serve(catalogueCalls.saveItem, ({ params: { id: code }, body: { version, item }, caller, request }) => {
    if (item.code !== code) throw new AppError('invalid', 'item.code: a code never changes.')
    return changeCatalogue(
      logDb,
      { source: 'page', caller, requestId: request.id, version },
      planHere((stored) =>
        checked(stored, { ...stored.catalogue, items: replaced(stored.catalogue.items, item) }),
      ),
    )
  })
}

/** @returns the list with one in place of that with its code, or at the end */
function replaced<One extends { code: string }>(list: readonly One[], one: One): One[] {
  const isKnown = list.some(({ code }) => code === one.code)
  return isKnown ? list.map((each) => (each.code === one.code ? one : each)) : [...list, one]
}
