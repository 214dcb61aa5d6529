import { formatNumber } from '@jaanch/operations/format'
import { continuePaused, pausable, pause } from '@jaanch/operations/pauses'
import { Argument, Command } from 'commander'
import { details } from '../help.ts'
import { operatorActor, recordCommand } from '../record-command.ts'
import { withStack } from '../stack.ts'
import { parseReason } from './resolution.ts'

const nameArgument = () => new Argument('<name>', 'a consumer, or a channel of messages').choices(pausable)

export function pauseCommand(): Command {
  return new Command('pause')
    .description('stops a consumer or a channel in all workers; work and messages are kept')
    .addArgument(nameArgument())
    .requiredOption('--reason <text>', 'the reason, which is stored', parseReason)
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      details(
        'pause sms --reason "the bill: somebody makes accounts by the thousand"',
        'pause reports --reason "wrong units in the reports of 2.3" --json',
      ),
    )
    .action((name: string, { reason, json }: { reason: string; json?: boolean }) =>
      withStack(async ({ pool }) => {
        await recordCommand(pool, 'pause', { name })
        const { heedless } = await pause(pool, name, { reason, operator: operatorActor() })
        if (json) return console.log(JSON.stringify({ paused: name, heedless }))
        console.log(`${name} is paused: what has begun ends within seconds.`)
        if (heedless > 0) {
          console.log(
            `${formatNumber(heedless)} workers of an earlier release are running: they go on with it until they are stopped.`,
          )
        }
      }),
    )
}

export function continueCommand(): Command {
  return new Command('continue')
    .description('continues a consumer or a channel that is paused: what waited is done in its order')
    .addArgument(nameArgument())
    .option('--json', 'as JSON')
    .addHelpText('after', details('continue sms', 'continue reports --json'))
    .action((name: string, { json }: { json?: boolean }) =>
      withStack(async ({ pool }) => {
        await recordCommand(pool, 'continue', { name })
        await continuePaused(pool, name, operatorActor())
        console.log(json ? JSON.stringify({ continued: name }) : `${name} continues.`)
      }),
    )
}
