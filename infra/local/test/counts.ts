/**
 * Counts the results that `npm test` wrote to test-results. A report that is missing, unreadable or of an unknown shape
 * counts as failed, so only complete reports without a failure give a green result. As a program, it ends .ci/run: it prints what
 * failed in the last run, and the counts as the last line, and exits with 1 unless all tests passed. Its arguments name
 * further reports that must be there.
 */
import { inRepository } from '../paths.ts'
import { listFailures, type ReportName, readReport } from './reports.ts'
import { readSteps, type StepName, stepNames } from './steps.ts'

export type Counts = { passed: number; failed: number; skipped: number }

const none: Counts = { passed: 0, failed: 0, skipped: 0 }

/**
 * All counts of a run. A step without a report (types, lint) counts as one failed test when it failed.
 * @param further reports of runs after npm test
 */
export function countResults(resultsDir: string, further: readonly ReportName[] = []): Counts {
  const steps = readSteps(resultsDir)
  const counts = [
    ...stepNames.map((name) => countStep(resultsDir, name, steps[name] === 'passed')),
    // they may be skipped, with a reason in their titles, where the history of the repository is missing
    ...further.map((name) => countReport(resultsDir, name, ({ passed, skipped }) => passed + skipped > 0)),
  ]
  return counts.reduce(add, none)
}

/** 'N passed, N failed', with ', N skipped' if N > 0 */
export function describeCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function countStep(resultsDir: string, name: StepName, ok: boolean): Counts {
  if (name !== 'tests' && name !== 'browser') return { ...none, failed: ok ? 0 : 1 }
  // A step can fail although its tests pass (a crash, an unhandled rejection), or pass because it found no tests.
  return countReport(resultsDir, name, ({ passed }) => ok && passed > 0)
}

/** @param isComplete whether a report without a failed test counts as a success */
function countReport(
  resultsDir: string,
  name: ReportName,
  isComplete: (counts: Pick<Counts, 'passed' | 'skipped'>) => boolean,
): Counts {
  const { passed, skipped, failures } = readReport(resultsDir, name) ?? { ...none, failures: [] }
  return { passed, skipped, failed: failures.length || (isComplete({ passed, skipped }) ? 0 : 1) }
}

function add(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }
}

if (import.meta.main) {
  const results = inRepository('test-results')
  const counts = countResults(results, process.argv.slice(2) as ReportName[])
  for (const [step, result] of Object.entries(readSteps(results)))
    if (result !== 'passed') console.log(`${result}: ${step}`)
  for (const failure of listFailures(results)) console.log(`failed   ${failure}\n`)
  console.log(describeCounts(counts))
  process.exitCode = counts.failed > 0 ? 1 : 0
}
