/**
 * Counts the results that `npm test` and `npm run test:more` wrote to test-results. A report that is missing, unreadable or of an
 * unknown shape counts as failed, so only complete reports without a failure give a green result.
 */

import { rmSync } from 'node:fs'
import type { Shutdown } from '../start/shutdown.ts'
import { isReportName, listFailures, readReport, reportPath } from './reports.ts'
import { beginSteps, readSteps, type StepName, writeSteps } from './steps.ts'

export type Step<Name extends StepName> = {
  name: Name
  heading: string
  /** @returns whether it passed */
  check: () => Promise<boolean>
}

/** Runs all steps in order, even if one fails, and stores their results in `resultsDir`. */
export async function runSteps<Name extends StepName>(
  resultsDir: string,
  steps: readonly Step<Name>[],
  { signal }: Shutdown,
): Promise<void> {
  const names = steps.map(({ name }) => name)
  const results = beginSteps(resultsDir, names)
  // an earlier run may have left them
  for (const name of names.filter((each) => isReportName(each)))
    rmSync(reportPath(resultsDir, name), { force: true })
  for (const { name, heading, check } of steps) {
    if (signal.aborted) return
    console.log(`\n── ${heading} ${'─'.repeat(60 - heading.length)}`)
    const startedAt = performance.now()
    const ok = await check().catch((error) => {
      console.error(error instanceof Error ? error.message : error)
      return false
    })
    console.log(`${heading}: ${Math.round((performance.now() - startedAt) / 1_000)} s`)
    results[name] = ok && !signal.aborted ? 'passed' : 'failed'
    writeSteps(resultsDir, results)
  }
}

/**
 * Prints the result of each step, what failed, and the counts as the last line.
 *
 * @param expected the steps that must have been run
 * @returns the exit code: 1 unless everything passed
 */
export function summarise(resultsDir: string, expected: readonly StepName[]): 0 | 1 {
  const counts = countResults(resultsDir, expected)
  const results = readSteps(resultsDir)
  console.log('\n── Summary ─────────────────────────────────────────────────────')
  for (const name of expected) console.log(`${(results[name] ?? 'not run').padEnd(8)} ${name}`)
  for (const failure of listFailures(resultsDir, expected)) console.log(`\nfailed   ${failure}`)
  console.log(describeCounts(counts))
  return counts.failed > 0 ? 1 : 0
}

type Counts = { passed: number; failed: number; skipped: number }

const none: Counts = { passed: 0, failed: 0, skipped: 0 }

/** All counts of a run. A step without a report (types, lint) counts as one failed test when it failed. */
export function countResults(resultsDir: string, expected: readonly StepName[]): Counts {
  const steps = readSteps(resultsDir)
  return expected.map((name) => countStep(resultsDir, name, steps[name] === 'passed')).reduce(add, none)
}

/** 'N passed, N failed', with ', N skipped' if N > 0 */
export function describeCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function countStep(resultsDir: string, name: StepName, ok: boolean): Counts {
  if (!isReportName(name)) return { ...none, failed: ok ? 0 : 1 }
  const { passed, skipped, failures } = readReport(resultsDir, name) ?? { ...none, failures: [] }
  // Only these may be skipped as a whole, with a reason in their titles: where the history of the repository is missing.
  const hasRun = passed > 0 || (name === 'versions' && skipped > 0)
  // A step can fail although its tests pass (a crash, an unhandled rejection), or pass because it found no tests.
  return { passed, skipped, failed: failures.length || (ok && hasRun ? 0 : 1) }
}

function add(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }
}
