import type { Catalogue } from '@jaanch/catalogue/catalogue'
import { matchInThread, planInThread, previewInThread } from '@jaanch/catalogue/file/file-thread'
import { UnreadableFile } from '@jaanch/catalogue/file/unpack'
import { planHere } from '@jaanch/catalogue/plan-change'
import { readStoredText } from '@jaanch/catalogue/read-catalogue'
import { readStarter } from '@jaanch/catalogue/starter/starter'
import { AppError } from '@jaanch/contracts/errors'
import {
  catalogueFileLimit,
  catalogueFileTexts,
  catalogueRoutes,
  mostListed,
} from '@jaanch/contracts/http/catalogue'
import { createSharedGate } from '@jaanch/platform/gate'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { changeCatalogue, checked } from './change-catalogue.ts'

type File = { fileName: string; content: string }

/** The calls that take a file, and the starter catalogue. Files are read one after the other: each takes a core for a second or two. */
export function registerImportCatalogue(app: FastifyInstance, { logDb }: { logDb: pg.Pool }): void {
  const enter = createSharedGate(
    { name: 'catalogue files', capacity: 1, maxWaiting: 10, waitMs: 15_000 },
    { capacity: 1, maxWaiting: 2 },
  )

  /** @throws AppError unreadable-file, too-large; BusyError */
  async function oneByOne<Result>(
    userId: string,
    file: File,
    read: (bytes: Buffer) => Promise<Result>,
  ): Promise<Result> {
    const bytes = bytesOf(file)
    const leave = await enter(userId)
    try {
      return await read(bytes)
    } catch (error) {
      if (error instanceof UnreadableFile)
        throw new AppError('unreadable-file', error.message, { cause: error })
      throw error
    } finally {
      leave()
    }
  }

  app.serve(catalogueRoutes.previewCatalogue, async ({ body, caller }) => {
    const stored = await readStoredText(logDb)
    const preview = await oneByOne(caller.userId, body, (bytes) =>
      previewInThread({ name: body.fileName, bytes, stored, most: mostListed }),
    )
    return { version: stored.version, ...preview }
  })

  app.serve(catalogueRoutes.importCatalogue, ({ body: { version, ...file }, caller, request }) =>
    changeCatalogue(
      logDb,
      { source: 'import', caller, requestId: request.id, version },
      async (stored, change) => {
        const { preview, plan } = await oneByOne(caller.userId, file, (bytes) =>
          planInThread({ name: file.fileName, bytes, stored, most: 1 }, change),
        )
        if (plan) return plan
        const [first] = preview.problems
        const at = [first?.sheet, first?.cell].filter(Boolean).join(' ')
        throw new AppError('invalid', at ? `${at}: ${first?.text}` : first?.text)
      },
    ),
  )

  app.serve(catalogueRoutes.loadStarterCatalogue, ({ caller, request }) =>
    changeCatalogue(
      logDb,
      { source: 'starter', caller, requestId: request.id },
      planHere(({ catalogue }) => {
        if (!isEmpty(catalogue))
          throw new AppError(
            'wrong-status',
            'This installation has a catalogue already. Export it, and import what is to be added.',
          )
        return readStarter()
      }),
    ),
  )

  app.serve(catalogueRoutes.matchPriceList, async ({ body, caller }) => {
    const stored = await readStoredText(logDb)
    const { rows, problems } = await oneByOne(caller.userId, body, (bytes) =>
      matchInThread({ name: body.fileName, bytes, stored }),
    )
    return { version: stored.version, rows, problems: problems.slice(0, mostListed) }
  })

  app.serve(catalogueRoutes.savePrices, ({ body: { version, prices, added }, caller, request }) => {
    const plan = planHere((stored) => {
      const { catalogue } = stored
      const priceOf = new Map(prices.map(({ code, price }) => [code, price]))
      if (priceOf.size < prices.length)
        throw new AppError('invalid', 'prices: a test or package is there twice.')
      const codes = new Set(catalogue.items.map(({ code }) => code))
      const unknown = prices.find(({ code }) => !codes.has(code))
      if (unknown) throw new AppError('invalid', `prices: there is no test or package ${unknown.code}.`)
      const items = catalogue.items.map((item) => {
        const price = priceOf.get(item.code)
        if (price === undefined) return item
        const isReduced = item.originalPrice !== null && item.originalPrice > price
        return { ...item, price, originalPrice: isReduced ? item.originalPrice : null }
      })
      return checked(stored, {
        ...catalogue,
        items: [...items, ...added.map((one) => pdfOnlyTest(one, codes))],
      })
    })
    return changeCatalogue(logDb, { source: 'page', caller, requestId: request.id, version }, plan)
  })
}

const isEmpty = ({ parameters, items }: Catalogue) => parameters.length === 0 && items.length === 0

/** A test of which only its name and price are known. @param codes those that are taken; its own is added */
function pdfOnlyTest(
  { name, price }: { name: string; price: number },
  codes: Set<string>,
): Catalogue['items'][number] {
  const stem =
    name
      .toUpperCase()
      .replaceAll(/[^A-Z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, 30) || 'TEST'
  let code = stem
  for (let n = 2; codes.has(code); n += 1) code = `${stem}-${n}`
  codes.add(code)
  return {
    kind: 'test',
    code,
    name,
    description: '',
    category: 'Other',
    parameters: [],
    tests: [],
    specimens: [],
    sampleType: null,
    fasting: 0,
    preparation: null,
    reportHours: null,
    testsIncluded: null,
    ageMin: null,
    ageMax: null,
    gender: 'both',
    synonyms: [],
    conditions: [],
    isPopular: false,
    isTaxExempt: true,
    price,
    originalPrice: null,
    isOffered: true,
  }
}

function bytesOf({ content }: File): Buffer {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(content) || content === '')
    throw new AppError('invalid', 'content: the content is not base64')
  const bytes = Buffer.from(content, 'base64')
  if (bytes.length > catalogueFileLimit) throw new AppError('too-large', catalogueFileTexts.tooLarge)
  return bytes
}
