import { channels, notificationKinds } from '@jaanch/contracts/notification-kinds'
import { formatNumber, istTime } from '@jaanch/operations/format'
import { type OpenedMessage, openMessage } from '@jaanch/operations/open-message'
import { countOutbox, type MessageRow, messageStates, readMessagePage } from '@jaanch/operations/outbox-page'
import { retryMessage } from '@jaanch/operations/retry-message'
import { loadConfig } from '@jaanch/platform/config'
import { Command, InvalidArgumentError, Option } from 'commander'
import { details } from '../help.ts'
import { recordCommand } from '../record-command.ts'
import { withStack } from '../stack.ts'
import { formatTable } from '../terminal/format.ts'
import { paint } from '../terminal/terminal.ts'
import { countBetween, idOf } from './options.ts'
import { operator } from './resolution.ts'

type Filter = Omit<Parameters<typeof readMessagePage>[1], 'after'>

const parseId = idOf('message')

export function messagesCommand(): Command {
  return new Command('messages')
    .description('the outbox, newest first; recipients are masked')
    .addOption(new Option('--channel <name>', 'only one channel').choices(channels))
    .addOption(new Option('--state <name>', 'only one state').choices(messageStates))
    .addOption(
      new Option('--kind <name>', 'only one kind; account: codes, reset links, notices').choices([
        ...notificationKinds,
        'account',
      ]),
    )
    .option('--booking <id>', 'about a booking, by its id or its first 8 characters', parseBooking)
    .option('--limit <n>', 'maximum number of messages', countBetween(1, 10_000), 50)
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      details('messages --state dead', 'messages --channel sms --booking e4667634 --json'),
    )
    .action(({ json, ...filter }: Filter & { json?: boolean }) => list(filter, json === true))
}

export function messageCommand(): Command {
  const message = new Command('message').description('one message of the outbox')
  message
    .command('show', { isDefault: true })
    .description('shows it as it was sent; each look is in the audit trail, and the recipient sees it')
    .argument('<id>', 'its id in the list of messages', parseId)
    .option('--json', 'as JSON, with the HTML')
    .addHelpText(
      'after',
      details(
        'message show 0b1f6a52-7d2e-4c7e-9a51-3f6d2c1b8e90',
        'message show 0b1f6a52-7d2e-4c7e-9a51-3f6d2c1b8e90 --json',
      ),
    )
    .action((id: string, { json }: { json?: boolean }) =>
      withStack(async ({ pool }) => {
        const { publicUrl } = loadConfig(process.env)
        const opened = await openMessage(pool, id, {
          actor: `operator:${operator().slice(0, 64)}`,
          publicUrl,
        })
        console.log(json ? JSON.stringify(opened, null, 2) : describe(opened))
      }),
    )
  message
    .command('retry')
    .description('tries again to send one that failed or is dead, under the same id')
    .argument('<id>', 'its id in the list of messages', parseId)
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      details(
        'message retry 0b1f6a52-7d2e-4c7e-9a51-3f6d2c1b8e90',
        'message retry 0b1f6a52-7d2e-4c7e-9a51-3f6d2c1b8e90 --json',
      ),
    )
    .action((id: string, { json }: { json?: boolean }) =>
      withStack(async ({ pool }) => {
        await recordCommand(pool, 'message retry', { id })
        await retryMessage(pool, id, operator())
        console.log(json ? JSON.stringify({ retried: id }) : `Message ${id} is tried again.`)
      }),
    )
  return message
}

function list(filter: Filter, json: boolean): Promise<void> {
  return withStack(async ({ pool }) => {
    const messages = await readAll(filter, (page) => readMessagePage(pool, page))
    const { counts, isMore } = await countOutbox(pool)
    if (json) return console.log(JSON.stringify({ counts, isMore, messages }, null, 2))
    const summary = counts.map(({ channel, state, count }) => `${formatNumber(count)} ${channel} ${state}`)
    console.log(
      paint.faint(
        `${summary.join(', ') || 'none'}${isMore ? ', and more' : ''} (sent and skipped: 24 hours)`,
      ),
    )
    console.log(messages.length === 0 ? 'No such messages.' : tableOf(messages))
  })
}

/** A page looks at a bounded part of the outbox: it may hold fewer rows than are asked for. */
async function readAll(
  filter: Filter,
  read: (page: Parameters<typeof readMessagePage>[1]) => ReturnType<typeof readMessagePage>,
): Promise<MessageRow[]> {
  const messages: MessageRow[] = []
  let after: Awaited<ReturnType<typeof read>>['next']
  do {
    const page = await read({ ...filter, after, limit: filter.limit - messages.length })
    messages.push(...page.rows)
    after = page.next
  } while (after && messages.length < filter.limit)
  return messages
}

function tableOf(messages: readonly MessageRow[]): string {
  return formatTable(messages, [
    { head: 'id', value: ({ id }) => id },
    { head: 'created', value: ({ createdAt }) => istTime(createdAt) },
    { head: 'kind', value: ({ kind }) => kind ?? 'account' },
    { head: 'channel', value: ({ channel }) => channel },
    { head: 'to', value: ({ to }) => to ?? '' },
    { head: 'state', value: ({ state }) => (state === 'dead' ? paint.bad(state) : state) },
    { head: 'attempts', value: ({ attempts }) => attempts, align: 'right' },
    { head: 'event', value: ({ position }) => String(position ?? ''), align: 'right' },
    { head: 'why', value: ({ error }) => error?.split('\n')[0]?.slice(0, 80) ?? '' },
  ])
}

const hiddenTexts = {
  secret: 'Not shown: it contains a code, a link that sets a password, or a notice about the account.',
  'not-sent': 'Nothing was sent.',
  'newer-release': 'Not shown: only a newer release knows its kind.',
} as const

function describe({ message, content, hidden }: OpenedMessage): string {
  const { kind, channel, to, state, error } = message
  const head = [
    `${kind ?? 'account'} by ${channel} to ${to ?? 'nobody'}: ${state}`,
    error ? `Why: ${error}` : '',
  ]
  if (!content) return [...head, hiddenTexts[hidden]].filter(Boolean).join('\n')
  const source =
    content.source === 'stored'
      ? 'The text that was sent.'
      : 'Rendered again: names and addresses are those of now.'
  return [...head, paint.faint(source), '', content.subject && paint.bold(content.subject), content.text]
    .filter((line, n) => n > 2 || line)
    .join('\n')
}

function parseBooking(text: string): string {
  if (!/^[0-9a-f-]{8,36}$/i.test(text))
    throw new InvalidArgumentError("It must be a booking's id, or its first 8 characters.")
  return text.toLowerCase()
}
