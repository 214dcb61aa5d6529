import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useTempDir } from '../testing.ts'
import { countResults, describeCounts } from './run-steps.ts'
import { beginSteps, clearResults, type StepName, type Steps, testSteps, writeSteps } from './steps.ts'

const allPassed: Steps = {
  types: 'passed',
  lint: 'passed',
  structure: 'passed',
  client: 'passed',
  budget: 'passed',
  tests: 'passed',
  browser: 'passed',
}
const vitest = { numPassedTests: 10, numPendingTests: 1, numTodoTests: 0, testResults: [] as unknown[] }
const failedTest = { fullName: 'adds', status: 'failed' }
const playwright = { stats: { expected: 5, unexpected: 0, skipped: 0 }, suites: [], errors: [] }

const results = useTempDir()

function write(steps: Partial<Steps>, reports: Record<string, unknown>) {
  writeSteps(results.path, { ...allPassed, ...steps })
  for (const [name, report] of Object.entries(reports)) {
    writeFileSync(join(results.path, name), typeof report === 'string' ? report : JSON.stringify(report))
  }
}

const line = (...more: StepName[]) => describeCounts(countResults(results.path, [...testSteps, ...more]))

test('fails the run if the versions step has no report, but not if all of its tests were skipped', () => {
  write({ versions: 'passed' }, { 'vitest.json': vitest, 'playwright.json': playwright })
  expect(line('versions')).toBe('15 passed, 1 failed, 1 skipped')
  write({ versions: 'passed' }, { 'versions.json': { ...vitest, numPassedTests: 0, numPendingTests: 6 } })
  expect(line('versions')).toBe('15 passed, 0 failed, 7 skipped')
  write({ versions: 'passed' }, { 'versions.json': { ...vitest, numPassedTests: 6, numPendingTests: 0 } })
  expect(line('versions')).toBe('21 passed, 0 failed, 1 skipped')
})

test('counts each check of the chaos drill', () => {
  const checks = [
    { name: 'effects doubled', problems: [] },
    { name: 'answers of 500', problems: ['POST /api/bookings', 'PUT /api/bookings/:id'] },
  ]
  write(
    { chaos: 'failed' },
    { 'vitest.json': vitest, 'playwright.json': playwright, 'chaos.json': { checks } },
  )
  expect(line('chaos')).toBe('16 passed, 1 failed, 1 skipped')
})

test('counts a chosen step that was not run as failed', () => {
  write({}, { 'vitest.json': vitest, 'playwright.json': playwright })
  expect(line('lighthouse')).toBe('15 passed, 1 failed, 1 skipped')
})

test('counts failed tests only once, without their step', () => {
  write(
    { tests: 'failed' },
    {
      'vitest.json': {
        ...vitest,
        testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults: [failedTest, failedTest] }],
      },
      'playwright.json': playwright,
    },
  )
  expect(line()).toBe('15 passed, 2 failed, 1 skipped')
})

test('counts a step that failed although its report has no failure', () => {
  write({ tests: 'failed' }, { 'vitest.json': vitest, 'playwright.json': playwright })
  expect(line()).toBe('15 passed, 1 failed, 1 skipped')
})

test('counts a test file that could not be loaded', () => {
  const testResults = [{ name: 'a.test.ts', status: 'failed', assertionResults: [] }]
  write({ tests: 'failed' }, { 'vitest.json': { ...vitest, testResults }, 'playwright.json': playwright })
  expect(line()).toBe('15 passed, 1 failed, 1 skipped')
})

test('counts a missing, an incomplete and an unknown report as failed', () => {
  write({}, { 'vitest.json': '{"numPassedTests": 10' })
  expect(line()).toBe('0 passed, 2 failed')

  write({}, { 'vitest.json': { numPassedTests: 10 } })
  expect(line()).toBe('0 passed, 2 failed')
})

test('counts steps that were not run as failed, also after a crash', () => {
  expect(line()).toBe(`0 passed, ${testSteps.length} failed`)

  write({}, { 'vitest.json': vitest, 'playwright.json': playwright })
  clearResults(results.path)
  const steps = beginSteps(results.path, testSteps)
  writeSteps(results.path, { ...steps, types: 'passed', lint: 'passed' })
  expect(line()).toBe(`0 passed, ${testSteps.length - 2} failed`)
})

test('counts all steps as failed if the results cannot be read', () => {
  mkdirSync(join(results.path, 'steps.json'))
  expect(line()).toBe(`0 passed, ${testSteps.length} failed`)
})
