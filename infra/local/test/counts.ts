/**
 * Counts the results that `npm test` wrote to test-results. A report that is missing, unreadable or of an unknown shape
 * counts as failed, so only complete reports without a failure give a green result. As a program, it prints the counts of
 * the last run as one line, the last one of .ci/run, and exits with 1 unless all tests passed.
 */
import { join } from 'node:path'
import { z } from 'zod'
import { inRepository } from '../paths.ts'
import { readJson, readSteps, type StepName, stepNames } from './steps.ts'

export type Counts = { passed: number; failed: number; skipped: number }

const none: Counts = { passed: 0, failed: 0, skipped: 0 }
const count = z.int().nonnegative()

/** The report of vitest's json reporter. A file that could not be loaded is a failed suite without tests. */
const vitestReport = z
  .object({
    numPassedTests: count,
    numFailedTests: count,
    numPendingTests: count,
    numTodoTests: count,
    testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
  })
  .transform((report): Counts => {
    const unloadable = report.testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    )
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + unloadable.length,
      skipped: report.numPendingTests + report.numTodoTests,
    }
  })

/** The report of Playwright's json reporter. `errors` happened outside of tests; a flaky test passed in a retry. */
const playwrightReport = z
  .object({
    stats: z.object({ expected: count, unexpected: count, flaky: count, skipped: count }),
    errors: z.array(z.unknown()),
  })
  .transform(
    ({ stats, errors }): Counts => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected + errors.length,
      skipped: stats.skipped,
    }),
  )

/** The steps that write a report. */
const reports = {
  tests: { file: 'vitest.json', schema: vitestReport },
  browser: { file: 'playwright.json', schema: playwrightReport },
} as const

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
  const { file, schema } = reports[name]
  const counts = schema.safeParse(readJson(join(resultsDir, file))).data ?? none
  const isGreen = ok && counts.passed > 0
  // A step can fail although its tests pass (a crash, an unhandled rejection), or pass because it found no tests.
  return isGreen || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}

function add(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }
}

if (import.meta.main) {
  const counts = countResults(inRepository('test-results'))
  console.log(describeCounts(counts))
  process.exitCode = counts.failed > 0 ? 1 : 0
}
