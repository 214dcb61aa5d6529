import { AppError } from '@jaanch/contracts/errors'
import { CommanderError, InvalidArgumentError } from 'commander'
import { expect, it } from 'vitest'
import { Problem } from '../local/problem.ts'
import {
  AnswerNo,
  describeError,
  exitCodeOf,
  InterruptedProblem,
  NoStackProblem,
  UsageProblem,
} from './exit-codes.ts'

it.each([
  [0, new CommanderError(0, 'commander.helpDisplayed', '(outputHelp)')],
  [1, new Problem('They differ.')],
  [1, new AnswerNo()],
  [1, new AppError('not-found', 'No dead letter 3 waits.')],
  [1, new Error('a bug')],
  [2, new CommanderError(1, 'commander.unknownCommand', 'unknown command')],
  [2, new InvalidArgumentError('It must be a whole number.')],
  [2, new UsageProblem('Give ids.')],
  [3, new NoStackProblem('No stack runs.')],
  [3, Object.assign(new Error('terminating connection'), { code: '57P01' })],
  [3, Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
  [130, new InterruptedProblem('Interrupted.')],
])('exit code %i for %s', (code, error) => {
  expect(exitCodeOf(error)).toBe(code)
})

it('prints known causes as a sentence, bugs with their stack, and what was printed already no more', () => {
  expect(describeError(new NoStackProblem('No stack runs.'))).toBe('No stack runs.')
  expect(describeError(new AppError('invalid', 'No.'))).toBe('No.')
  const bug = new Error('a bug')
  expect(describeError(bug)).toBe(bug)
  expect(describeError(new CommanderError(1, 'commander.unknownCommand', 'unknown'))).toBeUndefined()
  expect(describeError(new AnswerNo())).toBeUndefined()
})
