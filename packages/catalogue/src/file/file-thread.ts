/** Files are read and written in a worker thread with little memory and time, because strangers make them and the service goes on meanwhile. */
import { Worker } from 'node:worker_threads'
import { UnreadableFile } from './unpack.ts'
import type { Answer, Task, Tasks } from './worker.ts'

const heapMegabytes = 512
/** 3,000 rows take a second to read, and another one to plan, on two idle cores */
const mostMs = 60_000

/**
 * Has a task of `worker.ts` done.
 * @throws UnreadableFile, also for what takes too much time or memory
 */
export function inThread<Kind extends keyof Tasks>(
  kind: Kind,
  ...input: Parameters<Tasks[Kind]>
): Promise<Awaited<ReturnType<Tasks[Kind]>>> {
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<Tasks[Kind]>>>()
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { kind, input } satisfies Task,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    env: {},
  })
  const late = setTimeout(
    () => reject(new UnreadableFile('This takes too long. Please send less at once.')),
    mostMs,
  )
  worker.once('message', (answer: Answer<Kind>) => {
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
