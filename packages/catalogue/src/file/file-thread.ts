/** Files are read and written in a worker thread with little memory and time, because strangers make them and the service goes on meanwhile. */
import { Worker } from 'node:worker_threads'
import type { Catalogue, CatalogueItem } from '../catalogue.ts'
import type { PriceMatches } from '../price-list.ts'
import type { Inspection, Present } from './inspect.ts'
import type { Answer, Task } from './task.ts'
import { UnreadableFile } from './unpack.ts'
import type { FileFormat } from './write-file.ts'

const heapMegabytes = 512
/** 3,000 rows take two seconds on two busy cores */
const mostMs = 30_000

/** @throws UnreadableFile */
export function inspectInThread(name: string, bytes: Uint8Array, present: Present): Promise<Inspection> {
  return inThread({ kind: 'inspect', name, bytes, present }) as Promise<Inspection>
}

/** Matches a price list. @throws UnreadableFile */
export function matchInThread(
  name: string,
  bytes: Uint8Array,
  items: readonly CatalogueItem[],
): Promise<PriceMatches> {
  return inThread({ kind: 'match', name, bytes, items }) as Promise<PriceMatches>
}

/** @param catalogue without one, the template is written */
export async function writeInThread(format: FileFormat, catalogue?: Catalogue): Promise<Buffer> {
  return Buffer.from(
    (await inThread({ kind: 'write', format, ...(catalogue && { catalogue }) })) as Uint8Array,
  )
}

function inThread(task: Task): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    env: {},
  })
  const late = setTimeout(() => reject(new UnreadableFile('Reading the file takes too long.')), mostMs)
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
