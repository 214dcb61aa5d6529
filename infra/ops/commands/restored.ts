import { declareRestored } from '@jaanch/operations/now/copies'
import { Command } from 'commander'
import { describeApplied, readLedger, withoutLedger } from '../backup/read-ledger.ts'
import { details } from '../help.ts'
import { operatorActor, parseReason } from '../record-command.ts'
import { withStack } from '../stack.ts'
import { paint } from '../terminal/terminal.ts'

export function restoredCommand(): Command {
  return new Command('restored')
    .description('begins a new epoch, after the database was restored from a backup')
    .requiredOption('--reason <text>', 'what was restored and why, which is stored', parseReason)
    .option('--json', 'the new epoch as JSON')
    .addHelpText(
      'after',
      details(
        'restored --reason "restored to 21 Nov 2026 14:30"',
        'restored --reason "a copy of the data directory was put back" --json',
      ),
    )
    .action(({ reason, json = false }: { reason: string; json?: boolean }) =>
      withStack(async ({ pool }) => {
        const ledger = await readLedger()
        const { epoch, applied } = await declareRestored(pool, operatorActor(), {
          reason,
          ledger: ledger ?? [],
        })
        if (json)
          return console.log(JSON.stringify({ epoch, reason, applied: ledger ? applied : null }, null, 2))
        console.log(`The log has a new epoch: ${epoch}.
Within a second each API process tells its clients to fetch everything again; clients that are away are told when they connect.
Read tables and consumers that were beyond the end of the log are repaired: see npm run ops -- status.
The queues in Redis have a new prefix, which all processes use within ten seconds; until then work starts a second later.
${ledger ? describeApplied(applied) : paint.warning(withoutLedger)}`)
      }),
    )
}
