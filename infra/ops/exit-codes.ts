/** The meanings of exit codes, which are the same for every command; their help and docs/operations.md list them. */
import { AppError } from '@jaanch/contracts/errors'
import { isTransient } from '@jaanch/platform/postgres'
import { ConfigError } from '@jaanch/platform/variable-files'
import { CommanderError } from 'commander'
import { Problem } from '../local/problem.ts'

export const exitCodes = { done: 0, failed: 1, usage: 2, noStack: 3, interrupted: 130 } as const

export const meanings: readonly [code: number, meaning: string][] = [
  [exitCodes.done, 'done'],
  [exitCodes.failed, 'it failed or was refused'],
  [exitCodes.usage, 'unknown command, option or value'],
  [exitCodes.noStack, 'no stack runs, its servers do not answer, or its database cannot be used'],
  [exitCodes.interrupted, 'interrupted before it was done'],
]

/** A combination of arguments that commander cannot refuse by itself. */
export class UsageProblem extends Problem {
  override name = 'UsageProblem'
}

/** There is nobody to ask: no stack, no answer, or a database that is closed or of another release. */
export class NoStackProblem extends Problem {
  override name = 'NoStackProblem'
}

/** The command has printed its answer, which is "no": there are differences, for example. */
export class AnswerNo extends Error {
  override name = 'AnswerNo'
}

/** Ended by Ctrl-C or SIGTERM before it was done. */
export class InterruptedProblem extends Problem {
  override name = 'InterruptedProblem'
}

export function exitCodeOf(error: unknown): number {
  // --help is not a failure; all others of commander are about arguments
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage
  if (error instanceof UsageProblem) return exitCodes.usage
  if (error instanceof InterruptedProblem) return exitCodes.interrupted
  if (error instanceof NoStackProblem || isTransient(error)) return exitCodes.noStack
  return exitCodes.failed
}

/** @returns what to print on stderr: a sentence if the cause is known, the error with its stack if not; undefined if it was printed already */
export function describeError(error: unknown): unknown {
  if (error instanceof CommanderError || error instanceof AnswerNo) return undefined
  if (error instanceof Problem || error instanceof AppError || error instanceof ConfigError)
    return error.message
  if (isTransient(error)) return `The database stopped answering: ${(error as Error).message}`
  return error
}
