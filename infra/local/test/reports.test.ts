import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inRepository } from '../paths.ts'
import { useTempDir } from '../testing.ts'
import { listFailures, listFlaky } from './reports.ts'

const results = useTempDir()
const counts = { numPassedTests: 1, numPendingTests: 0, numTodoTests: 0 }

function write(name: string, report: unknown) {
  writeFileSync(join(results.path, name), JSON.stringify(report))
}

const list = () => listFailures(results.path)

test('lists failed tests of vitest with file, name and message, and none that passed', () => {
  write('vitest.json', {
    ...counts,
    testResults: [
      {
        name: inRepository('infra', 'a.test.ts'),
        status: 'failed',
        message: '',
        assertionResults: [
          { fullName: 'adds two numbers', status: 'passed', failureMessages: [] },
          {
            fullName: 'divides by zero',
            status: 'failed',
            failureMessages: ['\u001b[31mexpected 1\u001b[39m'],
          },
        ],
      },
    ],
  })
  expect(list()).toEqual(['infra/a.test.ts › divides by zero\n    expected 1'])
})

test('lists a file that could not be loaded', () => {
  write('vitest.json', {
    ...counts,
    testResults: [
      { name: inRepository('b.test.ts'), status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  })
  expect(list()).toEqual(['b.test.ts › outside of a test\n    no such module'])
})

test('lists a file whose hook failed, which skips its tests', () => {
  const skipped = { fullName: 'books', status: 'skipped', failureMessages: [] }
  write('vitest.json', {
    ...counts,
    testResults: [
      { name: inRepository('c.test.ts'), status: 'failed', message: 'no stack', assertionResults: [skipped] },
    ],
  })
  expect(list()).toEqual(['c.test.ts › outside of a test\n    no stack'])
})

test('lists errors outside of a test, which the report of vitest leaves out', () => {
  write('vitest.json', { ...counts, testResults: [] })
  const file = inRepository('d.test.ts')
  write('vitest-errors.json', [
    { message: 'connection lost', file, test: 'connects' },
    { message: 'no reason' },
  ])
  expect(list()).toEqual([
    'd.test.ts › outside of a test, during or after: connects\n    connection lost',
    'vitest › outside of a test\n    no reason',
  ])
})

test('lists failed browser tests of nested groups, and errors outside of tests', () => {
  const failed = { title: 'books', file: 'wizard.spec.ts', ok: false }
  write('playwright.json', {
    stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 0 },
    suites: [
      {
        specs: [{ title: 'opens', file: 'wizard.spec.ts', ok: true, tests: [] }],
        suites: [
          { specs: [{ ...failed, tests: [{ results: [{ errors: [{ message: 'not visible' }] }] }] }] },
        ],
      },
    ],
    errors: [{ message: 'no browser' }],
  })
  expect(list()).toEqual([
    'wizard.spec.ts › books\n    not visible',
    'playwright › outside of a test\n    no browser',
  ])
})

const attempts = (...messages: (string | undefined)[]) =>
  messages.map((message) => ({ errors: message === undefined ? [] : [{ message }] }))

test('lists a browser test that passed when it was repeated as flaky, and not as failed', () => {
  const passed = { title: 'opens', file: 'wizard.spec.ts', ok: true }
  write('playwright.json', {
    stats: { expected: 1, unexpected: 0, flaky: 1, skipped: 0 },
    suites: [
      {
        specs: [{ ...passed, tests: [{ status: 'expected', results: attempts(undefined) }] }],
        suites: [
          {
            specs: [
              {
                ...passed,
                title: 'books',
                tests: [{ status: 'flaky', results: attempts('not visible', undefined) }],
              },
            ],
          },
        ],
      },
    ],
    errors: [],
  })
  expect(list()).toEqual([])
  expect(listFlaky(results.path)).toEqual(['wizard.spec.ts › books\n    not visible'])
})

test('lists a browser test that failed again with the message of the first attempt', () => {
  write('playwright.json', {
    stats: { expected: 0, unexpected: 1, flaky: 0, skipped: 0 },
    suites: [
      {
        specs: [
          {
            title: 'books',
            file: 'wizard.spec.ts',
            ok: false,
            tests: [{ status: 'unexpected', results: attempts('not visible', 'still not visible') }],
          },
        ],
      },
    ],
    errors: [],
  })
  expect(list()).toEqual(['wizard.spec.ts › books\n    not visible'])
  expect(listFlaky(results.path)).toEqual([])
})

test('lists nothing if a report is missing', () => {
  expect(list()).toEqual([])
  expect(listFlaky(results.path)).toEqual([])
})
