/** Files are read and written in a worker thread with little memory and time, because strangers make them and the service goes on meanwhile. */
import { Worker } from 'node:worker_threads'
import type { Change } from '../plan-change.ts'
import type { StoredText } from '../read-catalogue.ts'
import type { NewPrices, PriceMatches } from './price-list.ts'
import { UnreadableFile } from './unpack.ts'
import type { Answer, FilePlan, Preview, PricePlan, Task } from './worker.ts'
import type { FileFormat } from './write-file.ts'

const heapMegabytes = 512
/** 3,000 rows take a second to read, and another one to plan, on two idle cores */
const mostMs = 60_000

/** A file with what is stored. @property most entries of each list of the answer */
type Input = { name: string; bytes: Uint8Array; stored: StoredText; most: number }

/** Finds what a file would change. @throws UnreadableFile */
export function previewInThread(input: Input): Promise<Preview> {
  return inThread({ kind: 'preview', ...input }) as Promise<Preview>
}

/** The same, with what the import writes. @throws UnreadableFile */
export function planInThread(input: Input, change: Change): Promise<FilePlan> {
  return inThread({ kind: 'plan', ...input, change }) as Promise<FilePlan>
}

/** Matches a price list. @throws UnreadableFile */
export function matchInThread({ name, bytes, stored }: Omit<Input, 'most'>): Promise<PriceMatches> {
  return inThread({ kind: 'match', name, bytes, stored }) as Promise<PriceMatches>
}

/** Plans the prices that a page saves. @throws UnreadableFile if it takes too long */
export function planPricesInThread(
  prices: NewPrices,
  stored: StoredText,
  change: Change,
): Promise<PricePlan> {
  return inThread({ kind: 'prices', prices, stored, change }) as Promise<PricePlan>
}

/** @param stored without it, the template is written */
export async function writeInThread(format: FileFormat, stored?: StoredText): Promise<Buffer> {
  return Buffer.from((await inThread({ kind: 'write', format, ...(stored && { stored }) })) as Uint8Array)
}

function inThread(task: Task): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    env: {},
  })
  const late = setTimeout(
    () => reject(new UnreadableFile('This takes too long. Please send less at once.')),
    mostMs,
  )
  worker.once('message', (answer: Answer) => {
    if ('result' in answer) resolve(answer.result)
    else reject('unreadable' in answer ? new UnreadableFile(answer.unreadable) : new Error(answer.failed))
  })
  worker.once('error', (error: NodeJS.ErrnoException) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new UnreadableFile('The file is too large.') : error),
  )
  worker.once('exit', () => reject(new Error('The thread that reads files ended')))
  return promise.finally(() => {
    clearTimeout(late)
    return worker.terminate()
  })
}
