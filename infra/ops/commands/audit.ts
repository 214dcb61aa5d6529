import { auditActions } from '@jaanch/contracts/audit'
import { readAudit, type StoredEntry } from '@jaanch/operations/audit'
import { istTime } from '@jaanch/operations/format'
import { Command, InvalidArgumentError, Option } from 'commander'
import { details } from '../help.ts'
import { withStack } from '../stack.ts'
import { formatTable } from '../terminal/format.ts'
import { countBetween, parseId } from './options.ts'

type Options = { user?: string; action?: string; since?: Date; limit: number; json?: boolean }

export function auditCommand(): Command {
  return new Command('audit')
    .description('who did and saw what, the latest first; ids only, names are on the page of the admins')
    .option('--user <id>', 'what a person did and what concerns them', parseId)
    .addOption(new Option('--action <name>', 'only one action').choices(auditActions))
    .option('--since <time>', 'only from an instant or a day (UTC) on', parseTime)
    .option('--limit <n>', 'maximum number of entries', countBetween(1), 50)
    .option('--json', 'as JSON lines')
    .addHelpText(
      'after',
      details(
        'audit --action report-opened --since 2026-11-21',
        'audit --user 0f9d6a1e-4c1b-4e0e-9a39-3c1f2b7d5a10 --json',
      ),
    )
    .action((options: Options) =>
      withStack(async ({ pool }) => print(await readAudit(pool, options), options.json === true)),
    )
}

function print(entries: readonly StoredEntry[], json: boolean): void {
  if (json) for (const entry of entries) console.log(JSON.stringify(entry))
  else console.log(entries.length === 0 ? 'No such entries.' : tableOf(entries))
}

function tableOf(entries: readonly StoredEntry[]): string {
  return formatTable(entries, [
    { head: 'at', value: ({ at }) => istTime(at) },
    { head: 'action', value: ({ action }) => action },
    { head: 'by', value: ({ actor }) => actor ?? 'a stranger' },
    { head: 'concerns', value: ({ userId }) => userId ?? '' },
    { head: 'object', value: ({ object }) => object ?? '' },
    { head: 'details', value: ({ details }) => describe(details) },
  ])
}

function describe(details: StoredEntry['details']): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')
}

function parseTime(text: string): Date {
  const at = new Date(text)
  if (Number.isNaN(at.getTime()))
    throw new InvalidArgumentError('It must be like 2026-11-21 or 2026-11-21T08:00Z.')
  return at
}
