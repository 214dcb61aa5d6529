import { beginEpoch } from '@jaanch/eventlog/epoch'
import { Command } from 'commander'
import { recordCommand } from '../record-command.ts'
import { withStack } from '../stack.ts'
import { parseReason } from './resolution.ts'

export function restoredCommand(): Command {
  return new Command('restored')
    .description('begins a new epoch, after the database was restored from a backup')
    .requiredOption('--reason <text>', 'what was restored and why, which is stored', parseReason)
    .action(({ reason }: { reason: string }) =>
      withStack(async ({ pool }) => {
        await recordCommand(pool, 'restored')
        const epoch = await beginEpoch(pool, reason)
        console.log(`The log has a new epoch: ${epoch}.
Within a second each API process tells its clients to fetch everything again; clients that are away are told when they connect.
Read tables and consumers that were beyond the end of the log are repaired: see npm run ops -- status.
The queues in Redis have a new prefix, which all processes use within ten seconds; until then work starts a second later.`)
      }),
    )
}
