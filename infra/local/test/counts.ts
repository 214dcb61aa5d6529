/**
 * Counts the results that `npm test` and `npm run test:more` wrote to test-results. A report that is missing, unreadable or of an
 * unknown shape counts as failed, so only complete reports without a failure give a green result.
 */
import { isReportName, readReport } from './reports.ts'
import { readSteps, type StepName } from './steps.ts'

export type Counts = { passed: number; failed: number; skipped: number }

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
