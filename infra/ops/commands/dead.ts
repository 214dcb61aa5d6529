import { type Channel, channels } from '@jaanch/messages/message'
import { formatNumber, istTime } from '@jaanch/operations/format'
import {
  groupDeadLetters,
  listDeadLetters,
  retryDeadLetter,
  retryDeadLettersOf,
  skipDeadLetter,
  skipDeadMessagesOf,
} from '@jaanch/operations/work/dead-letters'
import { consumers } from '@jaanch/operations/work/declared'
import { Command, InvalidArgumentError, Option } from 'commander'
import type pg from 'pg'
import { Problem } from '../../local/problem.ts'
import { UsageProblem } from '../exit-codes.ts'
import { details } from '../help.ts'
import { operator, recordCommand } from '../record-command.ts'
import { withStack } from '../stack.ts'
import { formatTable } from '../terminal.ts'
import { countBetween, parseReason, typedNumber } from './options.ts'

type SkipOptions = { of?: Channel; error?: string; olderThan?: number; reason: string; json?: boolean }
type RetryOptions = { of?: string; error?: string; json?: boolean }

export function deadCommand(): Command {
  const dead = new Command('dead').description(
    'work, messages and timers whose last attempt failed and that wait for an operator',
  )
  dead
    .command('list')
    .description('all dead letters that wait, oldest first')
    .option('--groups', 'counted by consumer and the first line of the error')
    .option('--json', 'as JSON')
    .addHelpText('after', details('dead list', 'dead list --groups', 'dead list --json'))
    .action(({ groups, json = false }: { groups?: boolean; json?: boolean }) =>
      withStack(({ pool }) => (groups ? listGroups(pool, json) : list(pool, json))),
    )
  dead
    .command('retry')
    .description('tries again with all attempts, after the cause was fixed')
    .argument('[ids...]', 'their ids in the list', parseIds)
    .addOption(
      new Option(
        '--of <consumer>',
        'all of one consumer or channel, for example after an outage of the mail server',
      ).choices([...consumers.map(({ name }) => name), ...channels, 'timers']),
    )
    .option(
      '--error <line>',
      'with --of: only those whose error begins with this line, see dead list --groups',
    )
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      details(
        'dead retry 42 43',
        'dead retry --of email',
        'dead retry --of email --error "Error: connect ECONNREFUSED" --json',
      ),
    )
    .action((ids: number[] = [], options: RetryOptions) =>
      withStack(({ pool }) =>
        options.of === undefined ? retry(pool, ids, options) : retryAll(pool, options),
      ),
    )
  dead
    .command('skip')
    .description('continues after the event that failed, whose effect will never happen')
    .argument('[id]', 'its id in the list', parseId)
    .addOption(
      new Option('--of <channel>', 'instead of the id: all dead messages of a channel').choices(channels),
    )
    .option('--error <line>', 'with --of: only those whose error begins with this line')
    .option('--older-than <hours>', 'with --of: only those that died so long ago', countBetween(1, 24 * 365))
    .requiredOption('--reason <text>', 'the reason, which is stored', parseReason)
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      details(
        'dead skip 42 --reason "ordered by telephone"',
        'dead skip 43 --reason "the number does not exist" --json',
        'dead skip --of sms --older-than 48 --reason "no news any more"',
      ),
    )
    .action((id: number | undefined, options: SkipOptions) =>
      withStack(({ pool }) => (id === undefined ? skipAll(pool, options) : skip(pool, id, options))),
    )
  return dead
}

async function skip(
  pool: pg.Pool,
  id: number,
  { of, error, olderThan, reason, json }: SkipOptions,
): Promise<void> {
  if (of !== undefined || error !== undefined || olderThan !== undefined)
    throw new UsageProblem('Give the id of a dead letter, or a channel that has some with --of.')
  await recordCommand(pool, 'dead skip', { id })
  await skipDeadLetter(pool, id, { reason, operator: operator() })
  console.log(json ? JSON.stringify({ skipped: 1 }) : `Dead letter ${id} is skipped.`)
}

async function skipAll(
  pool: pg.Pool,
  { of: channel, error, olderThan, reason, json }: SkipOptions,
): Promise<void> {
  if (channel === undefined)
    throw new UsageProblem('Give the id of a dead letter, or a channel that has some with --of.')
  const before = olderThan === undefined ? undefined : new Date(Date.now() - olderThan * 3_600_000)
  const how = { reason, operator: operator() }
  const skipped = await skipDeadMessagesOf(pool, { channel, error, before }, how, (found) =>
    recordCommand(pool, 'dead skip', found),
  )
  if (skipped === 0) throw new Problem(`No such dead message of ${channel} waits.`)
  const sentence = skipped === 1 ? '1 dead message is' : `${formatNumber(skipped)} dead messages are`
  console.log(json ? JSON.stringify({ skipped }) : `${sentence} skipped.`)
}

async function retry(pool: pg.Pool, ids: readonly number[], { error, json }: RetryOptions): Promise<void> {
  if (ids.length === 0 || error !== undefined)
    throw new UsageProblem('Give the ids of dead letters, or a consumer that has some with --of.')
  for (const id of ids) {
    await recordCommand(pool, 'dead retry', { id })
    await retryDeadLetter(pool, id, operator())
    if (!json) console.log(`Dead letter ${id} is tried again.`)
  }
  if (json) console.log(JSON.stringify({ retried: ids.length }))
}

async function retryAll(
  pool: pg.Pool,
  { of: consumer = '', error: reason, json }: RetryOptions,
): Promise<void> {
  await recordCommand(pool, 'dead retry', { of: consumer })
  const retried = await retryDeadLettersOf(pool, { consumer, reason }, operator())
  if (retried === 0)
    throw new Problem(`No dead letter of ${consumer} waits${reason ? ' with this error' : ''}.`)
  const sentence = retried === 1 ? '1 dead letter is' : `${formatNumber(retried)} dead letters are`
  console.log(json ? JSON.stringify({ retried }) : `${sentence} tried again.`)
}

async function listGroups(pool: pg.Pool, json: boolean): Promise<void> {
  const found = await groupDeadLetters(pool)
  if (json) return console.log(JSON.stringify(found, null, 2))
  if (found.groups.length === 0) return console.log('No dead letters.')
  console.log(
    formatTable(
      found.groups.map(({ consumer, count, firstAt, lastAt, reason }) => ({
        consumer,
        letters: count,
        first: istTime(firstAt),
        last: istTime(lastAt),
        error: reason,
      })),
    ),
  )
  if (found.isMore) console.log('There are more: the oldest 10,000 are counted.')
}

async function list(pool: pg.Pool, json: boolean): Promise<void> {
  const letters = await listDeadLetters(pool, { limit: null })
  if (json) return console.log(JSON.stringify(letters, null, 2))
  if (letters.length === 0) return console.log('No dead letters.')
  console.log(
    formatTable(
      letters.map(({ id, failedAt, consumer, streamId, position, attempts, error }) => ({
        id: String(id),
        failed: istTime(failedAt),
        consumer,
        stream: streamId,
        event: position,
        attempts,
        error: error.split('\n')[0]?.slice(0, 100) ?? '',
      })),
    ),
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
