import { istTime } from '@jaanch/operations/format'
import { Command, InvalidArgumentError, Option } from 'commander'
import { z } from 'zod'
import { Problem } from '../../local/problem.ts'
import { NoStackProblem } from '../exit-codes.ts'
import { details } from '../help.ts'
import { paint } from '../terminal.ts'

type Severity = 'page' | 'ticket'
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

/** How long Alertmanager may take for an answer, ms */
const patience = 5_000
/** How long the alert fires, ms */
const duration = 5 * 60_000

const accepted = z.array(z.object({ receivers: z.array(z.object({ name: z.string() })) }))

/**
 * Gives Alertmanager an alert that says that it is a test.
 * @param address of Alertmanager, such as `http://127.0.0.1:9093`
 * @returns the receivers of its configuration to which it sends the alert
 * @throws NoStackProblem if it does not answer, Problem if it refuses the alert or sends it to nobody
 */
export async function sendTestAlert(address: string, severity: Severity, now: Date) {
  const endsAt = new Date(now.getTime() + duration)
  const alert = {
    labels: { alertname: 'JaanchTest', severity },
    annotations: {
      summary: 'This is a test',
      description: 'An operator sent it with alert-test. Nothing is wrong.',
    },
    startsAt: now.toISOString(),
    endsAt: endsAt.toISOString(),
  }
  const headers = { 'content-type': 'application/json' }
  await ask(address, 'alerts', { method: 'POST', headers, body: JSON.stringify([alert]) })
  const filter = new URLSearchParams({ filter: 'alertname="JaanchTest"' })
  filter.append('filter', `severity="${severity}"`)
  const found = accepted.parse(await (await ask(address, `alerts?${filter}`)).json())
  const receivers = found.flatMap((each) => each.receivers.map(({ name }) => name))
  if (receivers.length === 0) throw new Problem('Alertmanager took the alert and has no receiver for it.')
  return { receivers, endsAt }
}

async function ask(address: string, path: string, init: RequestInit = {}): Promise<Response> {
  const url = `${address.replace(/\/$/, '')}/api/v2/${path}`
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(patience) }).catch(() => undefined)
  if (!response) throw new NoStackProblem(`No Alertmanager answers at ${address}.`)
  if (!response.ok)
    throw new Problem(`Alertmanager answered ${response.status}: ${(await response.text()).slice(0, 200)}`)
  return response
}
