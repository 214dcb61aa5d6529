import { consumers } from '@jaanch/contracts/consumers'
import { formatNumber } from '@jaanch/operations/format'
import { previewRewind, type RewindPreview, rewindConsumer } from '@jaanch/operations/rewind-consumer'
import { Argument, Command, InvalidArgumentError } from 'commander'
import { AnswerNo, UsageProblem } from '../exit-codes.ts'
import { details, offering } from '../help.ts'
import { recordCommand } from '../record-command.ts'
import { withStack } from '../stack.ts'
import { typedNumber } from '../terminal/typed-number.ts'
import { operator, parseReason } from './resolution.ts'

type Options = { to: number; reason?: string; dryRun?: boolean; json?: boolean }

export function consumerCommand(): Command {
  const consumer = new Command('consumer').description('the consumers of the log; status shows their cursors')
  consumer
    .command('rewind')
    .description('hands events to a consumer again; those that it handled have no second effect')
    .addArgument(offering(new Argument('<name>', 'its name in the status'), Object.keys(consumers)))
    .requiredOption('--to <position>', 'the last event that is not looked at again', parsePosition)
    .option('--reason <text>', 'the reason, which is stored', parseReason)
    .option('--dry-run', 'only shows which events it would look at again, or why it would be refused')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      details(
        'consumer rewind orders --to 120000 --dry-run',
        'consumer rewind orders --to 120000 --reason "workers 2.3 skipped bookings from 120001 on"',
      ),
    )
    .action((name: string, options: Options) =>
      options.dryRun ? preview(name, options) : rewind(name, options),
    )
  return consumer
}

function rewind(name: string, { to, reason, json }: Options): Promise<void> {
  return withStack(async ({ pool }) => {
    if (reason === undefined)
      throw new UsageProblem('Give the reason with --reason "…", or look first with --dry-run.')
    await recordCommand(pool, 'consumer rewind', { consumer: name, to })
    const from = await rewindConsumer(pool, name, { to, reason, operator: operator() })
    if (json) return console.log(JSON.stringify({ consumer: name, from, to }))
    console.log(
      `${name} looks at ${formatNumber(from - to)} events again: ${formatNumber(to + 1)} to ${formatNumber(from)}.`,
    )
  })
}

function preview(name: string, { to, json }: Options): Promise<void> {
  return withStack(async ({ pool }) => {
    const found = await previewRewind(pool, name, to)
    console.log(json ? JSON.stringify({ consumer: name, ...found }, null, 2) : describe(name, found))
    if (found.refusal !== null) throw new AnswerNo()
  })
}

function describe(
  name: string,
  { cursor, to, refusal, events, counted, wanted, handled }: RewindPreview,
): string {
  if (refusal !== null) return refusal
  const all = wanted.reduce((sum, { count }) => sum + count, 0)
  return [
    `${name} would look at ${formatNumber(events)} events again: ${formatNumber(to + 1)} to ${formatNumber(cursor)}.`,
    ...(counted < events ? [`Of the first ${formatNumber(counted)}:`] : []),
    `It wants ${formatNumber(all)} of them, ${formatNumber(handled)} of which are recorded as handled within the last week.`,
    ...wanted.map(({ type, count }) => `  ${type}  ${formatNumber(count)}`),
    'What it handled has no second effect.',
  ].join('\n')
}

function parsePosition(text: string): number {
  const value = typedNumber(text)
  if (!Number.isSafeInteger(value) || value < 0)
    throw new InvalidArgumentError('It must be a position of the log, or 0.')
  return value
}
