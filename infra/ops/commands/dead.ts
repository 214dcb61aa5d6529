import { consumers } from '@jaanch/contracts/consumers'
import { channels } from '@jaanch/contracts/notification-kinds'
import { listDeadLetters, retryDeadLetter, skipDeadLetter } from '@jaanch/operations/dead-letters'
import { formatNumber, istTime } from '@jaanch/operations/format'
import { Command, InvalidArgumentError, Option } from 'commander'
import type pg from 'pg'
import { Problem } from '../../local/problem.ts'
import { UsageProblem } from '../exit-codes.ts'
import { details, offering } from '../help.ts'
import { recordCommand } from '../record-command.ts'
import { withStack } from '../stack.ts'
import { formatTable } from '../terminal/format.ts'
import { typedNumber } from '../terminal/typed-number.ts'
import { operator, parseReason } from './resolution.ts'

export function deadCommand(): Command {
  const dead = new Command('dead').description(
    'work, messages and timers whose last attempt failed and that wait for an operator',
  )
  dead
    .command('list')
    .description('all dead letters that wait, oldest first')
    .option('--json', 'as JSON')
    .addHelpText('after', details({ examples: ['dead list', 'dead list --json'] }))
    .action((options: { json?: boolean }) => withStack(({ pool }) => list(pool, options.json === true)))
  dead
    .command('retry')
    .description('tries again with all attempts, after the cause was fixed')
    .argument('[ids...]', 'their ids in the list', parseIds)
    .addOption(
      offering(
        new Option(
          '--of <consumer>',
          'all of one consumer or channel, for example after an outage of the mail server',
        ),
        [...Object.keys(consumers), ...channels, 'timers'],
      ),
    )
    .addHelpText('after', details({ examples: ['dead retry 42 43', 'dead retry --of email'] }))
    .action((ids: number[] = [], { of }: { of?: string }) =>
      withStack(async ({ pool }) => {
        const chosenIds = of === undefined ? ids : await idsOf(pool, of)
        if (ids.length === 0 && of === undefined)
          throw new UsageProblem('Give the ids of dead letters, or a consumer with --of.')
        if (chosenIds.length === 0) throw new Problem(`${of} has no dead letters.`)
        for (const id of chosenIds) {
          await recordCommand(pool, 'dead retry', { id })
          await retryDeadLetter(pool, id, operator())
          console.log(`Dead letter ${id} is tried again.`)
        }
      }),
    )
  dead
    .command('skip')
    .description('continues after the event that failed, whose effect will never happen')
    .argument('<id>', 'its id in the list', parseId)
    .requiredOption('--reason <text>', 'the reason, which is stored', parseReason)
    .addHelpText(
      'after',
      details({
        examples: [
          'dead skip 42 --reason "ordered by telephone"',
          'dead skip 43 --reason "the number does not exist"',
        ],
      }),
    )
    .action((id: number, options: { reason: string }) =>
      withStack(async ({ pool }) => {
        await recordCommand(pool, 'dead skip', { id })
        await skipDeadLetter(pool, id, { reason: options.reason, operator: operator() })
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
      { head: 'event', value: ({ position }) => formatNumber(position), align: 'right' },
      { head: 'attempts', value: ({ attempts }) => attempts, align: 'right' },
      { head: 'error', value: ({ error }) => error.split('\n')[0]?.slice(0, 100) ?? '' },
    ]),
  )
}

function parseIds(text: string, before: number[] = []): number[] {
  return [...before, parseId(text)]
}

function parseId(text: string): number {
  const value = typedNumber(text)
  if (!Number.isSafeInteger(value) || value < 1)
    throw new InvalidArgumentError('It must be an id of the list.')
  return value
}
