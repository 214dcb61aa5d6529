/** The reports that the runners of `npm test` write to test-results: their counts, their failed tests, and how long they took. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import { repository } from '../paths.ts'
import { readJson, type StepName } from './steps.ts'

type Report = {
  passed: number
  skipped: number
  /** One text for each failed test: 'file › test', then the beginning of its message */
  failures: string[]
  /** How long each file of vitest, or each browser test, took */
  durations: { name: string; ms: number }[]
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
      durations: [],
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
        z.object({
          results: z.array(z.object({ errors: playwrightErrors, duration: z.number().default(0) })),
        }),
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
    stats: z.object({ expected: count, skipped: count }),
    suites: z.array(playwrightSuite),
    errors: playwrightErrors,
  })
  .transform(({ stats, suites, errors }): Report => {
    const specs = suites.flatMap(specsOfSuite)
    return {
      passed: stats.expected,
      skipped: stats.skipped,
      failures: [
        ...specs.filter(({ ok }) => !ok).map(describeSpec),
        ...errors.map(({ message }) => describeFailure('playwright', 'outside of a test', [message])),
      ],
      durations: specs.map(({ file, title, tests }) => ({
        name: `${file} › ${title}`,
        ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
      })),
    }
  })

type Spec = z.output<typeof playwrightSuite>['specs'][number]

function specsOfSuite({ specs, suites }: z.output<typeof playwrightSuite>): Spec[] {
  return [...specs, ...suites.flatMap(specsOfSuite)]
}

function describeSpec({ file, title, tests }: Spec): string {
  const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors))
  return describeFailure(
    file,
    title,
    errors.map(({ message }) => message),
  )
}

function describeFailure(file: string, test: string, messages: readonly string[]): string {
  const text = stripVTControlCharacters(messages.join('\n')).trim().slice(0, maxMessageLength)
  return `${inTree(file)} › ${test}\n${text.replace(/^/gm, '    ')}`
}

const inTree = (file: string) => file.replace(`${repository}/`, '')

/** The report of a scenario of `npm run chaos`: each check counts as a test. */
const chaosReport = z
  .object({ checks: z.array(z.object({ name: z.string(), problems: z.array(z.string()) })) })
  .transform(({ checks }): Report => {
    const failed = checks.filter(({ problems }) => problems.length > 0)
    return {
      passed: checks.length - failed.length,
      skipped: 0,
      failures: failed.map(({ name, problems }) => describeFailure('chaos', name, problems)),
      durations: [],
    }
  })

/** The reports that the runners of steps write; the other steps have none. */
const reports = {
  tests: { file: 'vitest.json', schema: vitestReport },
  browser: { file: 'playwright.json', schema: playwrightReport },
  versions: { file: 'versions.json', schema: vitestReport },
  many: { file: 'many.json', schema: chaosReport },
  chaos: { file: 'chaos.json', schema: chaosReport },
  fuzz: { file: 'fuzz.json', schema: vitestReport },
  views: { file: 'views.json', schema: playwrightReport },
} as const satisfies Partial<Record<StepName, unknown>>
type ReportName = keyof typeof reports

export const isReportName = (name: StepName): name is ReportName => Object.hasOwn(reports, name)

/** The path of the report of a step */
export const reportPath = (resultsDir: string, name: ReportName) => join(resultsDir, reports[name].file)

/** Written by run-reporter.ts beside vitest.json: errors outside of a test, which fail the run without a failed test, and durations. */
export const runFile = 'vitest-run.json'
const vitestRun = z
  .object({
    errors: z.array(
      z.object({ message: z.string(), file: z.string().default('vitest'), test: z.string().optional() }),
    ),
    files: z.array(z.object({ name: z.string(), ms: z.number() })),
  })
  .catch({ errors: [], files: [] })

/** @returns a report; undefined if it is missing, incomplete or of another shape */
export function readReport(resultsDir: string, name: ReportName): Report | undefined {
  const report = reports[name].schema.safeParse(readJson(reportPath(resultsDir, name))).data
  if (!report || name !== 'tests') return report
  const { errors, files } = vitestRun.parse(readJson(join(resultsDir, runFile)))
  const described = errors.map(({ file, test, message }) =>
    describeFailure(file, `outside of a test${test ? `, during or after: ${test}` : ''}`, [message]),
  )
  return {
    ...report,
    failures: [...report.failures, ...described],
    durations: files.map(({ name, ms }) => ({ name: inTree(name), ms })),
  }
}

/** The failed tests in the reports of these steps. */
export function listFailures(resultsDir: string, steps: readonly StepName[]): string[] {
  return steps.filter(isReportName).flatMap((name) => readReport(resultsDir, name)?.failures ?? [])
}

const shown = 20

/**
 * Lists the twenty most expensive files of vitest and the twenty most expensive browser tests, with the sum of each kind. Several run
 * at the same time, so a sum is more than the time that the step took.
 *
 * @param resultsDir has the reports; the table is kept there as durations.txt
 */
export function describeDurations(resultsDir: string): string {
  const kinds = [
    ['Test files', readReport(resultsDir, 'tests')],
    ['Browser tests', readReport(resultsDir, 'browser')],
  ] as const
  const lines = kinds.flatMap(([heading, report]) => {
    const durations = report?.durations ?? []
    const total = durations.reduce((sum, { ms }) => sum + ms, 0)
    const longest = durations.toSorted((a, b) => b.ms - a.ms).slice(0, shown)
    return [
      `${seconds(total)}  ${heading}: all ${durations.length}`,
      ...longest.map(({ name, ms }) => `${seconds(ms)}  ${name}`),
      '',
    ]
  })
  const table = lines.join('\n')
  writeFileSync(join(resultsDir, 'durations.txt'), table)
  return table
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1).padStart(8)} s`
