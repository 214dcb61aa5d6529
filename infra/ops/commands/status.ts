import { formatDuration, formatNumber, formatSize, istTime } from '@jaanch/operations/format'
import type { Check } from '@jaanch/operations/now/api'
import { readChecks, troublesOfChecks, unknownOf } from '@jaanch/operations/now/checks'
import { type QueueState, readQueues } from '@jaanch/operations/now/queues'
import { readStatus, type Status } from '@jaanch/operations/now/status'
import { findTroubles } from '@jaanch/operations/now/troubles'
import { loadConfig } from '@jaanch/platform/config'
import { inTransaction } from '@jaanch/platform/postgres'
import { Command } from 'commander'
import { listActiveDemoAccounts } from '../../local/demo/remove.ts'
import { AnswerNo } from '../exit-codes.ts'
import { details } from '../help.ts'
import { withStack } from '../stack.ts'
import { formatTable, paint } from '../terminal.ts'

type Options = { json?: boolean; check?: boolean }
type Found = Status & {
  /** null: Redis does not answer */
  queues: QueueState[] | null
  demoAccounts: string[]
  checks: Check[]
  troubles: string[]
}
type Generation = Status['generations'][number]
type Consumer = Status['consumers'][number]
type Process = Status['processes'][number]

export function statusCommand(): Command {
  return new Command('status')
    .description('position of every reader of the log, waiting and failed work')
    .option('--json', 'as JSON')
    .option('--check', 'exit code 1 if something needs an operator')
    .addHelpText(
      'after',
      details('status', 'status --check', 'status --json', {
        no: 'with --check: something needs an operator',
      }),
    )
    .action(({ json, check }: Options) =>
      withStack(async ({ pool, redisUrl }) => {
        const [status, queues, demoAccounts, checks] = await Promise.all([
          // without a snapshot, a reader that moves on between two queries could appear to be beyond the head
          inTransaction(pool, readStatus, 'begin isolation level repeatable read, read only'),
          readQueues(pool, redisUrl),
          listActiveDemoAccounts(pool),
          readChecks(pool, loadConfig(process.env)),
        ])
        const found = [...findTroubles(status, queues), ...troublesOfChecks(checks)]
        const troubles = found.map(({ text }) => text)
        const all = { ...status, queues: queues ?? null, demoAccounts, checks, troubles }
        console.log(json ? JSON.stringify(all, null, 2) : describe(all))
        if (check && troubles.length > 0) throw new AnswerNo()
      }),
    )
}

function describe(found: Found): string {
  const { head, lastEventAt, epoch, epochSince, epochReason, sizes, messages, queues, demoAccounts } = found
  const last = lastEventAt ? `, the last ${istTime(lastEventAt)} IST` : ''
  const since = epochSince ? ` since ${istTime(epochSince)} IST (${epochReason})` : ''
  const counts = Object.entries(messages).map(([name, n]) => `${formatNumber(n)} ${name}`)
  return [
    line('Log', `${formatNumber(head)} events${last}, epoch ${epoch}${since}`),
    table('Read tables', found.generations.map(generationRow)),
    table('Processes', found.processes.map(processRow)),
    table('Consumers', found.consumers.map(consumerRow)),
    table(
      'Paused',
      found.pauses.map(({ name, since, by, reason }) => ({ name, since: istTime(since), by, reason })),
    ),
    table(
      'Retention',
      found.retention.map(({ what, keptFor, over }) => ({
        rows: what,
        'kept for': keptFor,
        'to be deleted': over,
      })),
    ),
    table(
      'Checks',
      found.checks.map(({ name, state, text }) => ({ check: name, state: paintedState[state], text })),
    ),
    queues
      ? table(
          'Queues in Redis',
          queues.map(({ name, ...jobs }) => ({ queue: name, ...jobs })),
        )
      : line('Queues in Redis', 'Redis does not answer.'),
    line('Dead letters', formatNumber(found.deadLetters)),
    line('Messages', counts.join(', ') || 'none'),
    demoAccounts.length > 0 &&
      line(
        'Demo accounts',
        `${demoAccounts.join(', ')}, with published passwords: demo remove disables them`,
      ),
    line(
      'Sizes',
      `database ${formatSize(sizes.database)}, log ${formatSize(sizes.log)}, read tables ${formatSize(sizes.readTables)}`,
    ),
    verdict(found),
  ]
    .filter(Boolean)
    .join('\n\n')
}

const paintedState: Record<Check['state'], string> = {
  well: paint.good('well'),
  trouble: paint.bad('trouble'),
  off: paint.faint('off'),
  unknown: paint.warning('not known'),
}

function line(title: string, text: string): string {
  return `${paint.bold(title)}  ${text}`
}

function table(title: string, rows: Parameters<typeof formatTable>[0]): string {
  if (rows.length === 0) return line(title, 'none')
  return `${paint.bold(title)}\n${formatTable(rows).replaceAll(/^/gm, '  ')}`
}

/** A part that could not be checked counts as not well. */
function verdict({ troubles, checks }: Found): string {
  const unknown = unknownOf(checks)
  if (troubles.length > 0) return troubles.map((trouble) => paint.bad(`! ${trouble}`)).join('\n')
  if (unknown.length === 0) return paint.good('All is well.')
  return `No trouble is known. Not looked at: ${unknown.join(', ')}.`
}

function generationRow({
  generation,
  version,
  stateSince,
  position,
  lag,
  bytes,
  stopped,
  ...rest
}: Generation) {
  return {
    generation,
    version,
    state: stateOf(rest),
    for: formatDuration(Date.now() - stateSince.getTime()),
    position,
    lag,
    size: formatSize(bytes),
    '': stopped ? paint.bad(`stands still before event ${formatNumber(stopped.position)}`) : '',
  }
}

/** A live generation that no projector feeds stands still. */
function stateOf({ state, isFed }: Pick<Generation, 'state' | 'isFed'>): string {
  if (state !== 'live') return state
  return isFed ? paint.good('live') : paint.bad('live, not fed')
}

function consumerRow({ name, cursor, lag, waiting, isMore, leased, failing, dead, oldest }: Consumer) {
  return {
    consumer: name,
    cursor,
    lag,
    waiting: `${formatNumber(waiting)}${isMore ? '+' : ''}`,
    leased,
    failing,
    dead,
    oldest: oldest === null ? '' : formatDuration(oldest),
  }
}

function processRow({ service, id, version, vitals, age, startedAt, tail }: Process) {
  return {
    service,
    process: id.slice(0, 8),
    version: version ?? '',
    release: [vitals.release, vitals.commit?.slice(0, 7)].filter(Boolean).join(' '),
    'last beat': formatDuration(age),
    runs: formatDuration(Date.now() - startedAt.getTime()),
    CPU: `${vitals.cpu} %`,
    memory: formatSize(vitals.memory),
    'loop delay': `${vitals.loopDelay} ms`,
    'pushed up to': tail?.position ?? '',
    lag: tail?.lag ?? '',
    unpresentable: tail?.unpresentable ?? '',
  }
}
