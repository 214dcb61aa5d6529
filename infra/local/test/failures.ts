/**
 * Lists the failed tests of the reports that `npm test` wrote to test-results, for the summary at the end of its output:
 * what the runners print of a failure stands far above it.
 */
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import { readJson } from './steps.ts'

const maxMessageLength = 600

type Failure = { file: string; test: string; message: string }

/** The report of vitest's json reporter. A file that could not be loaded has a message and no tests. */
const vitestReport = z
  .object({
    testResults: z.array(
      z.object({
        name: z.string(),
        status: z.string(),
        message: z.string().default(''),
        assertionResults: z.array(
          z.object({
            fullName: z.string(),
            status: z.string(),
            failureMessages: z.array(z.string()).nullish(),
          }),
        ),
      }),
    ),
  })
  .transform(({ testResults }) =>
    testResults.flatMap(({ name, status, message, assertionResults }): Failure[] => {
      if (status === 'failed' && assertionResults.length === 0)
        return [{ file: name, test: 'could not be loaded', message }]
      return assertionResults
        .filter((result) => result.status === 'failed')
        .map(({ fullName, failureMessages }) => ({
          file: name,
          test: fullName,
          message: failureMessages?.join('\n') ?? '',
        }))
    }),
  )

const playwrightError = z.object({ message: z.string().default('') })

/** A suite of Playwright's json reporter: a file, or a group of tests in it. */
const playwrightSuite = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      ok: z.boolean(),
      tests: z.array(z.object({ results: z.array(z.object({ errors: z.array(playwrightError) })) })),
    }),
  ),
  get suites() {
    return z.array(playwrightSuite).default([])
  },
})

const playwrightReport = z
  .object({ suites: z.array(playwrightSuite), errors: z.array(playwrightError) })
  .transform(({ suites, errors }): Failure[] => [
    ...suites.flatMap(suiteFailures),
    ...errors.map(({ message }) => ({ file: 'playwright', test: 'outside of a test', message })),
  ])

function suiteFailures({ specs, suites }: z.infer<typeof playwrightSuite>): Failure[] {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => ({
      file,
      test: title,
      message: tests
        .flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(({ message }) => message)))
        .join('\n'),
    }))
  return [...own, ...suites.flatMap(suiteFailures)]
}

/**
 * The failed tests of all reports, one text each: 'file › test', then the beginning of its message. A report that is
 * missing or of another shape has none.
 *
 * @param rootDir is removed from the paths of the files
 */
export function listFailures(resultsDir: string, rootDir: string): string[] {
  const vitest = vitestReport.safeParse(readJson(join(resultsDir, 'vitest.json'))).data ?? []
  const playwright = playwrightReport.safeParse(readJson(join(resultsDir, 'playwright.json'))).data ?? []
  return [...vitest, ...playwright].map(({ file, test, message }) => {
    const text = stripVTControlCharacters(message).trim().slice(0, maxMessageLength)
    return `${file.replace(`${rootDir}/`, '')} › ${test}\n${text.replace(/^/gm, '    ')}`
  })
}
