import { istTime } from '@jaanch/operations/format'
import { Command, InvalidArgumentError, Option } from 'commander'
import { type Severity, sendTestAlert } from '../alert-test.ts'
import { details } from '../help.ts'
import { paint } from '../terminal/terminal.ts'

type Options = { alertmanager: string; severity: Severity; json?: boolean }

export function alertTestCommand(): Command {
  return new Command('alert-test')
    .description('sends a test alert through Alertmanager, and says what must arrive')
    .option('--alertmanager <url>', 'its address', parseAddress, 'http://127.0.0.1:9093')
    .addOption(
      new Option('--severity <severity>', 'whom it wakes').choices(['page', 'ticket']).default('page'),
    )
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      details(
        'alert-test',
        'alert-test --severity ticket --alertmanager http://alertmanager:9093',
        'alert-test --json',
      ),
    )
    .action(async ({ alertmanager, severity, json }: Options) => {
      const { receivers, endsAt } = await sendTestAlert(alertmanager, severity, new Date())
      if (json) return console.log(JSON.stringify({ alertmanager, severity, receivers, endsAt }, null, 2))
      console.log(
        paint.good(`Alertmanager took the alert JaanchTest, for the receivers ${receivers.join(', ')}.`),
      )
      console.log(
        [
          'A mail "[FIRING, …] This is a test" must arrive within a minute, and the same at ALERTS_WEBHOOK for a page.',
          `A mail "[RESOLVED, …]" follows some minutes after ${istTime(endsAt)} IST.`,
          'If nothing arrives, the log of Alertmanager says why: docs/runbook/JaanchAlertsNotSent.md.',
        ].join('\n'),
      )
    })
}

/** @throws InvalidArgumentError for what is no address of HTTP */
function parseAddress(text: string): string {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw new InvalidArgumentError('It must be http:// or https://.')
  return text
}
