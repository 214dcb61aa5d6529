import type { Check } from '@jaanch/contracts/http/operations/check'
import { readChecks, troublesOfChecks, unknownOf } from '@jaanch/operations/checks'
import { formatDuration, formatNumber, formatSize, istTime } from '@jaanch/operations/format'
import { type QueueState, readQueues } from '@jaanch/operations/queues'
import { readStatus, type Status } from '@jaanch/operations/status'
import { findTroubles } from '@jaanch/operations/troubles'
import { loadConfig } from '@jaanch/platform/config'
import { inTransaction } from '@jaanch/platform/postgres'
import { Command } from 'commander'
import type pg from 'pg'
import { listActiveDemoAccounts } from '../../local/demo/remove.ts'
import { AnswerNo } from '../exit-codes.ts'
import { details } from '../help.ts'
import { withStack } from '../stack.ts'
import { formatTable } from '../terminal/format.ts'
import { paint } from '../terminal/terminal.ts'

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
    .action(async (options: { json?: boolean; check?: boolean }) => {
      await withStack(async ({ pool, redisUrl }) => {
        const { operator, ...places } = loadConfig(process.env)
        const [status, queues, demoAccounts, checks] = await Promise.all([
          readInOneSnapshot(pool),
          readQueues(pool, redisUrl),
          listActiveDemoAccounts(pool),
          readChecks(pool, places),
        ])
        const troubles = [...findTroubles(status, queues), ...troublesOfChecks(checks)].map(
          ({ text }) => text,
        )
        const texts = ['name', 'address', 'grievance', 'support', 'phone', 'email', 'hours'] as const
        const unset = texts.filter((text) => !operator[text])
        if (options.json)
          console.log(
            JSON.stringify(
              { ...status, queues: queues ?? null, unsetTexts: unset, demoAccounts, checks, troubles },
              null,
              2,
            ),
          )
        else console.log(describe(status, queues, troubles, { unset, demoAccounts, checks }))
        if (options.check && troubles.length > 0) throw new AnswerNo()
      })
    })
}

/** Readers progress between two queries: without a snapshot one could appear to be beyond the head. */
function readInOneSnapshot(pool: pg.Pool): Promise<Status> {
  return inTransaction(pool, readStatus, 'begin isolation level repeatable read, read only')
}

function describe(
  status: Status,
  queues: QueueState[] | undefined,
  troubles: string[],
  { unset, demoAccounts, checks }: { unset: string[]; demoAccounts: string[]; checks: Check[] },
): string {
  const { head, lastEventAt, epoch, epochSince, epochReason, sizes, messages } = status
  const last = lastEventAt ? `, the last ${istTime(lastEventAt)} IST` : ''
  const since = epochSince ? ` since ${istTime(epochSince)} IST (${epochReason})` : ''
  const sections = [
    `${paint.bold('Log')}  ${formatNumber(head)} events${last}, epoch ${epoch}${since}`,
    titled('Read tables', generationsTable(status)),
    titled('Processes', processesTable(status)),
    titled('Consumers', consumersTable(status)),
    ...(status.pauses.length > 0 ? [titled('Paused', pausesTable(status))] : []),
    titled('Retention', retentionTable(status)),
    titled('Checks', checks.map(checkLine).join('\n')),
    titled('Queues in Redis', queues ? queuesTable(queues) : 'Redis does not answer.'),
    `${paint.bold('Dead letters')}  ${formatNumber(status.deadLetters)}`,
    ...(unset.length > 0
      ? [
          `${paint.bold('Pages')}  OPERATOR has no ${unset.join(', ')}: the pages at the foot of the site, and who needs help, lack them.`,
        ]
      : []),
    `${paint.bold('Sizes')}  database ${formatSize(sizes.database)}, log ${formatSize(sizes.log)}, read tables ${formatSize(sizes.readTables)}`,
    troubles.length > 0 ? troubles.map((trouble) => paint.bad(`! ${trouble}`)).join('\n') : wellLine(checks),
  ]
  if (Object.keys(messages).length > 0) {
    const counts = Object.entries(messages).map(([name, n]) => `${formatNumber(n)} ${name}`)
    sections.splice(-2, 0, `${paint.bold('Messages')}  ${counts.join(', ') || 'none'}`)
  }
  if (demoAccounts.length > 0) {
    const warning = 'with published passwords: npm run ops -- demo remove disables them'
    sections.splice(-1, 0, `${paint.bold('Demo accounts')}  ${demoAccounts.join(', ')} (${warning})`)
  }
  return sections.join('\n\n')
}

/** What is kept from being sent or handled, and by whom. */
function pausesTable({ pauses }: Status): string {
  return formatTable(pauses, [
    { head: 'name', value: ({ name }) => paint.bad(name) },
    { head: 'since', value: ({ since }) => istTime(since) },
    { head: 'by', value: ({ by }) => by },
    { head: 'reason', value: ({ reason }) => reason },
  ])
}

const marks: Record<Check['state'], (name: string) => string> = {
  well: paint.good,
  trouble: paint.bad,
  off: paint.faint,
  unknown: paint.bold,
}

function checkLine({ name, state, text }: Check): string {
  return `${marks[state](name.padEnd(11))}  ${state === 'unknown' ? 'not known: ' : ''}${text}`
}

/** What could not be looked at is not well. */
function wellLine(checks: readonly Check[]): string {
  const unknown = unknownOf(checks)
  if (unknown.length === 0) return paint.good('All is well.')
  return `No trouble is known. Not looked at: ${unknown.join(', ')}.`
}

function titled(title: string, body: string): string {
  return `${paint.bold(title)}\n${body.replaceAll(/^/gm, '  ')}`
}

function generationsTable({ generations }: Status): string {
  if (generations.length === 0) return 'none'
  return formatTable(generations, [
    { head: 'generation', value: ({ generation }) => generation, align: 'right' },
    { head: 'version', value: ({ version }) => version, align: 'right' },
    { head: 'state', value: stateOf },
    { head: 'for', value: ({ stateSince }) => formatDuration(Date.now() - stateSince.getTime()) },
    { head: 'position', value: ({ position }) => position, align: 'right' },
    { head: 'lag', value: ({ lag }) => lag, align: 'right' },
    { head: 'size', value: ({ bytes }) => formatSize(bytes), align: 'right' },
    {
      head: '',
      value: ({ stopped }) =>
        stopped ? paint.bad(`stands still before event ${formatNumber(stopped.position)}`) : '',
    },
  ])
}

/** A live generation that no projector feeds stands still. */
function stateOf({ state, isFed }: Status['generations'][number]): string {
  if (state !== 'live') return state
  return isFed ? paint.good('live') : paint.bad('live, not fed')
}

function consumersTable({ consumers }: Status): string {
  if (consumers.length === 0) return 'none yet'
  return formatTable(consumers, [
    { head: 'consumer', value: ({ name }) => name },
    { head: 'cursor', value: ({ cursor }) => cursor, align: 'right' },
    { head: 'lag', value: ({ lag }) => lag, align: 'right' },
    {
      head: 'waiting',
      value: ({ waiting, isMore }) => `${formatNumber(waiting)}${isMore ? '+' : ''}`,
      align: 'right',
    },
    { head: 'leased', value: ({ leased }) => leased, align: 'right' },
    { head: 'failing', value: ({ failing }) => failing, align: 'right' },
    { head: 'dead', value: ({ dead }) => (dead > 0 ? paint.bad(formatNumber(dead)) : '0'), align: 'right' },
    {
      head: 'oldest',
      value: ({ oldest }) => (oldest === null ? '' : formatDuration(oldest)),
      align: 'right',
    },
  ])
}

function retentionTable({ retention }: Status): string {
  return formatTable(retention, [
    { head: 'rows', value: ({ what }) => what },
    { head: 'kept for', value: ({ keptFor }) => keptFor },
    { head: 'to be deleted', value: ({ over }) => over, align: 'right' },
  ])
}

function processesTable({ processes }: Status): string {
  if (processes.length === 0) return 'none'
  return formatTable(processes, [
    { head: 'service', value: ({ service }) => service },
    { head: 'process', value: ({ id }) => id.slice(0, 8) },
    { head: 'version', value: ({ version }) => version ?? '', align: 'right' },
    { head: 'release', value: releaseOf },
    { head: 'last beat', value: ({ age }) => formatDuration(age), align: 'right' },
    {
      head: 'runs',
      value: ({ startedAt }) => formatDuration(Date.now() - startedAt.getTime()),
      align: 'right',
    },
    { head: 'CPU', value: ({ vitals }) => (vitals ? `${vitals.cpu} %` : ''), align: 'right' },
    { head: 'memory', value: ({ vitals }) => (vitals ? formatSize(vitals.memory) : ''), align: 'right' },
    { head: 'loop delay', value: ({ vitals }) => (vitals ? `${vitals.loopDelay} ms` : ''), align: 'right' },
    { head: 'pushed up to', value: ({ tail }) => tail?.position ?? '', align: 'right' },
    { head: 'lag', value: ({ tail }) => tail?.lag ?? '', align: 'right' },
    { head: 'unpresentable', value: ({ tail }) => tail?.unpresentable ?? '', align: 'right' },
  ])
}

function releaseOf({ vitals }: Status['processes'][number]): string {
  if (!vitals) return ''
  return vitals.commit ? `${vitals.release} ${vitals.commit.slice(0, 7)}` : vitals.release
}

function queuesTable(queues: QueueState[]): string {
  if (queues.length === 0) return 'none yet'
  return formatTable(queues, [
    { head: 'queue', value: ({ name }) => name },
    { head: 'waiting', value: ({ waiting }) => waiting, align: 'right' },
    { head: 'active', value: ({ active }) => active, align: 'right' },
    { head: 'delayed', value: ({ delayed }) => delayed, align: 'right' },
    { head: 'failed', value: ({ failed }) => failed, align: 'right' },
  ])
}
