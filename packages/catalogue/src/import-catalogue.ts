import { AppError } from '@jaanch/contracts/errors'
import type { Gate } from '@jaanch/platform/gate'
import { serveCall } from '@jaanch/platform/http/served'
import { catalogueFileLimit, catalogueFileTexts, editorCalls, mostListed } from './api.ts'
import type { Catalogue } from './catalogue.ts'
import { changeCatalogue } from './change-catalogue.ts'
import { matchInThread, planInThread, planPricesInThread, previewInThread } from './file/file-thread.ts'
import { UnreadableFile } from './file/unpack.ts'
import { planHere } from './plan-change.ts'
import { readStoredText } from './read-catalogue.ts'
import { readStarter } from './starter/starter.ts'

type File = { fileName: string; content: string }

export const previewCatalogue = serveCall(
  editorCalls.previewCatalogue,
  ({ body, caller }, { logDb, catalogueFiles }) =>
    oneByOne(catalogueFiles, caller.userId, async () => {
      const stored = await readStoredText(logDb)
      const input = { name: body.fileName, bytes: bytesOf(body), stored, most: mostListed }
      return { version: stored.version, ...(await previewInThread(input)) }
    }),
)

export const importCatalogue = serveCall(
  editorCalls.importCatalogue,
  ({ body: { version, ...file }, caller, request }, { logDb, catalogueFiles }) => {
    const origin = { source: 'import', caller, requestId: request.id, version } as const
    return oneByOne(catalogueFiles, caller.userId, () =>
      changeCatalogue(logDb, origin, async (stored, change) => {
        const input = { name: file.fileName, bytes: bytesOf(file), stored, most: 1 }
        const { preview, plan } = await planInThread(input, change)
        if (plan) return plan
        const [first] = preview.problems
        const at = [first?.sheet, first?.cell].filter(Boolean).join(' ')
        throw new AppError('invalid', at ? `${at}: ${first?.text}` : first?.text)
      }),
    )
  },
)

/** For an installation without a catalogue. @throws AppError wrong-status if it has one */
export const loadStarterCatalogue = serveCall(
  editorCalls.loadStarterCatalogue,
  ({ caller, request }, { logDb }) =>
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

export const matchPriceList = serveCall(
  editorCalls.matchPriceList,
  ({ body, caller }, { logDb, catalogueFiles }) =>
    oneByOne(catalogueFiles, caller.userId, async () => {
      const stored = await readStoredText(logDb)
      const input = { name: body.fileName, bytes: bytesOf(body), stored }
      const { rows, problems } = await matchInThread(input)
      return { version: stored.version, rows, problems: problems.slice(0, mostListed) }
    }),
)

export const savePrices = serveCall(
  editorCalls.savePrices,
  ({ body: { version, ...prices }, caller, request }, { logDb, catalogueFiles }) => {
    const origin = { source: 'page', caller, requestId: request.id, version } as const
    return oneByOne(catalogueFiles, caller.userId, () =>
      changeCatalogue(logDb, origin, async (stored, change) => {
        const answer = await planPricesInThread(prices, stored, change)
        if ('refused' in answer) throw new AppError('invalid', answer.refused)
        return answer.plan
      }),
    )
  },
)

/** @throws AppError unreadable-file; BusyError; what `work` throws */
async function oneByOne<Result>(gate: Gate, userId: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await gate.run(work, userId)
  } catch (error) {
    if (error instanceof UnreadableFile)
      throw new AppError('unreadable-file', error.message, { cause: error })
    throw error
  }
}

const isEmpty = ({ parameters, items }: Catalogue) => parameters.length === 0 && items.length === 0

function bytesOf({ content }: File): Buffer {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(content) || content === '')
    throw new AppError('invalid', 'content: the content is not base64')
  const bytes = Buffer.from(content, 'base64')
  if (bytes.length > catalogueFileLimit) throw new AppError('too-large', catalogueFileTexts.tooLarge)
  return bytes
}
