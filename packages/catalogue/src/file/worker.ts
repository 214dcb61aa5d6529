/** The worker thread of `file-thread.ts`: one task, one answer. */

import { parentPort, workerData } from 'node:worker_threads'
import { declareEvents } from '@jaanch/eventlog/events'
import { newFault } from '../compare.ts'
import { catalogueEvents } from '../events.ts'
import type { Change, Plan } from '../plan-change.ts'
import { parseStored, type StoredText } from '../read-catalogue.ts'
import { inspectFile } from './inspect.ts'
import { matchFile, type NewPrices, withPrices } from './price-list.ts'
import { UnreadableFile } from './unpack.ts'
import { type FileFormat, writeFile } from './write-file.ts'

/** A file with what is stored */
type File = { name: string; bytes: Uint8Array; stored: StoredText }

/** @property refused a sentence: nothing is written */
export type Planned = { refused: string } | { plan: Plan }

const tasks = {
  /** Finds what a file would change. @param most entries of each list: thousands are neither handed over nor listed */
  async preview({ name, bytes, stored }: File, most: number) {
    const { problems, comparison, pdfOnly } = await inspectFile(name, bytes, parseStored(stored))
    return {
      problems: problems.slice(0, most),
      problemCount: problems.length,
      changes: comparison.changes.slice(0, most),
      counts: comparison.counts,
      pdfOnly: pdfOnly.slice(0, most),
    }
  },

  async planImport({ name, bytes, stored: text }: File, change: Change): Promise<Planned> {
    const stored = parseStored(text)
    const { problems, after, comparison } = await inspectFile(name, bytes, stored)
    const [first] = problems
    if (first) {
      const at = [first.sheet, first.cell].filter(Boolean).join(' ')
      return { refused: at ? `${at}: ${first.text}` : first.text }
    }
    const planChange = await loadPlanChange()
    return { plan: planChange(stored, after, change, comparison) }
  },

  matchPrices: ({ name, bytes, stored }: File) => matchFile(name, bytes, parseStored(stored).catalogue.items),

  async planPrices(prices: NewPrices, text: StoredText, change: Change): Promise<Planned> {
    const stored = parseStored(text)
    const next = withPrices(stored.catalogue, prices)
    if (typeof next === 'string') return { refused: next }
    const refused = newFault(stored, next)
    if (refused !== undefined) return { refused }
    const planChange = await loadPlanChange()
    return { plan: planChange(stored, next, change) }
  },

  /** @param stored without it, the template is written */
  write: (format: FileFormat, stored?: StoredText): Promise<Uint8Array> =>
    writeFile(format, stored && parseStored(stored).catalogue),
}

export type Tasks = typeof tasks
export type Task = { kind: keyof Tasks; input: Parameters<Tasks[keyof Tasks]> }
export type Answer<Kind extends keyof Tasks> =
  | { result: Awaited<ReturnType<Tasks[Kind]>> }
  | { unreadable: string }
  | { failed: string }

/** It loads the schemas of all events, for which the other tasks need not wait. */
const loadPlanChange = async () => (await import('../plan-change.ts')).planChange

// a plan has an event for each package that it changes
declareEvents(catalogueEvents)

const { kind, input } = workerData as Task
const run = tasks[kind] as (...input: Task['input']) => Promise<unknown>
parentPort?.postMessage(
  await run(...input).then(
    (result) => ({ result }),
    (error: Error) =>
      error instanceof UnreadableFile
        ? { unreadable: error.message }
        : { failed: error.stack ?? error.message },
  ),
)
