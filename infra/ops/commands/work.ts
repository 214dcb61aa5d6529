import type { Queryable } from '@jaanch/eventlog/read'
import { formatDuration, formatNumber } from '@jaanch/operations/format'
import { readWaiting, type WaitingWork } from '@jaanch/operations/work'
import { Command } from 'commander'
import { details } from '../help.ts'
import { withStack } from '../stack.ts'
import { formatTable } from '../terminal/format.ts'
import { paint } from '../terminal/terminal.ts'

export function workCommand(): Command {
  return new Command('work')
    .description('unfinished work, with its last error')
    .option('--json', 'as JSON')
    .addHelpText('after', details('work', 'work --json'))
    .action((options: { json?: boolean }) => withStack(({ pool }) => print(pool, options.json === true)))
}

async function print(db: Queryable, json: boolean): Promise<void> {
  const { work, total, isMore } = await readWaiting(db)
  if (json) return console.log(JSON.stringify({ total, isMore, work }, null, 2))
  if (total === 0) return console.log('Nothing waits.')
  console.log(
    formatTable(work, [
      { head: 'consumer', value: ({ consumer }) => consumer },
      { head: 'stream', value: ({ streamId }) => streamId },
      { head: 'events', value: ({ since, upto }) => `${formatNumber(since + 1)}–${formatNumber(upto)}` },
      { head: 'state', value: describeState },
      { head: 'attempts', value: ({ attempts }) => attempts, align: 'right' },
      { head: 'waits', value: ({ age }) => formatDuration(age), align: 'right' },
      { head: 'last error', value: ({ lastError }) => lastError?.split('\n')[0]?.slice(0, 100) ?? '' },
    ]),
  )
  if (total > work.length)
    console.log(paint.faint(`… and ${isMore ? 'more than ' : ''}${formatNumber(total - work.length)} more`))
}

function describeState({ state, dueIn }: WaitingWork): string {
  if (state === 'dead') return paint.bad('dead')
  if (state === 'failing' && dueIn > 0) return paint.warning(`again in ${formatDuration(dueIn)}`)
  return state === 'failing' ? paint.warning(state) : state
}
