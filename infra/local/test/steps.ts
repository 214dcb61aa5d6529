import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The steps of `npm test`, in their order. */
export const stepNames = ['types', 'lint', 'client', 'budget', 'tests', 'browser', 'lighthouse'] as const
export type StepName = (typeof stepNames)[number]
export type StepResult = 'passed' | 'failed' | 'not run'
export type Steps = Record<StepName, StepResult>

/** Forgets all earlier results, reports included, and notes every step as not run: so a crash counts as one. */
export function beginSteps(resultsDir: string): Steps {
  rmSync(resultsDir, { recursive: true, force: true })
  mkdirSync(resultsDir, { recursive: true })
  const steps = Object.fromEntries(stepNames.map((name) => [name, 'not run'])) as Steps
  writeSteps(resultsDir, steps)
  return steps
}

/** Keeps the results so far; called after each step. */
export function writeSteps(resultsDir: string, steps: Steps): void {
  writeFileSync(stepsFile(resultsDir), `${JSON.stringify(steps, null, 2)}\n`)
}

/** What became of each step; a step that nothing is known about was not run. */
export function readSteps(resultsDir: string): Steps {
  const known = readJson(stepsFile(resultsDir)) as Partial<Steps> | undefined
  return Object.fromEntries(stepNames.map((name) => [name, known?.[name] ?? 'not run'])) as Steps
}

/** The content of a JSON file; undefined when it is missing or cut off. */
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
