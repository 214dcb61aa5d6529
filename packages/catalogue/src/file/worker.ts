/** The worker thread of `file-thread.ts`: one task, one answer. */

import { parentPort, workerData } from 'node:worker_threads'
import { declareEvents } from '@jaanch/eventlog/events/registry'
import { newFault } from '../compare.ts'
import { catalogueEvents } from '../events.ts'
import type { Change, Plan } from '../plan-change.ts'
import { parseStored, type StoredCatalogue, type StoredText } from '../read-catalogue.ts'
import { type Inspection, inspectFile } from './inspect.ts'
import { matchFile, type NewPrices, withPrices } from './price-list.ts'
import { UnreadableFile } from './unpack.ts'
import { type FileFormat, writeFile } from './write-file.ts'

type FileTask = { name: string; bytes: Uint8Array; stored: StoredText }

export type Task =
  | ({ kind: 'preview'; most: number } & FileTask)
  | ({ kind: 'plan'; most: number; change: Change } & FileTask)
  | ({ kind: 'match' } & FileTask)
  | { kind: 'prices'; prices: NewPrices; stored: StoredText; change: Change }
  | { kind: 'write'; format: FileFormat; stored?: StoredText }
export type Answer = { result: unknown } | { unreadable: string } | { failed: string }

/** An inspection for people: thousands of changes are neither handed over nor listed. @property problemCount of all problems */
export type Preview = Pick<Inspection, 'problems' | 'pdfOnly'> &
  Inspection['comparison'] & { problemCount: number }

/** @property plan undefined: there are problems, and nothing is written */
export type FilePlan = { preview: Preview; plan: Plan | undefined }

/** @property refused a sentence: the prices cannot be set */
export type PricePlan = { refused: string } | { plan: Plan }

// a plan has an event for each package that it changes
declareEvents(catalogueEvents)

async function run(task: Task): Promise<unknown> {
  if (task.kind === 'write') return writeFile(task.format, task.stored && parseStored(task.stored).catalogue)
  const stored = parseStored(task.stored)
  if (task.kind === 'prices') return planPrices(task, stored)
  if (task.kind === 'match') return matchFile(task.name, task.bytes, stored.catalogue.items)
  const found = await inspectFile(task.name, task.bytes, stored)
  const preview = previewOf(found, task.most)
  if (task.kind === 'preview') return preview
  if (found.problems.length > 0) return { preview, plan: undefined } satisfies FilePlan
  const planChange = await loadPlanChange()
  const plan = planChange(stored, found.after, task.change, found.comparison)
  return { preview, plan } satisfies FilePlan
}

async function planPrices(
  { prices, change }: Extract<Task, { kind: 'prices' }>,
  stored: StoredCatalogue,
): Promise<PricePlan> {
  const next = withPrices(stored.catalogue, prices)
  if (typeof next === 'string') return { refused: next }
  const fault = newFault(stored, next)
  if (fault !== undefined) return { refused: fault }
  const planChange = await loadPlanChange()
  return { plan: planChange(stored, next, change) }
}

/** It loads the schemas of all events, for which the other tasks need not wait. */
const loadPlanChange = async () => (await import('../plan-change.ts')).planChange

function previewOf({ problems, comparison, pdfOnly }: Inspection, most: number): Preview {
  return {
    problems: problems.slice(0, most),
    problemCount: problems.length,
    changes: comparison.changes.slice(0, most),
    counts: comparison.counts,
    pdfOnly: pdfOnly.slice(0, most),
  }
}

const answer: Answer = await run(workerData as Task).then(
  (result) => ({ result }),
  (error: Error) =>
    error instanceof UnreadableFile
      ? { unreadable: error.message }
      : { failed: error.stack ?? error.message },
)
parentPort?.postMessage(answer)
