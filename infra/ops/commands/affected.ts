import { type Affected, readAffected } from '@jaanch/operations/affected'
import { formatNumber, istTime } from '@jaanch/operations/format'
import { Command } from 'commander'
import { details } from '../help.ts'
import { withStack } from '../stack.ts'
import { formatTable } from '../terminal/format.ts'
import { parseId, parseTime } from './options.ts'

type Options = { actor: string; from: Date; to?: Date; json?: boolean }

/** More are in the output of --json */
const objectsShown = 2

const listTexts = {
  'people-listed': 'calls of lists of people, with rows',
  'bookings-exported': 'pages of bookings saved as a file, with rows',
} as const

export function affectedCommand(): Command {
  return new Command('affected')
    .description('whose data an account saw in a time, by the audit trail; ids only')
    .requiredOption('--actor <id>', 'the id of the account', parseId)
    .requiredOption('--from <time>', 'since a time in India, such as "2026-11-21 04:20"', parseTime)
    .option('--to <time>', 'until a time, by default now', parseTime)
    .option('--json', 'as JSON, with all objects')
    .addHelpText(
      'after',
      details(
        'affected --actor 0f9d6a1e-4c1b-4e0e-9a39-3c1f2b7d5a10 --from 2026-11-21',
        'affected --actor 0f9d6a1e-4c1b-4e0e-9a39-3c1f2b7d5a10 --from "2026-11-21 04:20" --to 2026-11-23 --json',
      ),
    )
    .action(({ actor, from, to = new Date(), json }: Options) =>
      withStack(async ({ pool }) => {
        const affected = await readAffected(pool, { actor, from, to })
        console.log(
          json ? JSON.stringify({ actor, from, to, ...affected }, null, 2) : textOf(affected, actor),
        )
      }),
    )
}

function textOf({ people, lists, signIns }: Affected, actor: string): string {
  const seen = people.flatMap(({ userId, kinds }) => kinds.map((kind) => ({ userId, ...kind })))
  return [
    people.length === 0
      ? 'It saw the data of nobody.'
      : `It saw the data of ${formatNumber(people.length)} ${people.length === 1 ? 'person' : 'people'}:`,
    ...(seen.length === 0 ? [] : [tableOf(seen, actor)]),
    ...lists.map(
      ({ action, times, rows }) => `${formatNumber(times)} ${listTexts[action]}: ${formatNumber(rows)}`,
    ),
    ...signIns.map(
      ({ at, session, network }) =>
        `signed in ${istTime(at)} from the network ${network ?? 'not recorded'}, ${session ?? ''}`,
    ),
  ].join('\n')
}

type Seen = Affected['people'][number]['kinds'][number] & { userId: string }

function tableOf(seen: readonly Seen[], actor: string): string {
  return formatTable(seen, [
    { head: 'person', value: ({ userId }) => (userId === actor ? `${userId} (itself)` : userId) },
    { head: 'what', value: ({ action }) => action },
    { head: 'times', value: ({ times }) => times, align: 'right' },
    { head: 'first', value: ({ firstAt }) => istTime(firstAt) },
    { head: 'last', value: ({ lastAt }) => istTime(lastAt) },
    { head: 'objects', value: ({ objects }) => objectsText(objects) },
  ])
}

function objectsText(objects: readonly string[]): string {
  const more = objects.length - objectsShown
  return [...objects.slice(0, objectsShown), ...(more > 0 ? [`and ${formatNumber(more)} more`] : [])].join(
    ', ',
  )
}
