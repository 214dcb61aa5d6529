/**
 * A reporter of vitest for what its JSON report leaves out: errors outside of a test, which fail the run, and how long each file
 * took with its hooks and imports. It writes to test-results/vitest-run.json.
 */
import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import { inRepository } from '../paths.ts'
import { runFile } from './reports.ts'

export default class implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const reported = {
      errors: errors.map(({ message, stack, VITEST_TEST_NAME, VITEST_TEST_PATH }) => ({
        message: stack || message,
        file: VITEST_TEST_PATH,
        test: VITEST_TEST_NAME,
      })),
      files: modules.map((module) => {
        const { collectDuration, setupDuration, duration } = module.diagnostic()
        return { name: module.moduleId, ms: collectDuration + setupDuration + duration }
      }),
    }
    writeFileSync(inRepository('test-results', runFile), JSON.stringify(reported))
  }
}
