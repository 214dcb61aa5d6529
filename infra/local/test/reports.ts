/** The reports that the runners of `npm test` write to test-results: their counts and their failed tests. */
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import { repository } from '../paths.ts'
import { readJson } from './steps.ts'

export type Report = {
  passed: number
  skipped: number
  /** One text for each failed test: 'file › test', then the beginning of its message */
  failures: string[]
  /** The same for each test that failed first and passed when it was repeated */
  flaky: string[]
}

const maxMessageLength = 600
const count = z.int().nonnegative()

const vitestFile = z.object({
  name: z.string(),
  status: z.string(),
  message: z.string().default(''),
  assertionResults: z.array(
    z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
  ),
})

/** The report of vitest's json reporter. */
const vitestReport = z
  .object({
    numPassedTests: count,
    numPendingTests: count,
    numTodoTests: count,
    testResults: z.array(vitestFile),
  })
  .transform(
    (report): Report => ({
      passed: report.numPassedTests,
      skipped: report.numPendingTests + report.numTodoTests,
      failures: report.testResults.flatMap(failuresOfFile),
      flaky: [],
    }),
  )

/** A file can fail without a failed test: it could not be loaded, or a hook failed and its tests count as skipped. */
function failuresOfFile({ name, status, message, assertionResults }: z.output<typeof vitestFile>): string[] {
  const failed = assertionResults.filter((result) => result.status === 'failed')
  if (status === 'failed' && failed.length === 0)
    return [describeFailure(name, 'outside of a test', [message])]
  return failed.map(({ fullName, failureMessages }) => describeFailure(name, fullName, failureMessages ?? []))
}

const playwrightErrors = z.array(z.object({ message: z.string().default('') }))

/** A file, or a group of tests in it. */
const playwrightSuite = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      ok: z.boolean(),
      tests: z.array(
        z.object({ status: z.string().optional(), results: z.array(z.object({ errors: playwrightErrors })) }),
      ),
    }),
  ),
  get suites() {
    return z.array(playwrightSuite).default([])
  },
})

/** The report of Playwright's json reporter. `errors` happened outside of tests. */
const playwrightReport = z
  .object({
    stats: z.object({ expected: count, flaky: count, skipped: count }),
    suites: z.array(playwrightSuite),
    errors: playwrightErrors,
  })
  .transform(({ stats, suites, errors }): Report => {
    const specs = suites.flatMap(specsOfSuite)
    return {
      passed: stats.expected + stats.flaky,
      skipped: stats.skipped,
      failures: [
        ...specs.filter(({ ok }) => !ok).map(describeSpec),
        ...errors.map(({ message }) => describeFailure('playwright', 'outside of a test', [message])),
      ],
      flaky: specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(describeSpec),
    }
  })

type Spec = z.output<typeof playwrightSuite>['specs'][number]

function specsOfSuite({ specs, suites }: z.output<typeof playwrightSuite>): Spec[] {
  return [...specs, ...suites.flatMap(specsOfSuite)]
}

/** With the errors of the first attempt that failed: those of the others are mostly the same. */
function describeSpec({ file, title, tests }: Spec): string {
  const errors = tests.flatMap(
    ({ results }) => results.find((result) => result.errors.length > 0)?.errors ?? [],
  )
  return describeFailure(
    file,
    title,
    errors.map(({ message }) => message),
  )
}

function describeFailure(file: string, test: string, messages: readonly string[]): string {
  const text = stripVTControlCharacters(messages.join('\n')).trim().slice(0, maxMessageLength)
  return `${file.replace(`${repository}/`, '')} › ${test}\n${text.replace(/^/gm, '    ')}`
}

/** The report of `npm run chaos`: each check counts as a test. */
const chaosReport = z
  .object({ checks: z.array(z.object({ name: z.string(), problems: z.array(z.string()) })) })
  .transform(({ checks }): Report => {
    const failed = checks.filter(({ problems }) => problems.length > 0)
    return {
      passed: checks.length - failed.length,
      skipped: 0,
      failures: failed.map(({ name, problems }) => describeFailure('chaos', name, problems)),
      flaky: [],
    }
  })

/** What the runners write. */
const reports = {
  tests: { file: 'vitest.json', schema: vitestReport },
  browser: { file: 'playwright.json', schema: playwrightReport },
  // not steps of npm test: .ci/run runs them afterwards
  versions: { file: 'versions.json', schema: vitestReport },
  many: { file: 'many.json', schema: vitestReport },
  chaos: { file: 'chaos.json', schema: chaosReport },
} as const
export type ReportName = keyof typeof reports
const reportNames = Object.keys(reports) as ReportName[]

/** Written by error-reporter.ts beside vitest.json: errors outside of a test, which fail the run without a failed test. */
export const errorsFile = 'vitest-errors.json'
const vitestErrors = z
  .array(z.object({ message: z.string(), file: z.string().default('vitest'), test: z.string().optional() }))
  .catch([])

/** @returns a report; undefined if it is missing, incomplete or of another shape */
export function readReport(resultsDir: string, name: ReportName): Report | undefined {
  const { file, schema } = reports[name]
  const report = schema.safeParse(readJson(join(resultsDir, file))).data
  if (!report || name !== 'tests') return report
  const errors = vitestErrors.parse(readJson(join(resultsDir, errorsFile)))
  const described = errors.map(({ file, test, message }) =>
    describeFailure(file, `outside of a test${test ? `, during or after: ${test}` : ''}`, [message]),
  )
  return { ...report, failures: [...report.failures, ...described] }
}

/** The failed tests of all reports. */
export function listFailures(resultsDir: string): string[] {
  return reportNames.flatMap((name) => readReport(resultsDir, name)?.failures ?? [])
}

/** The tests that failed first and passed when they were repeated: a bug of the test or of the product, but a passed test. */
export function listFlaky(resultsDir: string): string[] {
  return reportNames.flatMap((name) => readReport(resultsDir, name)?.flaky ?? [])
}
