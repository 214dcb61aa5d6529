/**
 * Counts the results that `npm test` wrote to test-results. A report that is missing, unreadable or of an unknown shape
 * counts as failed, so only complete reports without a failure give a green result. As a program, it prints the counts of
 * the last run as one line, the last one of .ci/run, and exits with 1 unless all tests passed.
 */
import { inRepository } from '../paths.ts'
import { readReport } from './reports.ts'
import { readSteps, type StepName, stepNames } from './steps.ts'

export type Counts = { passed: number; failed: number; skipped: number }

const none: Counts = { passed: 0, failed: 0, skipped: 0 }

/** All counts of a run. A step without a report (types, lint) counts as one failed test when it failed. */
export function countResults(resultsDir: string): Counts {
  const steps = readSteps(resultsDir)
  const counts = stepNames.map((name) => countStep(resultsDir, name, steps[name] === 'passed'))
  return counts.reduce(add, none)
}

/** 'N passed, N failed', with ', N skipped' if N > 0 */
export function describeCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function countStep(resultsDir: string, name: StepName, ok: boolean): Counts {
  if (name !== 'tests' && name !== 'browser') return { ...none, failed: ok ? 0 : 1 }
  const { passed, skipped, failures } = readReport(resultsDir, name) ?? { ...none, failures: [] }
  // A step can fail although its tests pass (a crash, an unhandled rejection), or pass because it found no tests.
  const failedWithoutTest = ok && passed > 0 ? 0 : 1
  return { passed, skipped, failed: failures.length || failedWithoutTest }
}

function add(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }
}

if (import.meta.main) {
  const counts = countResults(inRepository('test-results'))
  console.log(describeCounts(counts))
  process.exitCode = counts.failed > 0 ? 1 : 0
}
