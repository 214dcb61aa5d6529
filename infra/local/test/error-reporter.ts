/**
 * A reporter of vitest for what its JSON report leaves out: errors outside of a test, which fail the run. They are written to
 * test-results/vitest-errors.json.
 */
import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import { inRepository } from '../paths.ts'
import { errorsFile } from './reports.ts'

export default class implements Reporter {
  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const reported = errors.map(({ message, stack, VITEST_TEST_NAME, VITEST_TEST_PATH }) => ({
      message: stack || message,
      file: VITEST_TEST_PATH,
      test: VITEST_TEST_NAME,
    }))
    writeFileSync(inRepository('test-results', errorsFile), JSON.stringify(reported))
  }
}
