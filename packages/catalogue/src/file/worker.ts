/** The worker thread of `file-thread.ts`: one task, one answer. */
import { parentPort, workerData } from 'node:worker_threads'
import { matchFile } from '../price-list.ts'
import { inspectFile } from './inspect.ts'
import type { Answer, Task } from './task.ts'
import { UnreadableFile } from './unpack.ts'
import { writeFile } from './write-file.ts'

async function run(task: Task): Promise<unknown> {
  if (task.kind === 'inspect') return inspectFile(task.name, task.bytes, task.present)
  if (task.kind === 'match') return matchFile(task.name, task.bytes, task.items)
  return writeFile(task.format, task.catalogue)
}

const answer: Answer = await run(workerData as Task).then(
  (result) => ({ result }),
  (error: Error) =>
    error instanceof UnreadableFile
      ? { unreadable: error.message }
      : { failed: error.stack ?? error.message },
)
parentPort?.postMessage(answer)
