import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inRepository } from '../paths.ts'
import { useTempDir } from '../testing.ts'
import { listTests } from './reports.ts'

const results = useTempDir()
const counts = { numPassedTests: 1, numPendingTests: 0, numTodoTests: 0 }

function write(name: string, report: unknown) {
  writeFileSync(join(results.path, name), JSON.stringify(report))
}

const list = (kind: 'failures' | 'flaky' = 'failures') => listTests(results.path, kind)

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

test('lists a browser test that passed when it was repeated as flaky, and not as failed', () => {
  const runs = [{ errors: [{ message: 'not yet visible' }] }, { errors: [] }]
  write('playwright.json', {
    stats: { expected: 1, unexpected: 0, flaky: 1, skipped: 0 },
    suites: [
      {
        specs: [
          { title: 'books', file: 'wizard.spec.ts', ok: true, tests: [{ results: runs }] },
          { title: 'opens', file: 'wizard.spec.ts', ok: true, tests: [{ results: [{ errors: [] }] }] },
        ],
      },
    ],
    errors: [],
  })
  expect(list()).toEqual([])
  expect(list('flaky')).toEqual(['wizard.spec.ts › books\n    not yet visible'])
})

test('lists nothing if a report is missing', () => {
  expect(list()).toEqual([])
})
