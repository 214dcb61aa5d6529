import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inRepository } from '../paths.ts'
import { useTempDir } from '../testing.ts'
import { describeDurations, listFailures } from './reports.ts'

const results = useTempDir()
const counts = { numPassedTests: 1, numPendingTests: 0, numTodoTests: 0 }

function write(name: string, report: unknown) {
  writeFileSync(join(results.path, name), JSON.stringify(report))
}

const list = () => listFailures(results.path, ['tests', 'browser', 'chaos'])

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

test('lists errors outside of a test, which the report of vitest leaves out', () => {
  write('vitest.json', { ...counts, testResults: [] })
  const file = inRepository('d.test.ts')
  const errors = [{ message: 'connection lost', file, test: 'connects' }, { message: 'no reason' }]
  write('vitest-run.json', { errors, files: [] })
  expect(list()).toEqual([
    'd.test.ts › outside of a test, during or after: connects\n    connection lost',
    'vitest › outside of a test\n    no reason',
  ])
})

test('lists failed browser tests of nested groups, and errors outside of tests', () => {
  const failed = { title: 'books', file: 'wizard.spec.ts', ok: false }
  write('playwright.json', {
    stats: { expected: 1, unexpected: 1, skipped: 0 },
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

test('prints the twenty longest files and browser tests with their seconds, and keeps the table', () => {
  write('vitest.json', { ...counts, testResults: [] })
  const files = Array.from({ length: 25 }, (_, n) => ({ name: inRepository(`${n}.test.ts`), ms: n * 100 }))
  write('vitest-run.json', { errors: [], files })
  const spec = {
    title: 'books',
    file: 'wizard.spec.ts',
    ok: true,
    tests: [{ results: [{ errors: [], duration: 1_500 }] }],
  }
  write('playwright.json', {
    stats: { expected: 1, unexpected: 0, skipped: 0 },
    suites: [{ specs: [spec] }],
    errors: [],
  })
  const table = describeDurations(results.path)
  expect(table.split('\n').map((line) => line.trim())).toEqual([
    '30.0 s  Test files: all 25',
    ...Array.from({ length: 20 }, (_, n) => `${((24 - n) / 10).toFixed(1)} s  ${24 - n}.test.ts`),
    '',
    '1.5 s  Browser tests: all 1',
    '1.5 s  wizard.spec.ts › books',
    '',
  ])
  expect(readFileSync(join(results.path, 'durations.txt'), 'utf8')).toBe(table)
})
