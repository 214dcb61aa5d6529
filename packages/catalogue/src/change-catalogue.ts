import { randomUUID } from 'node:crypto'
import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { withoutDeadline } from '@jaanch/platform/deadline'
import type { Gate } from '@jaanch/platform/gate'
import { serveCall } from '@jaanch/platform/http/served'
import type pg from 'pg'
import { catalogueFileLimit, catalogueFileTexts, editorCalls, mostListed } from './api.ts'
import { applyCatalogue, CatalogueChangedError, type Origin } from './apply-catalogue.ts'
import type { Catalogue } from './catalogue.ts'
import { type Counts, newFault } from './compare.ts'
import { inThread } from './file/file-thread.ts'
import { UnreadableFile } from './file/unpack.ts'
import type { Planned } from './file/worker.ts'
import { planHere } from './plan-change.ts'
import { readStoredText, type StoredCatalogue, type StoredText } from './read-catalogue.ts'
import { readStarter } from './starter/starter.ts'

type Change = {
  source: Origin['source']
  caller: Caller
  request: { id: string }
  /** The version that the caller looked at; undefined: whatever is stored */
  version?: string
}

/**
 * Changes the catalogue, whoever asks for it: by a file, by the page, or with the starter.
 * @param makePlan throws an AppError for what cannot be
 * @throws AppError wrong-status if somebody else changed the catalogue since the caller looked at it
 */
function changeCatalogue(
  logDb: pg.Pool,
  { source, caller, request, version }: Change,
  makePlan: Parameters<typeof applyCatalogue>[2],
): Promise<Counts> {
  const origin = { source, actor: actorOf(caller), correlationId: request.id, version }
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
      { source: 'page', caller, request, version },
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
      if (measuring.length > 0) {
        const names = measuring.slice(0, 3).map(({ name }) => name)
        throw new AppError('wrong-status', `Measured by ${names.join('; ')}. Remove it there first.`)
      }
      const parameters = catalogue.parameters.filter((one) => one.code !== code)
      if (parameters.length === catalogue.parameters.length)
        throw new AppError('not-found', 'The catalogue has no such parameter.')
      const intervals = catalogue.intervals.filter(({ parameter }) => parameter !== code)
      return { ...catalogue, parameters, intervals }
    })
    await changeCatalogue(logDb, { source: 'page', caller, request }, plan)
    return undefined
  },
)

export const saveItem = serveCall(
  editorCalls.saveItem,
  ({ params: { id: code }, body: { version, item }, caller, request }, { logDb }) => {
    if (item.code !== code) throw new AppError('invalid', 'item.code: a code never changes.')
    return changeCatalogue(
      logDb,
      { source: 'page', caller, request, version },
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

/** For an installation without a catalogue. @throws AppError wrong-status if it has one */
export const loadStarterCatalogue = serveCall(
  editorCalls.loadStarterCatalogue,
  ({ caller, request }, { logDb }) =>
    changeCatalogue(
      logDb,
      { source: 'starter', caller, request },
      planHere(({ catalogue: { parameters, items } }) => {
        if (parameters.length > 0 || items.length > 0)
          throw new AppError(
            'wrong-status',
            'This installation has a catalogue already. Export it, and import what is to be added.',
          )
        return readStarter()
      }),
    ),
)

// the calls with files and thousands of rows, for which a thread does the work

export const previewCatalogue = serveCall(
  editorCalls.previewCatalogue,
  ({ body, caller }, { logDb, catalogueFiles }) =>
    oneByOne(catalogueFiles, caller, async () => {
      const stored = await readStoredText(logDb)
      return { version: stored.version, ...(await inThread('preview', fileOf(body, stored), mostListed)) }
    }),
)

export const importCatalogue = serveCall(
  editorCalls.importCatalogue,
  ({ body, caller, request }, { logDb, catalogueFiles }) =>
    oneByOne(catalogueFiles, caller, () =>
      changeCatalogue(
        logDb,
        { source: 'import', caller, request, version: body.version },
        async (stored, change) => taken(await inThread('planImport', fileOf(body, stored), change)),
      ),
    ),
)

export const matchPriceList = serveCall(
  editorCalls.matchPriceList,
  ({ body, caller }, { logDb, catalogueFiles }) =>
    oneByOne(catalogueFiles, caller, async () => {
      const stored = await readStoredText(logDb)
      const { rows, problems } = await inThread('matchPrices', fileOf(body, stored))
      return { version: stored.version, rows, problems: problems.slice(0, mostListed) }
    }),
)

export const savePrices = serveCall(
  editorCalls.savePrices,
  ({ body: { version, ...prices }, caller, request }, { logDb, catalogueFiles }) =>
    oneByOne(catalogueFiles, caller, () =>
      changeCatalogue(logDb, { source: 'page', caller, request, version }, async (stored, change) =>
        taken(await inThread('planPrices', prices, stored, change)),
      ),
    ),
)

/** @throws AppError unreadable-file; BusyError; what `work` throws */
async function oneByOne<Result>(
  gate: Gate,
  { userId }: Caller,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await gate.run(work, userId)
  } catch (error) {
    if (error instanceof UnreadableFile)
      throw new AppError('unreadable-file', error.message, { cause: error })
    throw error
  }
}

function fileOf({ fileName, content }: { fileName: string; content: string }, stored: StoredText) {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(content) || content === '')
    throw new AppError('invalid', 'content: the content is not base64')
  const bytes = Buffer.from(content, 'base64')
  if (bytes.length > catalogueFileLimit) throw new AppError('too-large', catalogueFileTexts.tooLarge)
  return { name: fileName, bytes, stored }
}

function taken(planned: Planned) {
  if ('refused' in planned) throw new AppError('invalid', planned.refused)
  return planned.plan
}
