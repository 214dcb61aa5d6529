import type { StoredEvent } from '@jaanch/operations/events'
import { formatActor, formatNumber, istTime } from '@jaanch/operations/format'
import { type EventDetails, readEvent } from '@jaanch/operations/read-event'
import { Command } from 'commander'
import { details } from '../help.ts'
import { withStack } from '../stack.ts'
import { formatTree } from '../terminal/format-tree.ts'
import { paint } from '../terminal/terminal.ts'
import { parseCount } from './options.ts'

export function eventCommand(): Command {
  return new Command('event')
    .description('one event: its data, its cause and its effects')
    .argument('<position>', 'its place in the log', parseCount)
    .option('--json', 'as JSON')
    .addHelpText('after', details('event 1204', 'event 1204 --json'))
    .action((position: number, options: { json?: boolean }) =>
      withStack(async ({ pool }) => {
        const found = await readEvent(pool, position)
        console.log(options.json ? JSON.stringify(found, null, 2) : format(found))
      }),
    )
}

function format({ event, causes, effects }: EventDetails): string {
  const facts: [string, string][] = [
    ['at', istTime(event.at)],
    ['stream', `${event.streamId}, version ${event.version}`],
    ['by', formatActor(event.actor)],
    ['request', event.correlationId ?? 'none'],
    ['append', event.appendId],
    ['cause', causes.map(nameOf).join(paint.faint(' ← ')) || 'none'],
  ]
  return [
    paint.bold(nameOf(event)),
    ...facts.map(([name, value]) => `${paint.faint(name.padEnd(8))} ${value}`),
    JSON.stringify(event.data, null, 2),
    '',
    effects.length > 0 ? formatTree('Effects', effects) : paint.faint('No effects.'),
  ].join('\n')
}

function nameOf({ position, type }: StoredEvent): string {
  return `${formatNumber(position)} ${type}`
}
