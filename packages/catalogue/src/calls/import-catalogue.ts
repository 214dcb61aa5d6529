import { AppError } from '@jaanch/contracts/errors'
import { createGate } from '@jaanch/platform/gate'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { catalogueCalls, catalogueFileLimit, catalogueFileTexts, mostListed } from '../api.ts'
import type { Catalogue } from '../catalogue.ts'
import { matchInThread, planInThread, planPricesInThread, previewInThread } from '../file/file-thread.ts'
import { UnreadableFile } from '../file/unpack.ts'
import { planHere } from '../plan-change.ts'
import { readStoredText } from '../read-catalogue.ts'
import { readStarter } from '../starter/starter.ts'
import { changeCatalogue } from './change-catalogue.ts'

type File = { fileName: string; content: string }

/** The calls that change much at once. Their threads work one after the other: each takes a core for a second or two. */
export function registerImportCatalogue(app: FastifyInstance, { logDb }: { logDb: pg.Pool }): void {
  const gate = createGate({ name: 'catalogue files', capacity: 1, maxWaiting: 10, waitMs: 15_000 })

  /** @throws AppError unreadable-file; BusyError; what `work` throws */
  async function oneByOne<Result>(userId: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await gate.run(work, userId)
    } catch (error) {
      if (error instanceof UnreadableFile)
        throw new AppError('unreadable-file', error.message, { cause: error })
      throw error
    }
  }

  app.serve(catalogueCalls.previewCatalogue, ({ body, caller }) =>
    oneByOne(caller.userId, async () => {
      const stored = await readStoredText(logDb)
      const input = { name: body.fileName, bytes: bytesOf(body), stored, most: mostListed }
      return { version: stored.version, ...(await previewInThread(input)) }
    }),
  )

  app.serve(catalogueCalls.importCatalogue, ({ body: { version, ...file }, caller, request }) => {
    const origin = { source: 'import', caller, requestId: request.id, version } as const
    return oneByOne(caller.userId, () =>
      changeCatalogue(logDb, origin, async (stored, change) => {
        const input = { name: file.fileName, bytes: bytesOf(file), stored, most: 1 }
        const { preview, plan } = await planInThread(input, change)
        if (plan) return plan
        const [first] = preview.problems
        const at = [first?.sheet, first?.cell].filter(Boolean).join(' ')
        throw new AppError('invalid', at ? `${at}: ${first?.text}` : first?.text)
      }),
    )
  })

  app.serve(catalogueCalls.loadStarterCatalogue, ({ caller, request }) =>
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

  app.serve(catalogueCalls.matchPriceList, ({ body, caller }) =>
    oneByOne(caller.userId, async () => {
      const stored = await readStoredText(logDb)
      const input = { name: body.fileName, bytes: bytesOf(body), stored }
      const { rows, problems } = await matchInThread(input)
      return { version: stored.version, rows, problems: problems.slice(0, mostListed) }
    }),
  )

  app.serve(catalogueCalls.savePrices, ({ body: { version, ...prices }, caller, request }) => {
    const origin = { source: 'page', caller, requestId: request.id, version } as const
    return oneByOne(caller.userId, () =>
      changeCatalogue(logDb, origin, async (stored, change) => {
        const answer = await planPricesInThread(prices, stored, change)
        if ('refused' in answer) throw new AppError('invalid', answer.refused)
        return answer.plan
      }),
    )
  })
}

const isEmpty = ({ parameters, items }: Catalogue) => parameters.length === 0 && items.length === 0

function bytesOf({ content }: File): Buffer {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(content) || content === '')
    throw new AppError('invalid', 'content: the content is not base64')
  const bytes = Buffer.from(content, 'base64')
  if (bytes.length > catalogueFileLimit) throw new AppError('too-large', catalogueFileTexts.tooLarge)
  return bytes
}
