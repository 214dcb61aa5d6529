import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The steps of `npm test`, in order. */
export const testSteps = ['lint', 'structure', 'client', 'budget', 'tests', 'types', 'browser'] as const

/** The steps of `npm run test:more`, in order: what `npm test` proves, again under other conditions. */
export const moreSteps = ['versions', 'many', 'chaos', 'fuzz', 'views', 'lighthouse'] as const
export type MoreStep = (typeof moreSteps)[number]

export type StepName = (typeof testSteps)[number] | MoreStep
type StepResult = 'passed' | 'failed' | 'not run'
export type Steps = Partial<Record<StepName, StepResult>>

/** Deletes all earlier results and reports. */
export function clearResults(resultsDir: string): void {
  rmSync(resultsDir, { recursive: true, force: true })
  mkdirSync(resultsDir, { recursive: true })
}

/** Records every step as not run, so that a crash counts as a failure. @returns the results of all steps so far */
export function beginSteps(resultsDir: string, names: readonly StepName[]): Steps {
  mkdirSync(resultsDir, { recursive: true })
  const steps: Steps = { ...readSteps(resultsDir) }
  for (const name of names) steps[name] = 'not run'
  writeSteps(resultsDir, steps)
  return steps
}

/** Stores the results so far; called after each step. */
export function writeSteps(resultsDir: string, steps: Steps): void {
  writeFileSync(stepsFile(resultsDir), `${JSON.stringify(steps, null, 2)}\n`)
}

/** The result of each step that was begun. */
export function readSteps(resultsDir: string): Steps {
  return (readJson(stepsFile(resultsDir)) as Steps | undefined) ?? {}
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
