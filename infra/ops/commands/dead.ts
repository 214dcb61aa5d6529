import { userInfo } from 'node:os'
import {
  listDeadLetters,
  NoDeadLetterError,
  retryDeadLetter,
  skipDeadLetter,
} from '@jaanch/workers/leasing/dead-letters'
import { Command, InvalidArgumentError } from 'commander'
import type pg from 'pg'
import { Problem } from '../../local/problem.ts'
import { withStack } from '../connect.ts'
import { formatTable } from '../terminal/table.ts'
import { istTime } from '../terminal/time.ts'

export function deadCommand(): Command {
  const dead = new Command('dead').description('what failed for the last time and waits for an operator')
  dead
    .command('list')
    .description('all that wait, oldest first')
    .option('--json', 'as JSON')
    .action((options: { json?: boolean }) => withStack(({ pool }) => list(pool, options.json === true)))
  dead
    .command('retry')
    .description('try again, with all attempts: after the reason was mended')
    .argument('[ids...]', 'their numbers in the list', numbers)
    .option('--of <consumer>', 'all of one consumer or channel: after a mail server was away for a night')
    .action((ids: number[] = [], { of }: { of?: string }) =>
      withStack(async ({ pool }) => {
        const chosen = of === undefined ? ids : await idsOf(pool, of)
        if (chosen.length === 0)
          throw new Problem('Name some by their numbers, or those --of a consumer that wait.')
        for (const id of chosen) {
          await orProblem(retryDeadLetter(pool, id, operator()))
          console.log(`Dead letter ${id} is tried again.`)
        }
      }),
    )
  dead
    .command('skip')
    .description('go on after the event that failed: what should have followed from it never will')
    .argument('<id>', 'its number in the list', number)
    .requiredOption('--reason <text>', 'why, for those who come after', reason)
    .action((id: number, options: { reason: string }) =>
      withStack(async ({ pool }) => {
        await orProblem(skipDeadLetter(pool, id, { reason: options.reason, operator: operator() }))
        console.log(`Dead letter ${id} is skipped.`)
      }),
    )
  return dead
}

async function idsOf(pool: pg.Pool, consumer: string): Promise<number[]> {
  const letters = await listDeadLetters(pool, null)
  return letters.filter((letter) => letter.consumer === consumer).map(({ id }) => id)
}

async function list(pool: pg.Pool, json: boolean): Promise<void> {
  const letters = await listDeadLetters(pool, null)
  if (json) return console.log(JSON.stringify(letters, null, 2))
  if (letters.length === 0) return console.log('No dead letters.')
  console.log(
    formatTable(letters, [
      { head: 'id', value: ({ id }) => String(id), align: 'right' },
      { head: 'failed', value: ({ failedAt }) => istTime(failedAt) },
      { head: 'consumer', value: ({ consumer }) => consumer },
      { head: 'stream', value: ({ streamId }) => streamId },
      { head: 'event', value: ({ position }) => String(position), align: 'right' },
      { head: 'attempts', value: ({ attempts }) => attempts, align: 'right' },
      { head: 'error', value: ({ error }) => error.split('\n')[0]?.slice(0, 100) ?? '' },
    ]),
  )
}

function numbers(text: string, before: number[] = []): number[] {
  return [...before, number(text)]
}

function number(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1)
    throw new InvalidArgumentError('It must be a number of the list.')
  return value
}

function reason(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.')
  return text.trim()
}

/** The account of this machine that acts; a container may have none. */
function operator(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}

async function orProblem(acting: Promise<void>): Promise<void> {
  try {
    await acting
  } catch (error) {
    if (error instanceof NoDeadLetterError)
      throw new Problem(`${error.message}: see npm run ops -- dead list.`)
    throw error
  }
}
