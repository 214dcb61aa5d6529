import { insertAudit } from '@jaanch/account/audit/audit'
import { formatNumber } from '@jaanch/operations/format'
import { Command } from 'commander'
import { type Removal, removeDemo } from '../../local/demo/remove.ts'
import { details } from '../help.ts'
import { operatorActor } from '../record-command.ts'
import { withStack } from '../stack.ts'

export function demoCommand(): Command {
  const demo = new Command('demo').description('the demo that DEMO=1 loads')
  demo
    .command('remove')
    .description('takes its accounts away, whose passwords are published; the catalogue and bookings stay')
    .option('--json', 'as JSON')
    .addHelpText('after', details('demo remove', 'demo remove --json'))
    .action(({ json = false }: { json?: boolean }) =>
      withStack(async ({ pool }) => {
        const removal = await removeDemo(pool)
        const details = { command: 'demo remove', removed: removal.removed }
        await insertAudit(pool, [{ action: 'operator-command', actor: operatorActor(), details }])
        console.log(json ? JSON.stringify(removal, null, 2) : describeRemoval(removal))
      }),
    )
  return demo
}

function describeRemoval({ accounts, removed, admins }: Removal): string {
  if (accounts === 0) return 'This database has no accounts of the demo.'
  const lines = [
    removed > 0
      ? `${formatNumber(removed)} of ${formatNumber(accounts)} accounts of the demo are disabled and have no password now; their sessions have ended.`
      : `All ${formatNumber(accounts)} accounts of the demo were removed before.`,
  ]
  if (admins === 0) lines.push('No admin can sign in: make one with npm run ops -- create-admin <email>.')
  return lines.join('\n')
}
