import { formatNumber } from '@jaanch/operations/format'
import { rewindConsumer } from '@jaanch/operations/rewind-consumer'
import { Command, InvalidArgumentError } from 'commander'
import { recordCommand } from '../record-command.ts'
import { withStack } from '../stack.ts'
import { operator, parseReason } from './resolution.ts'

export function consumerCommand(): Command {
  const consumer = new Command('consumer').description('the consumers of the log; status shows their cursors')
  consumer
    .command('rewind')
    .description('hands events to a consumer again; those that it handled have no second effect')
    .argument('<name>', 'its name in the status')
    .requiredOption('--to <position>', 'the last event that is not looked at again', parsePosition)
    .requiredOption('--reason <text>', 'the reason, which is stored', parseReason)
    .action((name: string, { to, reason }: { to: number; reason: string }) =>
      withStack(async ({ pool }) => {
        await recordCommand(pool, 'consumer rewind', { to })
        const from = await rewindConsumer(pool, name, { to, reason, operator: operator() })
        console.log(`${name} looks at ${formatNumber(from - to)} events again: ${to + 1} to ${from}.`)
      }),
    )
  return consumer
}

function parsePosition(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isSafeInteger(value) || value < 0)
    throw new InvalidArgumentError('It must be a position of the log, or 0.')
  return value
}
