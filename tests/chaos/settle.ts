import { setTimeout } from 'node:timers/promises'
import { findUnfinished } from './oracle/outcome.ts'
import type { ClientView } from './view/client-view.ts'

/** Work that failed often waits up to a minute for its next attempt, and a message up to ten. */
const withinMs = 240_000

/**
 * Waits until nothing is left to be done, and every view is connected and has nothing on its way.
 *
 * @returns what is left after four minutes; empty if it is quiet
 */
export async function waitUntilQuiet(
  databaseUrl: string,
  views: readonly ClientView[],
  signal: AbortSignal,
): Promise<string[]> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const left = await findUnfinished(databaseUrl).catch((error) => [
      `the database does not answer: ${error}`,
    ])
    const busy = views.filter((view) => !view.isQuiet()).length
    if (busy > 0) left.push(`${busy} views are not quiet`)
    if (left.length === 0 || signal.aborted || performance.now() > deadline) return left
    await setTimeout(500)
  }
}
