import { rmSync } from 'node:fs'
import type { Shutdown } from '../start/shutdown.ts'
import { countResults, describeCounts } from './counts.ts'
import { isReportName, listFailures, reportPath } from './reports.ts'
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
  // of an earlier run
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
