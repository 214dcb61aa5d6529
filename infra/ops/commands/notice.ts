import { clearMaintenance, readMaintenance, setMaintenance } from '@jaanch/operations/maintenance'
import { Command, InvalidArgumentError } from 'commander'
import { Problem } from '../../local/problem.ts'
import { details } from '../help.ts'
import { operatorActor, recordCommand } from '../record-command.ts'
import { withStack } from '../stack.ts'
import { parseTime } from './options.ts'

type SetOptions = { from?: Date; until?: Date; json?: boolean }

export function noticeCommand(): Command {
  const notice = new Command('notice').description('what everybody who uses Jaanch is told at the moment')
  notice
    .command('set')
    .description('shows a text on every page, in place of the one before')
    .argument('<text>', 'at most 200 characters, without personal data', parseText)
    .option('--from <time>', 'when it appears, in India; at once without it', parseTime)
    .option('--until <time>', 'when it ends by itself, in India; without it, when it is cleared', parseTime)
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      details(
        'notice set "Jaanch will be back at 11 pm." --until "2026-11-21 23:00"',
        'notice set "No SMS at the moment: please look at your notifications." --json',
      ),
    )
    .action((text: string, { from, until, json }: SetOptions) =>
      withStack(async ({ pool }) => {
        await recordCommand(pool, 'notice set')
        const times = { from: from?.toISOString() ?? null, until: until?.toISOString() ?? null }
        const set = await setMaintenance(pool, { text, ...times }, operatorActor())
        console.log(json ? JSON.stringify(set) : 'The notice is set: open pages show it within minutes.')
      }),
    )
  notice
    .command('clear')
    .description('ends it')
    .option('--json', 'as JSON')
    .addHelpText('after', details('notice clear', 'notice clear --json'))
    .action(({ json }: { json?: boolean }) =>
      withStack(async ({ pool }) => {
        const found = await readMaintenance(pool)
        if (!found) throw new Problem('No notice is set.')
        await recordCommand(pool, 'notice clear', { id: found.id })
        await clearMaintenance(pool, found.id, operatorActor())
        console.log(json ? JSON.stringify({ cleared: found.id }) : 'The notice is cleared.')
      }),
    )
  return notice
}

const maxLength = 200

function parseText(typed: string): string {
  const text = typed.trim()
  if (text === '' || text.length > maxLength)
    throw new InvalidArgumentError(`It must have 1 to ${maxLength} characters.`)
  return text
}
