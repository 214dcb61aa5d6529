import { randomUUID } from 'node:crypto'
import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { withoutDeadline } from '@jaanch/platform/deadline'
import { serveCall } from '@jaanch/platform/http/served'
import type pg from 'pg'
import { editorCalls } from './api.ts'
import { applyCatalogue, CatalogueChangedError, type Origin } from './apply-catalogue.ts'
import type { Catalogue } from './catalogue.ts'
import { type Counts, newFault } from './compare.ts'
import { planHere } from './plan-change.ts'
import type { StoredCatalogue } from './read-catalogue.ts'

type Change = {
  source: Origin['source']
  caller: Caller
  requestId: string
  /** The version that the caller looked at; undefined: whatever is stored */
  version?: string
}

/**
 * Changes the catalogue, whoever asks for it: by a file, by the page, or with the starter.
 * @param makePlan throws an AppError for what cannot be
 * @throws AppError wrong-status if somebody else changed the catalogue since the caller looked at it
 */
export function changeCatalogue(
  logDb: pg.Pool,
  { source, caller, requestId, version }: Change,
  makePlan: Parameters<typeof applyCatalogue>[2],
): Promise<Counts> {
  const origin = { source, actor: actorOf(caller), correlationId: requestId, version }
  // thousands of rows take longer than a request may wait
  return withoutDeadline(() => applyCatalogue(logDb, randomUUID(), makePlan, origin)).catch((error) => {
    if (!(error instanceof CatalogueChangedError)) throw error
    throw new AppError('wrong-status', 'Somebody changed the catalogue meanwhile. Please look at it again.', {
      cause: error,
    })
  })
}

// the calls of the page: one parameter, test or package at a time

export const saveParameter = serveCall(
  editorCalls.saveParameter,
  ({ params: { id: code }, body, caller, request }, { logDb }) => {
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
  },
)

/** @throws AppError wrong-status while a test measures it */
export const endParameter = serveCall(
  editorCalls.endParameter,
  async ({ params: { id: code }, caller, request }, { logDb }) => {
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
  },
)

export const saveItem = serveCall(
  editorCalls.saveItem,
  ({ params: { id: code }, body: { version, item }, caller, request }, { logDb }) => {
    if (item.code !== code) throw new AppError('invalid', 'item.code: a code never changes.')
    return changeCatalogue(
      logDb,
      { source: 'page', caller, requestId: request.id, version },
      planHere((stored) =>
        checked(stored, { ...stored.catalogue, items: replaced(stored.catalogue.items, item) }),
      ),
    )
  },
)

/** @returns the list with one in place of that with its code, or at the end */
function replaced<One extends { code: string }>(list: readonly One[], one: One): One[] {
  const isKnown = list.some(({ code }) => code === one.code)
  return isKnown ? list.map((each) => (each.code === one.code ? one : each)) : [...list, one]
}

/** @returns the catalogue. @throws AppError invalid with the first fault that it has and did not have before */
function checked(stored: StoredCatalogue, next: Catalogue): Catalogue {
  const fault = newFault(stored, next)
  if (fault !== undefined) throw new AppError('invalid', fault)
  return next
}
