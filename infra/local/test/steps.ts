import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The steps of `npm test`, in order. */
export const stepNames = [
  'types',
  'lint',
  'structure',
  'client',
  'budget',
  'tests',
  'browser',
  'lighthouse',
] as const
export type StepName = (typeof stepNames)[number]
type StepResult = 'passed' | 'failed' | 'not run'
export type Steps = Record<StepName, StepResult>

/** Deletes all earlier results and reports, and records every step as not run, so that a crash counts as a failure. */
export function beginSteps(resultsDir: string): Steps {
  rmSync(resultsDir, { recursive: true, force: true })
  mkdirSync(resultsDir, { recursive: true })
  const steps = Object.fromEntries(stepNames.map((name) => [name, 'not run'])) as Steps
  writeSteps(resultsDir, steps)
  return steps
}

/** Stores the results so far; called after each step. */
export function writeSteps(resultsDir: string, steps: Steps): void {
  writeFileSync(stepsFile(resultsDir), `${JSON.stringify(steps, null, 2)}\n`)
}

/** The result of each step; a step without a result was not run. */
export function readSteps(resultsDir: string): Steps {
  const stored = readJson(stepsFile(resultsDir)) as Partial<Steps> | undefined
  return Object.fromEntries(stepNames.map((name) => [name, stored?.[name] ?? 'not run'])) as Steps
}

/** The content of a JSON file; undefined if it is missing or incomplete. */
export function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

function stepsFile(resultsDir: string): string {
  return join(resultsDir, 'steps.json')
}
