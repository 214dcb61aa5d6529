import { consumers } from '@jaanch/contracts/consumers'
import { formatNumber } from '@jaanch/operations/format'
import { rewindConsumer } from '@jaanch/operations/rewind-consumer'
import { Argument, Command, InvalidArgumentError } from 'commander'
import { details, offering } from '../help.ts'
import { recordCommand } from '../record-command.ts'
import { withStack } from '../stack.ts'
import { typedNumber } from '../terminal/typed-number.ts'
import { operator, parseReason } from './resolution.ts'

export function consumerCommand(): Command {
  const consumer = new Command('consumer').description('the consumers of the log; status shows their cursors')
  consumer
    .command('rewind')
    .description('hands events to a consumer again; those that it handled have no second effect')
    .addArgument(offering(new Argument('<name>', 'its name in the status'), Object.keys(consumers)))
    .requiredOption('--to <position>', 'the last event that is not looked at again', parsePosition)
    .requiredOption('--reason <text>', 'the reason, which is stored', parseReason)
    .addHelpText(
      'after',
      details({
        examples: [
          'consumer rewind orders --to 120000 --reason "workers 2.3 skipped bookings from 120001 on"',
          'consumer rewind notifications --to 3912000 --reason "the template of 3912001 was wrong"',
        ],
      }),
    )
    .action((name: string, { to, reason }: { to: number; reason: string }) =>
      withStack(async ({ pool }) => {
        await recordCommand(pool, 'consumer rewind', { to })
        const from = await rewindConsumer(pool, name, { to, reason, operator: operator() })
        console.log(
          `${name} looks at ${formatNumber(from - to)} events again: ${formatNumber(to + 1)} to ${formatNumber(from)}.`,
        )
      }),
    )
  return consumer
}

function parsePosition(text: string): number {
  const value = typedNumber(text)
  if (!Number.isSafeInteger(value) || value < 0)
    throw new InvalidArgumentError('It must be a position of the log, or 0.')
  return value
}
